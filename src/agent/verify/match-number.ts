import { roundDecimal, shiftDecimal } from "../../core/number-rounding.js";
import type { NumberInText, NumberReading } from "../../core/numbers.js";
import { negativeIsSaid } from "./sign-words.js";

/** A number that a claim may be backed by. */
export interface BackingNumber {
  readonly number: Pick<NumberInText, "kind" | "power" | "currency" | "percent"> & {
    readonly readings: readonly Pick<NumberReading, "value">[];
  };
  /** What stands before it: the label of its row, or its sentence. */
  readonly label: string;
  /** Powers of ten by which it may be multiplied, since its page states them; see `scalesOf`. */
  readonly scales: readonly number[];
}

/** A number of a sentence. */
export interface ClaimedNumber {
  readonly number: NumberInText;
  readonly sentence: string;
  readonly question: string;
}

/** How far rounding may take a number away from itself. */
const mostRounding = 0.05;

/**
 * Whether a number of a sentence says what another one does: the same value, or what it rounds to
 * with the digits the sentence shows; in a table's scale where the sentence has a scale word; as
 * percent or as a fraction; with its sign, or in words that say the sign.
 */
export function isBackedBy(claim: ClaimedNumber, backing: BackingNumber): boolean {
  const { number } = claim;
  if (!mayBeAlike(number, backing.number)) return false;
  return number.readings.some((claimed) =>
    backing.number.readings.some(({ value }) => {
      const signsAgree = isNegative(claimed.value) === isNegative(value);
      if (!signsAgree && !negativeIsSaid(claim, backing.label, claimed.value)) return false;
      const shifts = shiftsBetween(number, claimed, backing, value);
      return shifts.some((shift) => roundsTo(shiftDecimal(value, shift), claimed, number));
    }),
  );
}

function mayBeAlike(
  claim: NumberInText,
  { kind, currency, percent }: BackingNumber["number"],
): boolean {
  if (kind !== "quantity" && kind !== "year") return false;
  if (kind === "year" && (claim.currency || claim.percent || claim.power > 0)) return false;
  if (percent && (claim.currency || claim.power > 0)) return false;
  if (claim.percent && currency) return false;
  const [one, other] = [currencyFamily(claim.currency), currencyFamily(currency)];
  return one === null || other === null || one === other;
}

/** By which powers of ten the backing number may be scaled to be compared. */
function shiftsBetween(
  claim: NumberInText,
  claimed: NumberReading,
  { number, scales }: BackingNumber,
  value: string,
): readonly number[] {
  const shifts = [0];
  if (number.kind === "year") return shifts;
  if (claim.percent && !number.percent && value.includes(".")) shifts.push(2);
  if (number.percent && !claim.percent && claimed.value.includes(".")) shifts.push(-2);
  if (claim.percent || number.percent || number.power > 0) return shifts;
  const writtenOut = claimed.lastPlace === 0 && claimed.value.endsWith("000");
  return claim.power > 0 || writtenOut ? [...shifts, ...scales] : shifts;
}

function roundsTo(value: string, claimed: NumberReading, claim: NumberInText): boolean {
  const [size, wanted] = [magnitude(value), magnitude(claimed.value)];
  if (size === wanted) return true;
  // "7 countries" is a count.
  const isCount =
    !claim.currency && !claim.percent && claim.power === 0 && /^\d{1,2}$/.test(wanted);
  if (isCount || roundDecimal(size, claimed.lastPlace) !== wanted) return false;
  return Math.abs(Number(size) - Number(wanted)) <= mostRounding * Number(size);
}

function isNegative(value: string): boolean {
  return value.startsWith("-");
}

function magnitude(value: string): string {
  return isNegative(value) ? value.slice(1) : value;
}

function currencyFamily(currency: string | null): string | null {
  if (currency === null) return null;
  const name = currency.toLowerCase();
  if (/\$|usd|dollar/.test(name)) return "$";
  if (/€|eur/.test(name)) return "€";
  if (/£|gbp|pound/.test(name)) return "£";
  return /¥|jpy|cny|rmb|yen/.test(name) ? "¥" : null;
}
