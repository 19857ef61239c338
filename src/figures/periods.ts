import { monthsOf, type Span, type TablePeriod } from "../core/index.js";
import { monthName, monthOf } from "./months.js";

/** Ordinals in words, starting with the first. */
export const ordinals: readonly string[] =
  "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");

/** A year, or a part of one, that a text names; positions are in UTF-16 code units. */
export interface PeriodInText {
  /** Null for a part of a year that the text does not name. */
  readonly year: number | null;
  /** 1 to 4; null for a year or half a year. */
  readonly quarter: number | null;
  /** 1 or 2; null for a year or a quarter. */
  readonly half: number | null;
  readonly start: number;
  readonly end: number;
}

const partOfYear = `(?<![a-zß-ɏḀ-ỿ\\p{N}])(?:([QH])([1-4])|([1-4])([QH])|(${ordinals.slice(0, 4).join("|")}|[1-4](?:st|nd|rd|th))[ \\n-](?:fiscal )?(quarter|half)|([1-4])\\. (Quartal))`;
const fiscal = "FY|fiscal(?: year)?|financial year";
const endOfYear = "(?!\\d|[.,]\\d|%)";
const ofYear = [
  `[\\s,'’/-]{0,3}(?:(?:of|in|for) )?(?:the )?(?:${fiscal})?\\s?['’]?((?:19|20)\\d\\d)${endOfYear}`,
  `[ \\n]?[-/'’]?[ ]?(?:(?:of |in )?FY ?)?['’]?(\\d\\d)${endOfYear}`,
].join("|");
const yearForms = [
  "(?:FY|CY|F\\.Y\\.)\\s?['’]?((?:19|20)\\d\\d|\\d\\d)(?!\\d)",
  "(?:fiscal(?: year)?|financial year)\\s?(?:((?:19|20)\\d\\d)|['’](\\d\\d))(?!\\d)",
  `(?<![\\d.,$€£])((?:19|20)\\d\\d)${endOfYear}`,
].join("|");
const periodForms = new RegExp(`${partOfYear}(?:${ofYear}|(?![a-zß-ɏḀ-ỿ]))|${yearForms}`, "giu");

/** The years, quarters and halves that a text names, in order: "2019", "FY22", "Q3 2023". */
export function periodsIn(text: string): PeriodInText[] {
  return [...text.matchAll(periodForms)].map((match) => {
    const [whole, letter, n, m, sign, ordinal, word, nth, quartal, ...years] = match;
    const kind = (letter ?? sign ?? word ?? quartal)?.charAt(0).toLowerCase();
    const number = Number(n ?? m ?? nth ?? (ordinal && ordinalOf(ordinal)));
    const digits = years.slice(0, yearGroups).find((year) => year !== undefined);
    return {
      year: digits === undefined ? null : Number(digits.length === 2 ? `20${digits}` : digits),
      quarter: kind === "q" ? number : null,
      half: kind === "h" ? number : null,
      start: match.index,
      end: match.index + whole.length,
    };
  });
}

/** Number of groups in `periodForms` that contain a year. */
const yearGroups = 6;

/** The number of an ordinal in words or digits: "third" and "3rd" are "3". */
export function ordinalOf(word: string): string {
  const place = ordinals.indexOf(word.toLowerCase());
  return place < 0 ? word.replace(/\D/g, "") : String(place + 1);
}

/** The text between the first and the last year of a range: "FY2017 - FY2019". */
const rangeOfYears =
  /((?:19|20)\d\d)\s*(?:-|–|to|through|until|and|bis|und|à|et|a|y)\s*(?:FY ?|fiscal (?:year )?)?((?:19|20)\d\d)/giu;
const longestRange = 20;

export function yearsIn(text: string): number[] {
  const named = periodsIn(text).flatMap(({ year }) => year ?? []);
  const between = [...text.matchAll(rangeOfYears)].flatMap(([, first, last]) =>
    Array.from(
      { length: Math.min(Math.max(Number(last) - Number(first) - 1, 0), longestRange) },
      (_, index) => Number(first) + 1 + index,
    ),
  );
  return [...named, ...between];
}

/** A day of the year as written in a text. */
export interface DateInText extends Span {
  readonly text: string;
  /** Null if the date itself has no year in digits. */
  readonly year: number | null;
  /** Month and day; two pairs if "3/4" may be either. */
  readonly days: readonly { readonly month: number; readonly day: number }[];
}

