import { numbersIn } from "./find-numbers.js";
import { factorOf, measureOf } from "./measures.js";
import { type Quantity, quantityIn } from "./quantities.js";
import { keysOf, wordKey } from "./question.js";
import { unitOf } from "./units.js";

/** An amount in a text: "7 years". */
export interface StatedAmount {
  readonly value: number;
  /** As written: "years"; null for a bare number. */
  readonly unit: string | null;
}

/** The amounts that a text states, with their units. */
export function amountsIn(text: string): readonly StatedAmount[] {
  return numbersIn(text).flatMap((number) => {
    const value = Number(number.readings[0]?.value ?? Number.NaN);
    const unit = unitOf(number, text);
    return number.kind === "quantity" && Number.isFinite(value) ? [{ value, unit }] : [];
  });
}

/**
 * Whether an amount is in the range that a cell states, such as "12 to 15 years" or "up to 2 kg";
 * null if the cell states none in this unit. The head of its column may name the unit.
 */
export function isInTier(
  { value, unit }: StatedAmount,
  cell: string,
  head: string,
): boolean | null {
  const range = quantityIn(cell);
  if (!range || range.low === range.high || range.kind === "date") return null;
  const size = sizeIn(range, { value, unit }, head);
  return size === null ? null : range.low <= size && size <= range.high;
}

/** An amount in the unit of a range; null if they are of different kinds. */
function sizeIn(
  { kind, unit: rangeUnit }: Quantity,
  asked: StatedAmount,
  head: string,
): number | null {
  const { value, unit } = asked;
  if (unit === null) return null;
  if (kind !== null) return kind === measureOf(unit) ? value * (factorOf(unit) ?? 1) : null;
  return keysOf(`${rangeUnit} ${head}`).includes(wordKey(unit)) ? value : null;
}
