import type { Table, TablePeriod } from "../core/index.js";
import { monthIn } from "./months.js";
import { lengthOf, lengthsIn, ordinals, periodIn } from "./periods.js";

export interface WantedPeriod extends TablePeriod {
  /** From 1 to 12; null if the question names none. */
  readonly month: number | null;
  /** Whether the question calls the period fiscal. */
  readonly isFiscal: boolean;
}

const namedYear = /(?<![\d.,$€£])(?:19|20)\d\d(?![\d.,]\d|\d|%)/gu;

/** Half years are six months. */
const half = /(?<![a-zß-ɏḀ-ỿ])(?:first half|half[- ]year|H1)(?![a-zß-ɏḀ-ỿ])/giu;

/** The periods that a question names; if it names several years, each is combined with the rest. */
export function wantedPeriods(text: string): WantedPeriod[] {
  const question = text.replace(half, "six months");
  const years = [...new Set(question.match(namedYear) ?? [])];
  const readings =
    years.length < 2
      ? [question]
      : years.map((year) => question.replace(namedYear, (each) => (each === year ? each : " ")));
  return readings.flatMap((text) => {
    const period = periodIn([text]);
    const isFiscal = /(?<![a-zß-ɏḀ-ỿ])(?:fiscal|FY)/iu.test(text);
    return period ? [{ ...period, month: monthIn(text), isFiscal }] : [];
  });
}

/** When the fiscal years of a document end, and how they are named. */
export interface FiscalCalendar {
  readonly endMonth: number;
  /** By how many years the name of a fiscal year precedes the year in which it ends: 0 or 1. */
  readonly namedBefore: number;
}

/**
 * The fiscal calendar that the columns and sentences of a document imply; null if they imply none.
 * The longest period that ends on a day begins with the fiscal year, or is that year: "nine months
 * ended October 30" implies a year that ends in January.
 */
export function fiscalCalendar(
  tables: readonly Table[],
  texts: readonly string[],
): FiscalCalendar | null {
  const ends = new Map<number, number>();
  let longest = 0;
  for (const { period } of tables.flatMap(({ columns }) => columns)) {
    const months = period && lengthOf(period);
    if (!period?.day || !months || months > 12.5 || months < longest - 0.5) continue;
    if (months > longest + 0.5) ends.clear();
    longest = Math.max(longest, months);
    const { month } = monthOfDay(period.day);
    const end = ((month - Math.round(months) + 23) % 12) + 1;
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  const [likeliest] = [...ends].sort((a, b) => b[1] - a[1]);
  if (!likeliest) return null;
  const [endMonth] = likeliest;
  const latest = latestEnd(tables);
  return { endMonth, namedBefore: latest ? namedBefore(texts, latest, endMonth) : 0 };
}

/** The last day on which a period of these tables ends. */
function latestEnd(tables: readonly Table[]): string | undefined {
  const days = tables.flatMap(({ columns }) =>
    columns.flatMap(({ period }) => (period && lengthOf(period) && period.day) || []),
  );
  return days.sort().at(-1);
}

/** "Fiscal 2022 ended on January 28, 2023" is named after the year in which it began. */
const namedYearEnd =
  /fiscal\s+(?:year\s+)?(20\d\d)[^.;]{0,60}?\b(?:ended|ending|ends|end)\b[^.;\d]{0,20}\d{1,2},\s+(20\d\d)/giu;

const namedQuarter =
  /(first|second|third|fourth)[\s-]+(?:fiscal\s+)?quarter\s+(?:of\s+)?(?:our\s+)?fiscal\s+(?:year\s+)?(20\d\d)/giu;
/** Fiscal years that end after this month are named after the year in which they end. */
const lastNamedBefore = 5;

/** How years are named, by the year ends that a document states, else by its latest quarter. */
function namedBefore(texts: readonly string[], latest: string, endMonth: number): number {
  if (endMonth > lastNamedBefore) return 0;
  const ends = texts.flatMap((text) =>
    [...text.matchAll(namedYearEnd)].map(([, named, ended]) => Number(ended) - Number(named)),
  );
  const before = ends.filter((years) => years === 1).length;
  const same = ends.filter((years) => years === 0).length;
  if (before !== same) return before > same ? 1 : 0;
  const last = fiscalTime(latest, { endMonth, namedBefore: 0 });
  const years = texts.flatMap((text) =>
    [...text.matchAll(namedQuarter)].flatMap(([, ordinal = "", named]) => {
      const isLast = ordinals.indexOf(ordinal.toLowerCase()) + 1 === last.quarter;
      return isLast && Number(named) <= last.year ? [Number(named)] : [];
    }),
  );
  return years.length > 0 && Math.max(...years) === last.year - 1 ? 1 : 0;
}

/** Years of 52 weeks end a few days before or after the end of the month. */
const daysOver = 7;

function monthOfDay(day: string): { year: number; month: number } {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  if (date > daysOver) return { year, month };
  return month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 };
}

/** The fiscal year that contains a day, and the quarter that ends around it. */
function fiscalTime(day: string, { endMonth, namedBefore: before }: FiscalCalendar) {
  const { year, month } = monthOfDay(day);
  const since = (month - endMonth + 11) % 12;
  const ends = month > endMonth ? year + 1 : year;
  return { year: ends - before, quarter: Math.floor(since / 3) + 1 };
}