const day = "(\\d{1,2})(?!\\d|\\.\\d|,\\d{3}(?!\\d))";
const anyMonth = `(?<![a-zß-ɏḀ-ỿ])(${monthName})(?![a-zß-ɏḀ-ỿ])\\.?`;
const dates = new RegExp(
  [
    `${anyMonth}[ \\t\\n\\u00a0]${day}(?:st|nd|rd|th)?(?:[ \\u00a0]?(?:-|–|and|to)[ \\u00a0]?${day})?`,
    `(?<![\\d.,])(\\d{1,2})\\.?(?:st|nd|rd|th|er)?[ \\t\\n\\u00a0](?:of |de )?${anyMonth}`,
    "(?<![\\d.,/:-])((?:19|20)\\d\\d)([-/.])(\\d{1,2})\\7(\\d{1,2})(?!\\d)",
    "(?<![\\d.,/:-])(\\d{1,2})([-/.])(\\d{1,2})\\11((?:19|20)\\d\\d|\\d\\d)(?!\\d)",
  ].join("|"),
  "giu",
);

/** The dates in a text that have a month and a day, in words or digits. */
export function datesIn(text: string): readonly DateInText[] {
  return [...text.matchAll(dates)].flatMap((match): readonly DateInText[] => {
    const [whole, first, one, two, other, second, iso, , isoMonth, isoDay, a, sign, b, end] = match;
    const month = monthOf(first ?? second ?? "");
    const dayFirst = dayOf(Number(b), Number(a));
    // With full stops as separators, the day comes first.
    const ofDigits =
      sign === "." && dayFirst.length > 0
        ? dayFirst
        : [...dayOf(Number(a), Number(b)), ...dayFirst];
    const days = month
      ? [one, two, other].flatMap((each) => dayOf(month, Number(each)))
      : [...dayOf(Number(isoMonth), Number(isoDay)), ...ofDigits];
    const year = iso ?? (end?.length === 4 ? end : undefined);
    const place = { start: match.index, end: match.index + whole.length };
    return days.length > 0
      ? [{ text: whole, ...place, year: year === undefined ? null : Number(year), days }]
      : [];
  });
}

/** A month of a year as written in a text; positions are in UTF-16 code units. */
export interface MonthInText {
  readonly start: number;
  readonly end: number;
  readonly year: number;
  readonly month: number;
}

const monthsOfYears = new RegExp(
  `${anyMonth},?[ \\t\\n\\u00a0]?(?:of |de )?((?:19|20)\\d\\d)(?!\\d)|(?<![\\d.,/:-])(\\d{1,2})/((?:19|20)\\d\\d)(?![\\d/])`,
  "giu",
);

/** The months of years that a text names: "October 2021", "10/2021". */
export function monthsIn(text: string): readonly MonthInText[] {
  return [...text.matchAll(monthsOfYears)].flatMap((match): readonly MonthInText[] => {
    const [whole, name = "", year, digits, yearAfter] = match;
    const month = monthOf(name) ?? Number(digits);
    if (!(month >= 1 && month <= 12)) return [];
    const place = { start: match.index, end: match.index + whole.length };
    return [{ ...place, year: Number(year ?? yearAfter), month }];
  });
}

function dayOf(month: number, date: number): DateInText["days"] {
  const isDay = month >= 1 && month <= 12 && date >= 1 && date <= 31;
  return isDay ? [{ month, day: date }] : [];
}

const counts: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  six: 6,
  nine: 9,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  "twenty-six": 26,
  "thirty-nine": 39,
  "fifty-two": 52,
  "fifty-three": 53,
};
const count = `(\\d{1,2}|${Object.keys(counts).join("|")})`;
const inMonths = new RegExp(`(?<![a-zß-ɏḀ-ỿ\\d])${count}[- ]months?(?![a-zß-ɏḀ-ỿ])`, "iu");
/** "Three and Six Months Ended" lists the table's columns, and does not say which one this is. */
const twoLengths = new RegExp(
  `(?<![a-zß-ɏḀ-ỿ\\d])${count} and ${count}[- ](?:months?|weeks?)(?![a-zß-ɏḀ-ỿ])`,
  "iu",
);
const inWeeks = new RegExp(`(?<![a-zß-ɏḀ-ỿ\\d])${count}[- ]weeks?(?![a-zß-ɏḀ-ỿ])`, "iu");

