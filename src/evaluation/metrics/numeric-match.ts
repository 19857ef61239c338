import { tableScales } from "../../core/table-scales.js";
import { goldNumber, lastNumber, type StatedNumber } from "./stated-number.js";

/** How far a number may be off, as a share of gold. */
const numericTolerance = 0.01;

/**
 * Numeric match (Uniyal et al., "Agentic Context Strategies for Multi-Format Document Understanding"):
 * whether the last number of the answer is within 1 % of gold. Null when gold is no number: one number
 * with at most four words to it.
 *
 * How numbers are written makes no difference: digits are grouped in any way; "1.58 billion" is
 * 1,580,000,000; brackets and a minus are negative, words such as "decreased by" may be, and are not
 * the same as "increased by"; "1.9 %" is 0.019 as well as 1.9. Where the question states a scale ("in USD millions") a number without a scale word
 * may be meant in it; where neither it nor gold does, digits alone are compared. A year has to be
 * the same.
 */
export function numericMatch(answer: string, gold: string, question = ""): boolean | null {
  const wanted = goldNumber(gold);
  if (!wanted) return null;
  const given = lastNumber(answer);
  return given !== null && sameNumber(given, wanted, tableScales(question));
}

/** Whether a number is gold's, see `numericMatch`; `scales` are powers of ten that numbers may be meant in. */
export function sameNumber(
  given: StatedNumber,
  gold: StatedNumber,
  scales: readonly number[],
): boolean {
  if (gold.number.kind === "year") return given.value === gold.value;
  if (isOpposite(given, gold) || isOpposite(gold, given)) return false;
  const agree = given.value * gold.value >= 0 ? 1 : given.falls || gold.falls ? -1 : 0;
  if (agree === 0) return false;
  const isUnscaled = gold.number.power === 0 && scales.length === 0;
  const values = meanings(given, gold, scales);
  if (isUnscaled) values.push(given.value / 10 ** given.number.power);
  return values.some((value) =>
    meanings(gold, given, scales).some((wanted) => isNear(agree * value, wanted)),
  );
}

/** Whether words say that the one went up and the other down, and nothing else. */
function isOpposite(one: StatedNumber, other: StatedNumber): boolean {
  return one.rises && !one.falls && other.falls && !other.rises && one.value * other.value > 0;
}

function meanings(
  { value, number }: StatedNumber,
  other: StatedNumber,
  scales: readonly number[],
): number[] {
  if (number.percent) return other.number.percent ? [value] : [value, value / 100];
  const scaled = number.power === 0 ? scales.map((power) => value * 10 ** power) : [];
  return [value, ...scaled];
}

/** Whether a value is within 1 % of gold. */
export function isNear(value: number, gold: number): boolean {
  // Decimals such as 1.01 are not exact in binary.
  return Math.abs(value - gold) <= numericTolerance * Math.abs(gold) * (1 + 1e-9);
}
