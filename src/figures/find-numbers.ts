import { asRead, type Span } from "../core/index.js";
import { agreesWith, currencyAfter, currencyBefore, isAmbiguous } from "./currencies.js";
import { monthName } from "./months.js";
import {
  type Digits,
  digitsIn,
  type NumberReading,
  oddScaleAfter,
  percentWords,
  readDigits,
  scaleAfter,
  settleDecimalSign,
} from "./number-forms.js";

export type { NumberReading } from "./number-forms.js";

/**
 * The meaning of a number.
 *
 * - `quantity`: how much or how many.
 * - `year`: four digits from 1900 to 2100 that nothing marks as an amount.
 * - `date`: the day or month of a date, or a part of a time of day.
 * - `ordinal`: "3rd".
 * - `list`: the number of a list item, or of a note in brackets.
 * - `label`: a part of a name: "Q4", "10-K", "COVID-19", "4.2.1", "page 12".
 */
export type NumberKind = "quantity" | "year" | "date" | "ordinal" | "list" | "label";

export interface NumberInText {
  /** As written, with sign, currency, percent sign and scale word: "$1.58 billion", "(5.2%)". */
  readonly text: string;
  /** Position of `text`, in UTF-16 code units. */
  readonly span: Span;
  readonly kind: NumberKind;
  /**
   * Possible readings, the likelier one first. "1,577" is 1577 or 1.577. Empty if the number has no
   * value ("4.2.1") or one that cannot be determined: "2⅓", "10⁶", "5OO", "5 million billion".
   */
  readonly readings: readonly NumberReading[];
  /** Power of ten of the scale word, which `readings` include: 9 for "1.58 billion", else 0. */
  readonly power: number;
  readonly currency: string | null;
  /** True if the number is a percentage. `readings` are not divided by 100. */
  readonly percent: boolean;
}

/** How digits are read. */
export interface NumberOptions {
  /**
   * Whether "12 500" with an ordinary space is two numbers.
   *
   * @defaultValue `false`
   */
  readonly partAtSpaces?: boolean;
  /** The decimal separator, if more is known than the text shows; see `decimalSignOf`. */
  readonly decimalSign?: "." | "," | undefined;
  /**
   * Whether a scale word may follow a footnote mark after a number, as in documents: "45³ million".
   * In an answer, a raised digit may be a power.
   *
   * @defaultValue `false`
   */
  readonly skipNoteMarks?: boolean;
}

/**
 * Returns every number written with digits, in order, without overlaps. Digits are read as `asRead`
 * does. Values are exact regardless of their size. If a text shows its decimal separator ("12.5",
 * "1.577,50"), it applies to all its numbers; else "1,577" and "1.577" have two readings. A minus
 * or accounting brackets make a number negative; "(5)" may be either. Scale words are known in
 * English, German, French, Spanish, Portuguese, Italian, Russian, Chinese, Japanese and Korean.
 * Spelled-out numbers are not included.
 */
export function numbersIn(text: string, options: NumberOptions = {}): readonly NumberInText[] {
  const read = asRead(text);
  const numbers = numbersSeen(read.text, options);
  const { starts, ends } = read;
  if (!starts || !ends) return numbers;
  return numbers.map((number) => {
    const { start, end } = number.span;
    const span = { start: starts[start] ?? 0, end: ends[end - 1] ?? 0 };
    return { ...number, span, text: text.slice(span.start, span.end) };
  });
}

function numbersSeen(plain: string, options: NumberOptions): readonly NumberInText[] {
  const found = digitsIn(plain, options.partAtSpaces ?? false);
  const decimalSign = options.decimalSign ?? signShownBy(plain, found);
  const numbers: NumberInText[] = [];
  const notes = { skipNoteMarks: options.skipNoteMarks ?? false };
  let last = 0;
  for (const { start, digits } of found) {
    const place = { plain, start, digits, decimalSign, from: last, ...notes };
    const number = new NumberReader(place).read();
    const before = numbers.at(-1);
    const whole = before && joined(before, number, plain);
    if (whole) numbers[numbers.length - 1] = whole;
    else numbers.push(number);
    last = number.span.end;
  }
  return numbers;
}

