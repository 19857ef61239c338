import type { NumberInText } from "./find-numbers.js";

/** Words after which a number is part of a sentence, not of a table row. */
const joining =
  /(?<![a-zß-ɏḀ-ỿ\p{N}])(?:was|were|is|are|be|been|of|to|from|by|at|about|approximately|around|nearly|almost|over|under|than|and|or|with|for|only|just|had|has|have|paid|received|totall?ed|totall?ing|reached|earned|spent|cost|costs|exceeded|rose|fell|grew|war|waren|betrug|betrugen|beträgt|von|auf|um|bei|und|ist|était|est|de|à|et|fue|fueron|es|era|y|a)[ \t]*$/iu;

/** The text before and after a number, on the same line and in the same cell. */
function settingOf(
  text: string,
  { start, end }: NumberInText["span"],
): { readonly before: string; readonly after: string } {
  return {
    before: /(?<![^\n\t|])[^\n\t|]*$/u.exec(text.slice(Math.max(0, start - 300), start))?.[0] ?? "",
    after: /^[^\n\t|]*/u.exec(text.slice(end, end + 300))?.[0] ?? "",
  };
}

/**
 * Whether a number is part of a sentence: words follow it on its line and in its cell, a sentence
 * ends after it, or a word such as "was" precedes it. A number after a label, or among numbers, is
 * a cell.
 */
export function isInRunningText(text: string, span: NumberInText["span"]): boolean {
  const { before, after } = settingOf(text, span);
  // "(a)" and similar marks refer to notes.
  const rest = after.replace(/[([]\p{Alpha}[)\]]/gu, "");
  return /\p{Alpha}{2}/u.test(rest) || /^[.;!?](?:\s|$)/.test(rest) || joining.test(before);
}

/**
 * The powers of ten by which a number may be multiplied: those that its page states. None if the
 * number has a scale word, is a percentage, or is a currency amount in running text, which is meant
 * as written.
 */
export function scalesOf(
  { span, power, percent, currency, kind }: NumberInText,
  text: string,
  stated: readonly number[],
): readonly number[] {
  if (power > 0 || percent || kind !== "quantity" || stated.length === 0) return [];
  return currency !== null && isInRunningText(text, span) ? [] : stated;
}

/** A decimal string times a power of ten; exact. */
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

/** A decimal string rounded exactly, halves away from zero: `roundDecimal("1577", 1)` is "1580". */
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