const lengths: readonly (readonly [RegExp, number])[] = [
  [/(?<![a-zß-ɏḀ-ỿ])(?:quarter|Quartal|trimestre)/iu, 3],
  [/(?<![a-zß-ɏḀ-ỿ])half(?:[ -]year| of (?:the )?(?:fiscal |year|20))|Halbjahr/iu, 6],
  [/(?<![a-zß-ɏḀ-ỿ])(?:full|whole|entire)[ -](?:fiscal |financial )?year/iu, 12],
];
const eachLength = new RegExp(
  `(?<![a-zß-ɏḀ-ỿ\\d])${count}[- ](month|week)s?(?![a-zß-ɏḀ-ỿ])`,
  "giu",
);

/** The lengths of the periods in a text, in months; none for "year to date", which may be any. */
export function lengthsIn(text: string): number[] {
  if (/(?<![a-zß-ɏḀ-ỿ])(?:year[ -]to[ -]date|YTD)(?![a-zß-ɏḀ-ỿ])/iu.test(text)) return [];
  const counted = [...text.matchAll(eachLength)].flatMap(([, number = "", unit = ""]) => {
    const length = numberOf(number);
    return (
      monthsOf(
        /^m/iu.test(unit) ? { months: length, weeks: null } : { months: null, weeks: length },
      ) ?? []
    );
  });
  return [...counted, ...lengths.flatMap(([form, months]) => (form.test(text) ? [months] : []))];
}

/** The length of a period in months, twelve for a named year; null for a moment, or if unknown. */
export function lengthOf(period: TablePeriod): number | null {
  return monthsOf(period) ?? (period.kind === "year" ? 12 : null);
}

const wholeYear =
  /(?<![a-zß-ɏḀ-ỿ])(?:fiscal\s+|financial\s+)?years?[\s-]+(?:ended|ending)|(?<![a-zß-ɏḀ-ỿ])Geschäftsjahr/iu;
const wholeQuarter = /(?<![a-zß-ɏḀ-ỿ])quarters?[\s-]+(?:ended|ending)/iu;

/**
 * The period that the headings of a column name together, such as "Three Months Ended", "June 30,"
 * and "2022"; null if they name none, or more than one year.
 */
export function periodIn(heads: readonly string[]): TablePeriod | null {
  const saying = heads.map((head) => head.replace(/\s+/gu, " ").trim()).filter(saysPeriod);
  if (saying.length === 0) return null;
  const text = saying.join(" ");
  const periods = periodsIn(text);
  const [date] = datesIn(text).filter(({ days }) => days.length === 1);
  const years = new Set(
    [...periods, ...(date ? [date] : [])].flatMap(({ year: one }) => one ?? []),
  );
  if (years.size > 1 || twoLengths.test(text)) return null;
  const [year = null] = years;
  const quarter = periods.find((one) => one.quarter !== null)?.quarter ?? null;
  const months =
    countIn(inMonths, text) ?? (wholeYear.test(text) ? 12 : wholeQuarter.test(text) ? 3 : null);
  const weeks = countIn(inWeeks, text);
  const known = { text, year, quarter, day: date ? isoDay(year, date) : null };
  if (months !== null || weeks !== null) return { ...known, kind: "duration", months, weeks };
  if (quarter !== null) return { ...known, kind: "quarter", months: 3, weeks: null };
  if (date) return { ...known, kind: "date", months: null, weeks: null };
  return year === null ? null : { ...known, kind: "year", months: null, weeks: null };
}

function saysPeriod(head: string): boolean {
  return (
    periodsIn(head).some(({ half }) => half === null) ||
    datesIn(head).length > 0 ||
    [inMonths, inWeeks, wholeYear, wholeQuarter].some((form) => form.test(head))
  );
}

function isoDay(year: number | null, { days: [first] }: DateInText): string | null {
  if (year === null || !first) return null;
  return [year, ...[first.month, first.day].map((part) => String(part).padStart(2, "0"))].join("-");
}

function countIn(form: RegExp, text: string): number | null {
  const count = form.exec(text)?.[1];
  return count === undefined ? null : numberOf(count);
}

function numberOf(word: string): number {
  return counts[word.toLowerCase()] ?? Number(word);
}
