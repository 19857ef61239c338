/** Signs that have a small form above the line, and those below it. */
const signs = "0123456789+-=()";
const above = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾";
const below = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎";

/** Text that stands above the line: "⁻²" in small signs where all of its signs have one, else "^(n-1)". */
export function raisedText(text: string): string {
  return small(text, above) ?? `^${grouped(text)}`;
}

/** Text that stands below the line: "₂" in small signs where all of its signs have one, else "_max". */
export function loweredText(text: string): string {
  return small(text, below) ?? `_${grouped(text)}`;
}

/** A text in small signs; null where one of its signs has none. */
function small(text: string, forms: string): string | null {
  const found = [...text.replace("−", "-").trim()].map(
    (sign) => forms[signs.indexOf(sign)] ?? null,
  );
  return found.length > 0 && !found.includes(null) ? found.join("") : null;
}

/** Brackets around what is more than one sign. */
export function grouped(text: string): string {
  const trimmed = text.trim();
  return /^[\p{L}\p{N}.,]*$/u.test(trimmed) ? trimmed : `(${trimmed})`;
}
