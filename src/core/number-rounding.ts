/** A decimal number in text, times a power of ten; exact. */
export function shiftDecimal(value: string, power: number): string {
  const { negative, whole, fraction } = partsOf(value);
  const digits = whole + fraction;
  const point = whole.length + power;
  const text =
    point <= 0
      ? `0.${"0".repeat(-point)}${digits}`
      : `${digits.slice(0, point).padEnd(point, "0")}.${digits.slice(point)}`;
  return written(negative, text);
}

/**
 * A decimal number in text, rounded to a power of ten, halves away from zero: `roundDecimal("1577",
 * 1)` is "1580". Exact whatever its size.
 */
export function roundDecimal(value: string, place: number): string {
  const { negative, whole, fraction } = partsOf(value);
  if (fraction.length <= -place) return value;
  const digits = whole + fraction;
  const kept = whole.length - place;
  if (kept < 0) return "0";
  const rounded = digits.slice(0, kept) || "0";
  const up = digits.charAt(kept) >= "5";
  return shiftDecimal((negative ? "-" : "") + (up ? increment(rounded) : rounded), place);
}

function partsOf(value: string): { negative: boolean; whole: string; fraction: string } {
  const negative = value.startsWith("-");
  const [whole = "0", fraction = ""] = value.slice(negative ? 1 : 0).split(".");
  return { negative, whole, fraction };
}

function written(negative: boolean, text: string): string {
  const [whole = "", fraction = ""] = text.split(".");
  const integer = whole.replace(/^0+(?=\d)/, "") || "0";
  const end = lastNonZero(fraction) + 1;
  const value = end > 0 ? `${integer}.${fraction.slice(0, end)}` : integer;
  return negative && value !== "0" ? `-${value}` : value;
}

function lastNonZero(digits: string): number {
  let last = digits.length - 1;
  while (last >= 0 && digits.charAt(last) === "0") last--;
  return last;
}

function increment(digits: string): string {
  let last = digits.length - 1;
  while (last >= 0 && digits.charAt(last) === "9") last--;
  const zeros = "0".repeat(digits.length - 1 - last);
  if (last < 0) return `1${zeros}`;
  return digits.slice(0, last) + String(Number(digits.charAt(last)) + 1) + zeros;
}