/** "5億3000万" as one number; null if the two are separate. */
function joined(one: NumberInText, other: NumberInText, plain: string): NumberInText | null {
  if (one.span.end !== other.span.start || one.power <= other.power) return null;
  if (!/[十百千万萬億亿兆백천만억조]$/.test(one.text)) return null;
  const [first, second] = [one.readings[0]?.value, other.readings[0]?.value];
  if (!/^-?\d+$/.test(first ?? "") || !/^\d+$/.test(second ?? "")) return null;
  const size = BigInt(first ?? 0);
  const sum = size < 0n ? size - BigInt(second ?? 0) : size + BigInt(second ?? 0);
  const { currency, percent } = other;
  const span = { start: one.span.start, end: other.span.end };
  return {
    ...one,
    text: plain.slice(span.start, span.end),
    span,
    readings: [{ value: String(sum), lastPlace: other.readings[0]?.lastPlace ?? 0 }],
    currency: one.currency ?? currency,
    percent,
  };
}

/** The decimal separator of a text, judging by its numbers; null if they show none, or both. */
export function decimalSignOf(text: string): "." | "," | null {
  const plain = asRead(text).text;
  return signShownBy(plain, digitsIn(plain, false));
}

function signShownBy(plain: string, found: readonly Digits[]): "." | "," | null {
  // "4.2" at the start of a line is more likely a section number.
  return settleDecimalSign(
    found.filter(
      ({ start, digits }) =>
        !/^\d\d?\.\d\d?$/.test(digits) ||
        !/(?:^|\n)[ \t]*$/.test(plain.slice(Math.max(0, start - 3), start)),
    ),
  );
}

interface Place extends Digits {
  /** The text as `asRead` returns it. */
  readonly plain: string;
  readonly decimalSign: "." | "," | null;
  /** End of the previous number. */
  readonly from: number;
  /** See `NumberOptions`. */
  readonly skipNoteMarks: boolean;
}

const yearDigits = /^(?:19\d\d|20\d\d|2100)$/;

/** Reads what belongs to the digits of a number, before and behind them, step by step. */
class NumberReader {
  readonly #place: Place;
  #first: number;
  #end: number;
  #negative = false;
  #bracketed = false;
  #percent = false;
  #currency: string | null = null;
  #power = 0;
  #isReadable: boolean;

  constructor(place: Place) {
    const { plain, start, digits } = place;
    this.#place = place;
    this.#first = start;
    this.#end = start + digits.length;
    this.#isReadable = !isDisguised(plain, start, this.#end);
  }

  read(): NumberInText {
    const front = this.#takeFront();
    this.#takePercentSign();
    this.#takeBrackets(front);
    if (!this.#percent) this.#takeScaleAndCurrency();
    this.#takeOddScale();
    this.#takeStatingBrackets();
    if (!this.#negative && !this.#bracketed) this.#takeSignBehind();
    return this.#number();
  }

  get #before(): string {
    return this.#place.plain.slice(Math.max(0, this.#first - 24), this.#first);
  }

  #isFree({ length }: { readonly length: number }): boolean {
    return this.#first - length >= this.#place.from;
  }

