/** The characters that Unicode has as superscripts and as subscripts. */
const signs = "0123456789+-=()";
const above = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾";
const below = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎";

/** A superscript in plain text: "³" where Unicode has every character raised, else "^a", "^(n-1)". */
export function raisedText(text: string): string {
  return small(text, above) ?? `^${grouped(text)}`;
}

/** A subscript in plain text: "₂" where Unicode has every character lowered, else "_a", "_(n-1)". */
export function loweredText(text: string): string {
  return small(text, below) ?? `_${grouped(text)}`;
}

/** Brackets around everything but a single word or number. */
export function grouped(text: string): string {
  const trimmed = text.trim();
  return /^[\p{L}\p{N}.,]*$/u.test(trimmed) ? trimmed : `(${trimmed})`;
}

/** The text in small characters; null if one of them has no small form. */
function small(text: string, forms: string): string | null {
  const found = [...text.replace("−", "-").trim()].map(
    (sign) => forms[signs.indexOf(sign)] ?? null,
  );
  return found.length > 0 && !found.includes(null) ? found.join("") : null;
}
