import { roundDecimal, shiftDecimal } from "../../core/number-rounding.js";
import type { NumberInText, NumberReading } from "../../core/numbers.js";
import { saysNegative } from "./sign-words.js";

/** A number that a claim may be backed by. */
export interface BackingNumber {
  readonly number: Pick<NumberInText, "kind" | "power" | "currency" | "percent"> & {
    readonly readings: readonly Pick<NumberReading, "value">[];
  };
  /** The line it stands on. */
  readonly line: string;
  /** Powers of ten that its page states for its tables, "in millions"; empty when it states none. */
  readonly scales: readonly number[];
}

/** A number of a sentence. */
export interface ClaimedNumber {
  readonly number: NumberInText;
  /** Whether its sentence speaks of something that accounts write as a negative. */
  readonly saysNegative: boolean;
}

/** How far rounding may take a number away from itself. */
const mostRounding = 0.05;

/** Powers of ten that tables are scaled by. */
const tableScales = [3, 6, 9, 12];

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
      if (!signsAgree && !signIsSaid(claim, backing, claimed)) return false;
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

function signIsSaid(
  claim: ClaimedNumber,
  { line }: BackingNumber,
  claimed: NumberReading,
): boolean {
  return isNegative(claimed.value) ? saysNegative(line) : claim.saysNegative;
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
  const writtenOut = claimed.lastPlace === 0 && /[1-9]\d*000$/.test(claimed.value);
  if (claim.power === 0 && !writtenOut) return shifts;
  if (scales.length > 0) shifts.push(...scales);
  // No scale is stated on the page; a short number would be alike by chance.
  else if (significantDigits(value) >= 3) shifts.push(...tableScales);
  return shifts;
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

function significantDigits(value: string): number {
  return value.replace(/^-?0?\.?0*/, "").replace(".", "").length;
}

function currencyFamily(currency: string | null): string | null {
  if (currency === null) return null;
  const name = currency.toLowerCase();
  if (/\$|usd|dollar/.test(name)) return "$";
  if (/€|eur/.test(name)) return "€";
  if (/£|gbp|pound/.test(name)) return "£";
  return /¥|jpy|cny|rmb|yen/.test(name) ? "¥" : null;
}
