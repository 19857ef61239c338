import { numberOf } from "./tatqa-table.js";

/** A longer derivation is none that a person wrote; the longest published one has 465 characters. */
const longestDerivation = 2000;

/**
 * The amounts that a derivation works with, without their signs. What only counts or converts is left
 * out: a small divisor of a sum, as of an average, the 1 of a change in percent, and the 100 of a
 * percentage. A value that is divided by as well as used counts once.
 */
export function operandsOf(derivation: string): number[] {
  if (derivation.length > longestDerivation) return [];
  if (derivation.includes("##") || isProse(derivation)) return [];
  const operands: number[] = [];
  const divisors: number[] = [];
  const number = /(?<![\d.,])(\d[\d,]*(?:\.\d+)?|\.\d+)/g;
  for (const match of derivation.matchAll(number)) {
    const value = numberOf(match[1] ?? "");
    const before = derivation.slice(0, match.index).replace(/[\s$€£]+$/, "");
    const after = derivation.slice(match.index + match[0].length).trimStart();
    const divides = /[/÷]\s*\(?\s*[-–]?\s*\(?$/.test(before);
    const isWhole = Number.isInteger(value);
    if (divides && isWhole && value <= 12 && /[)\]]\s*[/÷]$/.test(before)) continue;
    if (
      match[1] === "1" &&
      !after.startsWith("%") &&
      /[-+–(]$/.test(before) &&
      /[/÷]/.test(derivation)
    )
      continue;
    if (value === 100 && (/[*x×/÷]$/.test(before) || /^[*x×]/.test(after))) continue;
    // In pairs such as "2019:0.8" the first only names a column.
    if (after.startsWith(":")) continue;
    (divides ? divisors : operands).push(value);
  }
  return [...operands, ...new Set(divisors.filter((value) => !operands.includes(value)))];
}

/** Whether a derivation tells in words where to look. */
export function isProse(derivation: string): boolean {
  const letters = derivation.match(/\p{L}/gu)?.length ?? 0;
  return letters > (derivation.match(/\d/g)?.length ?? 0);
}
