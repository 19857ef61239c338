import {
  glued,
  isDateDay,
  monthAfter,
  monthBefore,
  ordinalSuffix,
  percentSign,
  referenceBefore,
} from "./number-context.js";
import { type NumberReading, readDigits, settleDecimalSign } from "./number-digits.js";
import { type Digits, digitsIn, withAsciiDigits } from "./number-forms.js";
import { currencyAfter, currencyBefore, scaleAfter } from "./number-scale.js";
import type { Span } from "./span.js";

export type { NumberReading } from "./number-digits.js";

/**
 * What a number says.
 *
 * - `quantity`: how much or how many.
 * - `year`: four digits from 1900 to 2100, and nothing that makes an amount of them.
 * - `date`: the day or month of a date, or a part of a time of day.
 * - `ordinal`: "3rd".
 * - `list`: the number of a list item, or of a note in brackets.
 * - `label`: a part of a name: "Q4", "10-K", "COVID-19", "4.2.1", "page 12".
 */
export type NumberKind = "quantity" | "year" | "date" | "ordinal" | "list" | "label";

/** A number as it stands in a text. */
export interface NumberInText {
  /** As it is written, with sign, currency, percent sign and scale word: "$1.58 billion", "(5.2%)". */
  readonly text: string;
  /** Place of `text`, in UTF-16 code units. */
  readonly span: Span;
  readonly kind: NumberKind;
  /** How it may be understood, the likelier way first. "1,577" is 1577 or 1.577; "4.2.1" is nothing. */
  readonly readings: readonly NumberReading[];
  /** Power of ten of the scale word, which `readings` include: 9 for "1.58 billion"; 0 without one. */
  readonly power: number;
  /** The currency as it is written, or null. */
  readonly currency: string | null;
  /** Whether it is said to be percent. `readings` are not divided by 100. */
  readonly percent: boolean;
}

/** How digits are read. */
export interface NumberOptions {
  /** Whether "12 500" with an ordinary space is two numbers; one unless told. */
  readonly partAtSpaces?: boolean;
  /** The sign that parts decimals, where more is known than the text shows; see `decimalSignOf`. */
  readonly decimalSign?: "." | "," | undefined;
}

/**
 * Every number written with digits, in order; none overlap. Values are exact whatever their size.
 * Where a text shows which sign its decimals have ("12.5", "1.577,50"), all its numbers are read by
 * it; else "1,577" and "1.577" have two readings. A minus, or the brackets of accounts, make it
 * negative; "(5)" may be either. Scale words are known in English, German, French, Spanish,
 * Portuguese, Italian, Chinese and Japanese. Numbers that are spelled out are none.
 */
export function numbersIn(text: string, options: NumberOptions = {}): readonly NumberInText[] {
  const plain = withAsciiDigits(text);
  const found = digitsIn(plain, options.partAtSpaces ?? false);
  const decimalSign = options.decimalSign ?? signShownBy(plain, found);
  const numbers: NumberInText[] = [];
  let last = 0;
  for (const { start, digits } of found) {
    const number = describe({ text, plain, start, digits, decimalSign, from: last });
    numbers.push(number);
    last = number.span.end;
  }
  return numbers;
}

/** The sign that parts decimals in a text, as far as its numbers show it; null when none does, or both are used. */
export function decimalSignOf(text: string): "." | "," | null {
  const plain = withAsciiDigits(text);
  return signShownBy(plain, digitsIn(plain, false));
}

function signShownBy(plain: string, found: readonly Digits[]): "." | "," | null {
  // "4.2" that opens a line is rather the number of a section.
  return settleDecimalSign(
    found.filter(
      ({ start, digits }) =>
        !/^\d\d?\.\d\d?$/.test(digits) ||
        !/(?:^|\n)[ \t]*$/.test(plain.slice(Math.max(0, start - 3), start)),
    ),
  );
}

interface Place extends Digits {
  readonly text: string;
  readonly plain: string;
  readonly decimalSign: "." | "," | null;
  /** End of the number before. */
  readonly from: number;
}

const yearDigits = /^(?:19\d\d|20\d\d|2100)$/;

