import type { BigNumber } from "mathjs";

const mostDecimals = 40;

/** A number as decimal text, whole numbers with all their digits. */
export function writeNumber(number: BigNumber): string {
  // Two thirds of the digits that are computed with: 1 / 3 * 3 is 1.
  const rounded = number.isInteger() ? number : number.toSignificantDigits(mostDecimals);
  const text = rounded.toDecimalPlaces(mostDecimals).toFixed();
  return /^-0(?:\.0+)?$/.test(text) ? "0" : text;
}

/**
 * A number as people read it: thousands set apart, and so many decimals; below 1 four digits that
 * tell something.
 */
export function showNumber(number: BigNumber, decimals = 4): string {
  const places = number.abs().lessThan(1) && !number.isZero() ? null : decimals;
  const rounded =
    places === null
      ? number.toSignificantDigits(Math.max(decimals, 2))
      : number.toDecimalPlaces(places);
  const [whole = "", fraction] = writeNumber(rounded).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