  #takeSign(): void {
    const sign = signBefore(this.#before);
    if (!sign || !this.#isFree(sign)) return;
    this.#first -= sign.length;
    this.#negative = sign.trim() !== "+";
  }

  /** The text before the digits: "-$", "$-", "US$ ", in any sensible order. True for a currency. */
  #takeFront(): boolean {
    this.#takeSign();
    const front = currencyBefore(this.#before);
    if (!front || !this.#isFree(front)) return false;
    this.#first -= front.length;
    if (!this.#negative) this.#takeSign();
    this.#currency = front.name;
    this.#power = front.power;
    return true;
  }

  #takePercentSign(): void {
    const length = percentSign(this.#place.plain, this.#end);
    if (length > 0) this.#percent = true;
    this.#end += length;
  }

  /** "(5.2)", "(5.2)%", "$ (1,577)". */
  #takeBrackets(hasFront: boolean): void {
    const { plain } = this.#place;
    const opening = /\([ \t]?$/.exec(this.#before);
    if (!opening || !this.#isFree(opening)) return;
    const closing = /^[ \t]?\)/.exec(plain.slice(this.#end, this.#end + 2));
    if (!closing) return;
    this.#bracketed = true;
    this.#first -= opening[0].length;
    this.#end += closing[0].length;
    if (!this.#percent) this.#takePercentSign();
    const outer = hasFront ? null : currencyBefore(this.#before);
    if (!outer || !this.#isFree(outer)) return;
    this.#first -= outer.length;
    this.#currency = outer.name;
  }

  #takeScaleAndCurrency(): void {
    const { plain, skipNoteMarks } = this.#place;
    const note = skipNoteMarks ? noteMark.exec(plain.slice(this.#end, this.#end + 16)) : null;
    let at = this.#end + (note?.[0].length ?? 0);
    const scale = scaleAfter(
      plain,
      at,
      this.#currency !== null || currencyAfter(plain, at) !== null,
    );
    if (scale) {
      this.#power += scale.power;
      at += scale.length;
      this.#end = at;
    }
    const behind = currencyAfter(plain, at);
    if (!behind) return;
    const front = this.#currency;
    if (front !== null && areApart(front, behind.name)) this.#isReadable = false;
    if (front === null || isMoreExact(behind.name, front)) this.#currency = behind.name;
    if (!this.#isReadable || this.#currency === behind.name) this.#end = at + behind.length;
  }

  #takeOddScale(): void {
    const odd = this.#percent ? 0 : oddScaleAfter(this.#place.plain, this.#end, this.#power > 0);
    if (odd > 0) this.#isReadable = false;
    this.#end += odd;
  }

  /** "was ($4.5 million)". */
  #takeStatingBrackets(): void {
    const before = this.#before;
    if (this.#bracketed || !before.endsWith("(")) return;
    if (this.#place.plain.charAt(this.#end) !== ")" || !stating.test(before.slice(0, -1))) return;
    this.#bracketed = true;
    this.#first--;
    this.#end++;
  }

  #takeSignBehind(): void {
    const sign = signAfter(this.#place.plain, this.#end);
    this.#negative = sign > 0;
    this.#end += sign;
  }

  #number(): NumberInText {
    const { plain, start, digits, decimalSign } = this.#place;
    const [power, currency, percent] = [this.#power, this.#currency, this.#percent];
    const [negative, bracketed] = [this.#negative, this.#bracketed];
    const amount = currency !== null || percent || power > 0;
    const end = start + digits.length;
    const kind = kindOf({ plain, start, end, digits, amount, bracketed, negative });
    const unsure =
      bracketed &&
      !amount &&
      /^\d{1,2}$|^(?:19|20)\d\d$/.test(digits) &&
      !stating.test(this.#before);
    const isRead = this.#isReadable && !isDotted(digits);
    const values = isRead ? readDigits(digits, decimalSign, power) : [];
    const readings = values.flatMap((reading) => {
      const opposite = { ...reading, value: negate(reading.value) };
      if (unsure) return kind === "quantity" ? [opposite, reading] : [reading, opposite];
      return [negative !== bracketed ? opposite : reading];
    });
    const span = { start: this.#first, end: this.#end };
    const text = plain.slice(span.start, span.end);
    return { text, span, kind, readings, power, currency, percent };
  }
}

/** Raised footnote numbers, or a raised letter, before a space. */
const noteMark = /^(?:[⁰¹²³⁴-⁹]{1,2}(?:[,;] ?[⁰¹²³⁴-⁹]{1,2})*|\^\p{Lowercase})(?=[ \u00a0\u202f])/u;

function negate(value: string): string {
  if (!/[1-9]/.test(value)) return value;
  return value.startsWith("-") ? value.slice(1) : `-${value}`;
}

const minusSigns = "−⁻₋➖˗﹘⁒﹣－";
const dashes = `\\-–‐‑‒—―${minusSigns}`;
const attachedSign = new RegExp(`(?<![\\p{Alpha}\\p{N})\\]%.,/'’+${dashes}])[+${dashes}]$`, "u");
const spacedMinus = new RegExp(`(?<![\\p{Alpha}\\p{N})\\]%] ?)[${minusSigns}] $`, "u");
/** Verbs and signs that introduce an amount, so that a dash or brackets after them are its sign. */
const stating =
  /(?:(?<![\p{Alpha}\p{N}])(?:was|were|is|are|had|has|of|to|at|reached|totall?ed|equals|war|waren|betrug|betrugen|beträgt|est|était|fue|fueron|es|era|foi|è|составил[аио]?)|[:=]) ?$/iu;
const statedDash = new RegExp(`[${dashes}] ?$`, "u");
/** "minus 5", but not "12 minus 5", "plus or minus 5" or "au moins 5". */
const minusWord =
  /(?<![\p{Alpha}\p{N}]|[\p{N}%)] |(?:or|oder|ou|o|und|and|au|al|lo|ao|le|du) |\/)(?:minus|negative|moins|menos|meno|минус)[ \u00a0]$/iu;

/** A minus or plus that belongs to the number: not a hyphen within a word, a range or a date. */
function signBefore(before: string): string | null {
  const sign = attachedSign.exec(before) ?? spacedMinus.exec(before) ?? minusWord.exec(before);
  if (sign) return sign[0];
  const dash = statedDash.exec(before);
  return dash && stating.test(before.slice(0, dash.index)) ? dash[0] : null;
}

/** Length of a minus after a number, as in accounts, but not of the hyphen in "5-year". */
function signAfter(text: string, at: number): number {
  const after = text.slice(at, at + 4);
  return (
    /^ ?[−➖](?![ \t]?[\p{Sc}\d(])/u.exec(after)?.[0].length ??
    (/^-(?:$|[.;)\]\t])(?!\d)/.test(after) ? 1 : 0)
  );
}

/** True if two currencies are stated: "$45 million CHF", but not "US$45 million dollars". */
function areApart(one: string, other: string): boolean {
  return !isAmbiguous(other) && !agreesWith(one, other) && !agreesWith(other, one);
}

/** True if one name of a currency settles what another may mean: "CAD" after "$". */
function isMoreExact(one: string, other: string): boolean {
  return agreesWith(other, one) && !agreesWith(one, other);
}

/** Letters that look like 0 and 1. */
const lookalikes = "OoОоΟοIl|ІӀΙ";
const lookalikeAfter = new RegExp(`^(?:[.,'’]?[${lookalikes}])+[\\d.,]*(?!\\p{Alpha})`, "u");
const lookalikeBefore = new RegExp(`(?<!\\p{Alpha})[${lookalikes}][.,'’]$`, "u");

/**
 * Whether digits are disguised as another number: by letters in place of digits ("5OO", "1,ooo"),
 * by a mark over or through them, or by raised digits that make a power ("10⁶").
 */
function isDisguised(plain: string, start: number, end: number): boolean {
  const after = plain.slice(end, end + 24);
  if (/^\p{M}/u.test(after)) return true;
  // "5l" may be five litres.
  const letters = lookalikeAfter.exec(after)?.[0] ?? "";
  if (letters !== "" && letters.replace(/(?<![.,])[.,]+$/, "") !== "l") return true;
  if (lookalikeBefore.test(plain.slice(Math.max(0, start - 3), start))) return true;
  return /^[⁰¹²³⁴-⁹⁺⁻]/u.test(after) && /^(?:10|2)$/.test(plain.slice(start, end));
}

interface Surroundings {
  readonly plain: string;
  /** Position of the digits alone. */
  readonly start: number;
  readonly end: number;
  readonly digits: string;
  /** True if a currency, a percent sign or a scale word marks the number as an amount. */
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
  const isYear = yearDigits.test(digits) || isOldYear(digits, before, after);
  if (isDateDay(plain, start, end)) return isYear ? "year" : "date";
  if (
    !isYear &&
    /^\d{1,2}$/.test(digits) &&
    (monthBefore(before, after) || startsWithMonth.test(after))
  ) {
    return "date";
  }
  if (ordinalSuffix.test(after)) return "ordinal";
  if (isYear && !glued(before, after, true)) return "year";
  if (glued(before, after, false)) return "label";
  if (isListMarker(place, before, after)) return "list";
  if (/^\d{1,4}$/.test(digits) && references.test(before)) return "label";
  return "quantity";
}

/** Years before 1900 look like quantities, unless "in" or "since" precedes and no noun follows. */
const beforeYear =
  /(?<![a-zß-ɏḀ-ỿ])(?:in|since|until|till|by|from|before|after|around|circa|c\.|ca\.|year|im|seit|bis|von|um|jahre?|en|depuis|dès|vers|desde|hasta|hacia|año) $/iu;
const afterYear =
  /^(?:$|[,.;:)\]?!\n]| (?:and|but|when|where|while|which|who|by|at|as|in|on|to|until|for|with|under|after|before|because|it|he|she|they|the|an?|was|were|had|und|als|wo|von|bis|durch|mit|unter|der|die|das|et|par|à|avec|sous|le|la|les|y|por|con|el|los)(?![a-zß-ɏḀ-ỿ]))/iu;

function isOldYear(digits: string, before: string, after: string): boolean {
  return /^1[0-8]\d\d$/.test(digits) && beforeYear.test(before) && afterYear.test(after);
}

/** "4.2.1", which has no value. */
function isDotted(digits: string): boolean {
  return /^\d+(?:\.\d+){2,}$/.test(digits) && !/^\d{1,3}(?:\.\d{3})+$/.test(digits);
}

function isListMarker({ digits, bracketed }: Surroundings, before: string, after: string): boolean {
  if (!/^\d{1,3}$/.test(digits)) return false;
  if (/\[$/.test(before) && /^\]/.test(after)) return isNote(before.slice(0, -1), after.slice(1));
  if (!/(?:^|\n)[ \t]*\(?$/.test(before)) return false;
  return (bracketed ? /^\)\s+\p{Alpha}/u : /^[.)](?:\s+(?=[\p{Alpha}"“„«])|$)/u).test(after);
}

/** Words that continue a sentence after a footnote mark: "text [1] and more". */
const goesOn =
  /^ (?:and|or|but|while|which|that|who|is|was|are|were|has|have|had|says?|states?|shows?|notes?|gives?|reports?|with|for|in|on|at|as|by|to|from|of|und|oder|et|ou|y|o|e)(?!\p{Alpha})/u;

/** True if a number in square brackets is a footnote mark and not part of the sentence. */
function isNote(before: string, after: string): boolean {
  if (percentSign(after, 0) > 0 || currencyAfter(after, 0) || scaleAfter(after, 0, false)) {
    return false;
  }
  if (currencyBefore(before) || statingVerb.test(before)) return false;
  return !(/\p{Alpha} $/u.test(before) && /^ \p{Lowercase}/u.test(after)) || goesOn.test(after);
}

/** Words that a footnote mark never follows; unlike `stating`, without "of" and "to". */
const statingVerb =
  /(?<![a-zß-ɏḀ-ỿ\p{N}])(?:was|were|is|are|had|has|reached|totall?ed|equals|war|waren|betrug|est|était|fue|es|era|foi|è) ?$/iu;

const percent = new RegExp(
  `[ \\t\\u00a0\\u2009\\u202f]?(?:[%％٪]|(?:${percentWords})(?![\\p{Alpha}\\p{N}]))`,
  "iuy",
);

/** Length of the percent sign or word at a position, with the space before it; 0 if none. */
function percentSign(text: string, at: number): number {
  percent.lastIndex = at;
  return percent.exec(text)?.[0].length ?? 0;
}

const endsWithMonth = new RegExp(
  `(?<![a-zß-ɏḀ-ỿ\\p{N}])(?:${monthName})\\.?[ \\t\\u00a0\\n]$`,
  "iu",
);
/** The month after the day of a date: "31 December", "31. Dezember". */
const startsWithMonth = new RegExp(
  `^\\.?(?:st|nd|rd|th)?[ \\t\\u00a0\\n](?:of |de )?(?:${monthName})(?![a-zß-ɏḀ-ỿ\\p{N}])`,
  "iu",
);

/** True if digits after `before` are the day of a month: "December 31", but not "may 12.5". */
function monthBefore(before: string, after: string): boolean {
  if (!endsWithMonth.test(before)) return false;
  // "may 5 percent": "may" is a verb unless a year, a comma or the end follows.
  return !/(?<!\p{Alpha})may\s$/u.test(before) || /^(?:,? \d{4}|[,.;)]|$)/.test(after);
}

/** Dates and times of day written in digits. */
const numericDates =
  /(?<![\d.,/:-])(?:(?:19|20)\d\d([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:(?:19|20)\d\d|\d\d)|(?:19|20)\d\d[-–/]\d\d|\d{1,2}:\d\d(?::\d\d)?|\d{1,2}\/(?:19|20)\d\d)(?![\d/:]|[.,-]\d)/g;

/** True if the digits at a position are part of a date or time written in digits. */
function isDateDay(text: string, start: number, end: number): boolean {
  if (!/[-–/.:\d]/.test(text.charAt(start - 1) + text.charAt(end)) && end - start < 6) return false;
  const from = Math.max(0, start - 10);
  for (const match of text.slice(from, end + 10).matchAll(numericDates)) {
    const at = from + match.index;
    if (at <= start && at + match[0].length >= end) return true;
  }
  return false;
}

/** Suffixes that make the digits before them an ordinal: "3rd". */
const ordinalSuffix = /^(?:st|nd|rd|th|ème|er|º|ª)(?![\p{Alpha}\p{N}])/u;

const spacedLetter = "(?:\\p{Script=Latin}|\\p{Script=Greek}|\\p{Script=Cyrillic})";
const letterBefore = new RegExp(`${spacedLetter}$`, "u");
const nameBefore = new RegExp(`(?:${spacedLetter}[-‐‑–]|[_#])$`, "u");
const apostropheBefore = /(?:^|[\s(])['’]$/;
const nameAfter = /^[-‐‑–]\p{Uppercase}(?![\p{Alpha}\p{N}])/u;

/**
 * True if digits are part of a name: "Q4", "COVID-19", "10-K", "'19". `year`: whether the digits
 * are a year, so that "FY2019" and "mid-2019" do not count.
 */
function glued(before: string, after: string, year: boolean): boolean {
  if (year) return letterBefore.test(before) && !/(?:FY|CY|fy|cy)$/.test(before);
  return (
    letterBefore.test(before) ||
    nameBefore.test(before) ||
    apostropheBefore.test(before) ||
    nameAfter.test(after)
  );
}

/** Words that mark the digits after them as a reference: "page ", "Note ". */
const references =
  /(?<![a-zß-ɏḀ-ỿ\p{N}])(?:pages?|pp?\.|note|item|section|table|figure|chapter|exhibit|appendix|part|no\.|nos\.|nr\.|seiten?|kapitel|abschnitt|tabelle|página|nº|n°|§)[ \u00a0]?$/iu;