function describe({ text, plain, start, digits, decimalSign, from }: Place): NumberInText {
  let first = start;
  let end = start + digits.length;
  const before = (): string => plain.slice(Math.max(0, first - 24), first);
  const isFree = (match: { readonly length: number }): boolean => first - match.length >= from;

  // What stands before: "-$", "$-", "US$ ", "(", in any sensible order.
  let negative = false;
  const takeSign = (): void => {
    const sign = signBefore(before());
    if (!sign || !isFree(sign)) return;
    first -= sign.length;
    negative = sign.trim() !== "+";
  };
  takeSign();
  let front = currencyBefore(before());
  if (front && !isFree(front)) front = null;
  if (front) {
    first -= front.length;
    if (!negative) takeSign();
  }

  let currency = front?.name ?? null;
  const scaleFront = front?.power ?? 0;
  let percent = false;
  const percentAfter = percentSign(plain, end);
  if (percentAfter > 0) {
    percent = true;
    end += percentAfter;
  }
  const opening = /\([ \t]?$/.exec(before());
  let bracketed = false;
  const closing = opening && isFree(opening) ? /^[ \t]?\)/.exec(plain.slice(end, end + 2)) : null;
  if (opening && closing) {
    bracketed = true;
    first -= opening[0].length;
    end += closing[0].length;
    // "(5.2)%", "$ (1,577)".
    const percentBehind = percent ? 0 : percentSign(plain, end);
    if (percentBehind > 0) percent = true;
    end += percentBehind;
    const outer = front ? null : currencyBefore(before());
    if (outer && isFree(outer)) {
      first -= outer.length;
      currency = outer.name;
    }
  }
  let power = scaleFront;
  if (!percent) {
    const back = currencyAfter(plain, end);
    const scale = scaleAfter(plain, end, currency !== null || back !== null);
    if (scale) {
      power += scale.power;
      end += scale.length;
    }
    const behind = currency ? null : currencyAfter(plain, end);
    if (behind) {
      currency = behind.name;
      end += behind.length;
    }
  }

  const amount = currency !== null || percent || power > 0;
  const kind = kindOf({
    plain,
    start,
    end: start + digits.length,
    digits,
    amount,
    bracketed,
    negative,
  });
  const unsure = bracketed && !amount && /^\d{1,2}$|^(?:19|20)\d\d$/.test(digits);
  const values = isDotted(digits) ? [] : readDigits(digits, decimalSign, power);
  const readings = values.flatMap((reading) => {
    const opposite = { ...reading, value: negate(reading.value) };
    if (unsure) return kind === "quantity" ? [opposite, reading] : [reading, opposite];
    return [negative !== bracketed ? opposite : reading];
  });
  return {
    text: text.slice(first, end),
    span: { start: first, end },
    kind,
    readings,
    power,
    currency,
    percent,
  };
}

function negate(value: string): string {
  if (!/[1-9]/.test(value)) return value;
  return value.startsWith("-") ? value.slice(1) : `-${value}`;
}

/** A minus or plus that belongs to the number: not a hyphen within a word, a range or a date. */
function signBefore(before: string): string | null {
  const attached = /(?<![\p{L}\p{N})\]%.,/'’+\-−–‐‑])[-+−–‐‑﹣－]$/u.exec(before);
  return (attached ?? /(?<![\p{L}\p{N})\]%] ?)[−－] $/u.exec(before))?.[0] ?? null;
}

interface Surroundings {
  readonly plain: string;
  /** Place of the digits alone. */
  readonly start: number;
  readonly end: number;
  readonly digits: string;
  /** Whether a currency, a percent sign or a scale word says that it is an amount. */
  readonly amount: boolean;
  readonly bracketed: boolean;
  readonly negative: boolean;
}

function kindOf(place: Surroundings): NumberKind {
  const { plain, start, end, digits, amount, negative } = place;
  if (isDotted(digits)) return "label";
  if (amount || negative) return "quantity";
  const before = plain.slice(Math.max(0, start - 24), start);
  const after = plain.slice(end, end + 24);
  const isYear = yearDigits.test(digits);
  if (isDateDay(plain, start, end)) return isYear ? "year" : "date";
  if (!isYear && /^\d{1,2}$/.test(digits) && (monthBefore(before, after) || monthAfter(after))) {
    return "date";
  }
  if (ordinalSuffix(after)) return "ordinal";
  if (isYear && !glued(before, after, true)) return "year";
  if (glued(before, after, false)) return "label";
  if (isListMarker(place, before, after)) return "list";
  if (/^\d{1,4}$/.test(digits) && referenceBefore(before)) return "label";
  return "quantity";
}

/** "4.2.1", which has no value. */
function isDotted(digits: string): boolean {
  return /^\d+(?:\.\d+){2,}$/.test(digits) && !/^\d{1,3}(?:\.\d{3})+$/.test(digits);
}

function isListMarker({ digits, bracketed }: Surroundings, before: string, after: string): boolean {
  if (!/^\d{1,3}$/.test(digits)) return false;
  if (/\[$/.test(before) && /^\]/.test(after)) return true;
  if (!/(?:^|\n)[ \t]*\(?$/.test(before)) return false;
  return (bracketed ? /^\)\s+\p{L}/u : /^[.)](?:\s+(?=[\p{L}"“„«])|$)/u).test(after);
}
