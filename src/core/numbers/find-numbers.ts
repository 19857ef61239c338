import type { Span } from "../page.js";
import {
  currencyAfter,
  currencyBefore,
  type Digits,
  digitsIn,
  type NumberReading,
  readDigits,
  scaleAfter,
  settleDecimalSign,
  withAsciiDigits,
} from "./number-forms.js";

export type { NumberReading } from "./number-forms.js";

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
  /**
   * Whether "12 500" with an ordinary space is two numbers.
   *
   * @defaultValue one
   */
  readonly partAtSpaces?: boolean;
  /** The sign that parts decimals, where more is known than the text shows; see `decimalSignOf`. */
  readonly decimalSign?: "." | "," | undefined;
}

/**
 * Every number written with digits, in order; none overlap. Values are exact whatever their size.
 * Where a text shows which sign its decimals have ("12.5", "1.577,50"), all its numbers are read by
 * it; else "1,577" and "1.577" have two readings. A minus, or the brackets of accounts, make it
 * negative; "(5)" may be either. Scale words are known in English, German, French, Spanish,
 * Portuguese, Italian, Chinese and Japanese. Numbers that are spelled out are none. What shows nothing
 * between digits, such as a soft hyphen, parts no number: it is read as a reader sees it.
 */
export function numbersIn(text: string, options: NumberOptions = {}): readonly NumberInText[] {
  if (!unseenBetween.test(text)) return numbersSeen(text, options);
  const { seen, places } = withoutUnseen(text);
  return numbersSeen(seen, options).map((number) => {
    const { start, end } = number.span;
    const span = { start: places[start] ?? 0, end: (places[end - 1] ?? 0) + 1 };
    return { ...number, span, text: text.slice(span.start, span.end) };
  });
}

/** Format characters and soft hyphens, which show nothing, in a number (Unicode's category Cf). */
const unseenBetween = /(?<=\d\p{Cf}{0,8}[.,]?)\p{Cf}+(?=[.,]?\p{Cf}{0,8}\d)/u;
const allUnseenBetween = new RegExp(unseenBetween, "gu");

/** A text without what shows nothing inside its numbers, and where each of its characters stood. */
function withoutUnseen(text: string): { readonly seen: string; readonly places: number[] } {
  const places: number[] = [];
  let [seen, from] = ["", 0];
  const keep = (to: number): void => {
    seen += text.slice(from, to);
    for (let at = from; at < to; at++) places.push(at);
  };
  for (const { index, 0: unseen } of text.matchAll(allUnseenBetween)) {
    keep(index);
    from = index + unseen.length;
  }
  keep(text.length);
  return { seen, places };
}

function numbersSeen(text: string, options: NumberOptions): readonly NumberInText[] {
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

const percent =
  /[ \t\u00a0\u2009\u202f]?(?:[%％٪]|(?:percent(?:age)?|per cent|pct|prozent|pour cent|por ciento|por cento|per cento)(?![\p{L}\p{N}]))/iuy;

/** Length of the percent sign or word at a place, with the space before it; 0 when there is none. */
function percentSign(text: string, at: number): number {
  percent.lastIndex = at;
  return percent.exec(text)?.[0].length ?? 0;
}

const monthNames =
  "jan(?:uary|uar|vier)?|enero|feb(?:ruary|ruar)?|février|febrero|mar(?:ch|s|zo)?|märz|apr(?:il)?|avril|abril|ma[iy]|mayo|june?|juni|juin|junio|july?|juli|juillet|julio|aug(?:ust)?|août|agosto|sept?(?:ember|embre|iembre)?|o[ck]t(?:ober|obre|ubre)?|nov(?:ember|embre|iembre)?|de[cz](?:ember)?|décembre|diciembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|dezembro|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|novembre|dicembre";
const endsWithMonth = new RegExp(`(?<![\\p{L}\\p{N}])(?:${monthNames})\\.?[ \\t\\u00a0\\n]$`, "iu");
const startsWithMonth = new RegExp(
  `^\\.?(?:st|nd|rd|th)?[ \\t\\u00a0\\n](?:of |de )?(?:${monthNames})(?![\\p{L}\\p{N}])`,
  "iu",
);

/** Whether digits after `before` are the day of a month: "December 31", but not "may 12.5". */
function monthBefore(before: string, after: string): boolean {
  if (!endsWithMonth.test(before)) return false;
  // "may 5 percent": a verb unless a year, a comma or the end follows.
  return !/(?<!\p{L})may\s$/u.test(before) || /^(?:,? \d{4}|[,.;)]|$)/.test(after);
}

/** Whether digits before `after` are the day of a month: "31 December", "31. Dezember". */
function monthAfter(after: string): boolean {
  return startsWithMonth.test(after);
}

/** Dates and times of day in digits. */
const numericDates =
  /(?<![\d.,/:-])(?:(?:19|20)\d\d([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:(?:19|20)\d\d|\d\d)|(?:19|20)\d\d[-–/]\d\d|\d{1,2}:\d\d(?::\d\d)?|\d{1,2}\/(?:19|20)\d\d)(?![\d/:]|[.,-]\d)/g;

/** Whether the digits at a place are a part of a date or time written in digits. */
function isDateDay(text: string, start: number, end: number): boolean {
  if (!/[-–/.:\d]/.test(text.charAt(start - 1) + text.charAt(end)) && end - start < 6) return false;
  const from = Math.max(0, start - 10);
  for (const match of text.slice(from, end + 10).matchAll(numericDates)) {
    const at = from + match.index;
    if (at <= start && at + match[0].length >= end) return true;
  }
  return false;
}

/** Whether digits before `after` count an order: "3rd". */
function ordinalSuffix(after: string): boolean {
  return /^(?:st|nd|rd|th|ème|er|º|ª)(?![\p{L}\p{N}])/u.test(after);
}

const spacedLetter = "(?:\\p{Script=Latin}|\\p{Script=Greek}|\\p{Script=Cyrillic})";
const letterBefore = new RegExp(`${spacedLetter}$`, "u");
const nameBefore = new RegExp(`(?:${spacedLetter}[-‐‑–]|[_#])$`, "u");
const apostropheBefore = /(?:^|[\s(])['’]$/;
const nameAfter = /^[-‐‑–]\p{Lu}(?![\p{L}\p{N}])/u;

/** Whether digits are a part of a name: "Q4", "COVID-19", "10-K", "'19". `year`: whether "FY2019" and "mid-2019" are not. */
function glued(before: string, after: string, year: boolean): boolean {
  if (year) return letterBefore.test(before) && !/(?:FY|CY|fy|cy)$/.test(before);
  return (
    letterBefore.test(before) ||
    nameBefore.test(before) ||
    apostropheBefore.test(before) ||
    nameAfter.test(after)
  );
}

const references =
  /(?<![\p{L}\p{N}])(?:pages?|pp?\.|note|item|section|table|figure|chapter|exhibit|appendix|part|no\.|nos\.|nr\.|seiten?|kapitel|abschnitt|tabelle|página|nº|n°|§)[ \u00a0]?$/iu;

/** Whether `before` says that digits name a place or a thing: "page ", "Note ". */
function referenceBefore(before: string): boolean {
  return references.test(before);
}