/** The facts about periods that a question and a document state. */
export interface PeriodScoring {
  readonly asked: readonly WantedPeriod[];
  /** Whether the question asks for a balance at a moment. */
  readonly asksMoment: boolean;
  /** Null if the document implies none. */
  readonly calendar: FiscalCalendar | null;
}

/** Score of a column without a period. */
const unstated = 0.5;

/**
 * How well the period of a column matches one that is asked for, from 0 to 1.
 *
 * @param isFirst whether this is the first column of its row: reports give the latest figure first
 */
export function periodFactor(
  { asked, asksMoment, calendar }: PeriodScoring,
  period: TablePeriod | null,
  isFirst: boolean,
): number {
  if (asked.length === 0) return isFirst ? 1 : 0.9;
  if (!period) return unstated;
  return Math.max(
    ...asked.map((wanted) =>
      Math.max(
        yearFactor(wanted, period) *
          lengthFactor(wanted, period, asksMoment) *
          (calendar && isOtherwise(wanted, calendar) ? byCalendar : 1),
        calendar ? fiscalFactor(wanted, period, calendar, asksMoment) : 0,
      ),
    ),
  );
}

/** Factor for calendar quarters or years if the document's fiscal ones differ from them. */
const byCalendar = 0.6;

function isOtherwise(
  { isFiscal, quarter, day, month }: WantedPeriod,
  { endMonth, namedBefore: before }: FiscalCalendar,
): boolean {
  if (day !== null || month !== null) return false;
  return quarter === null ? isFiscal && before > 0 : endMonth !== 12;
}

function yearFactor(wanted: WantedPeriod, { year, day, quarter }: TablePeriod): number {
  if (wanted.day !== null && day !== null) return wanted.day === day ? 1 : 0.15;
  if (wanted.month !== null && day !== null && monthsApart(wanted, day) > 1) return 0.15;
  if (wanted.quarter !== null && quarter === null && day !== null) {
    // Without a fiscal year, quarters are those of the calendar.
    if (Math.ceil(monthOfDay(day).month / 3) !== wanted.quarter) return 0.15;
  }
  if (wanted.year === null || wanted.year === year) return 1;
  if (year === null) return 0.6;
  // A fiscal year may be named after a year other than the one in which it ends.
  return Math.abs(wanted.year - year) === 1 && wanted.day === null ? 0.3 : 0.12;
}

/** Months between the month asked for and a day, which may be a few days off the month's end. */
function monthsApart({ year, month }: WantedPeriod, day: string): number {
  const [ownYear = 0, ownMonth = 0] = day.split("-").map(Number);
  const months = 12 * ((year ?? ownYear) - ownYear) + (month ?? ownMonth) - ownMonth;
  return Math.abs(months);
}

/** The same match by fiscal years and quarters; 0 if the question names a day or a month. */
function fiscalFactor(
  wanted: WantedPeriod,
  period: TablePeriod,
  calendar: FiscalCalendar,
  asksMoment: boolean,
): number {
  if (wanted.year === null || wanted.day !== null || wanted.month !== null) return 0;
  if (period.day === null) return 0;
  const { year, quarter } = fiscalTime(period.day, calendar);
  if (year !== wanted.year) return 0;
  const isYear = wanted.kind === "year" || wanted.kind === "date" || lengthOf(wanted) === 12;
  const atEnd = wanted.quarter ?? (isYear ? 4 : Math.round((lengthOf(wanted) ?? 12) / 3));
  if (quarter !== atEnd) return 0;
  return lengthFactor(wanted, { ...period, quarter }, asksMoment);
}

function lengthFactor(wanted: WantedPeriod, period: TablePeriod, asksMoment: boolean): number {
  const periodLength = lengthOf(period);
  if (wanted.kind === "year" || wanted.kind === "date") {
    if (periodLength === null || periodLength >= 11) return 1;
    return wanted.kind === "date" ? 0.85 : 0.5;
  }
  const length = lengthOf(wanted);
  const isOther = length !== null && periodLength !== null && Math.abs(periodLength - length) > 0.5;
  const isOtherQuarter =
    wanted.quarter !== null && period.quarter !== null && wanted.quarter !== period.quarter;
  const ofMoment = asksMoment ? 1 : 0.6;
  return (periodLength === null ? ofMoment : isOther ? 0.3 : 1) * (isOtherQuarter ? 0.2 : 1);
}

/** How well the times that a sentence names match one that is asked for, from 0 to 1. */
export function sentenceTimeFactor(
  { asked }: PeriodScoring,
  sentence: string,
  years: readonly number[],
): number {
  if (asked.length === 0) return 1;
  return Math.max(
    ...asked.map((wanted) => {
      const { year } = wanted;
      const ofYear = year === null || years.includes(year) ? 1 : years.length === 0 ? 0.7 : 0.3;
      const months = lengthOf(wanted);
      const lengths = lengthsIn(sentence).filter((length) => length < 12);
      const isYear = months === null || months > 11;
      const ofLength = isYear ? (lengths.length > 0 ? 0.7 : 1) : lengths.includes(months) ? 1 : 0.6;
      return ofYear * ofLength;
    }),
  );
}
