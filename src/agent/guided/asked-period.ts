import {
  monthsOf,
  type Table,
  type TableCell,
  type TableColumn,
  type TablePeriod,
} from "../../core/table.js";
import type { FoundRow } from "../../search/api.js";
import { wordsOf } from "./figure-names.js";

/** A time that a question names: a year, or a quarter of one. */
export interface AskedPeriod {
  /** As it is looked for: "2019", "Q2 2023". */
  readonly text: string;
  readonly year: number;
  /** 1 to 4; null for the whole year, or its end. */
  readonly quarter: number | null;
}

const ordinals = ["first", "second", "third", "fourth"];
const yearForm =
  "(?:FY|CY|F\\.Y\\.|fiscal(?: year)?|financial year)\\s?['’]?(\\d{4}|\\d{2})(?!\\d)";
const plainYear = "(?<![\\d.,$€£])((?:19|20)\\d\\d)(?![.,]\\d|\\d|%)";
const quarterForm =
  "(?<![\\p{L}\\d])(?:Q([1-4])|([1-4])Q|(first|second|third|fourth) (?:fiscal )?quarter|([1-4])(?:st|nd|rd|th) quarter)";
const quarterYear =
  "[\\s,'’-]*(?:of |in |for )?(?:the )?(?:FY|fiscal(?: year)?|financial year)?\\s?['’]?(\\d{4}|\\d{2})(?!\\d)";
const forms = new RegExp(`${quarterForm}(?:${quarterYear})?|${yearForm}|${plainYear}`, "giu");

/** A time with its place in the question. */
export interface PlacedPeriod extends AskedPeriod {
  readonly start: number;
  readonly end: number;
}

/**
 * The times that a question names, in its order, each where it stands. A quarter without a year is
 * one of the year that the question names elsewhere; without any it is left out.
 */
export function periodsIn(question: string): PlacedPeriod[] {
  const found: PlacedPeriod[] = [];
  const lone: { quarter: number; start: number; end: number }[] = [];
  for (const match of question.matchAll(forms)) {
    const [whole, q, n, ordinal, nth, ofQuarter, fiscal, plain] = match;
    const place = { start: match.index, end: match.index + whole.length };
    const named = ordinal ? ordinals.indexOf(ordinal.toLowerCase()) + 1 : Number(q ?? n ?? nth);
    const quarter = (q ?? n ?? ordinal ?? nth) ? named : null;
    const year = fullYear(ofQuarter ?? fiscal ?? plain);
    if (year !== null) found.push({ ...periodOf(year, quarter), ...place });
    else if (quarter !== null) lone.push({ quarter, ...place });
  }
  const [only] = found;
  for (const { quarter, ...place } of lone) {
    if (only) found.push({ ...periodOf(only.year, quarter), ...place });
  }
  return found.sort((one, other) => one.start - other.start);
}

/** A period as it is looked for. */
export function periodOf(year: number, quarter: number | null = null): AskedPeriod {
  return { text: quarter === null ? String(year) : `Q${quarter} ${year}`, year, quarter };
}

/** All years from one to another, in that order. */
export function yearsBetween(from: AskedPeriod, to: AskedPeriod): AskedPeriod[] {
  if (from.quarter !== null || to.quarter !== null) return [from, to];
  const step = from.year < to.year ? 1 : -1;
  const count = Math.min(Math.abs(to.year - from.year), 9);
  return Array.from({ length: count + 1 }, (_, index) => periodOf(from.year + step * index));
}

/** The same time a year earlier. */
export function yearBefore({ year, quarter }: AskedPeriod): AskedPeriod {
  return periodOf(year - 1, quarter);
}

function fullYear(digits: string | undefined): number | null {
  if (digits === undefined) return null;
  const year = Number(digits.length === 2 ? `20${digits}` : digits);
  return year >= 1900 && year <= 2100 ? year : null;
}

/** How well the column of a table is the time that is asked for: 0 not at all, 1 surely. */
function periodFit(asked: AskedPeriod, { period }: TableColumn): number {
  if (!period) return 0;
  const months = lengthOf(period);
  if (asked.quarter === null) {
    if (period.year !== asked.year || period.quarter !== null) return 0;
    return months === null || months >= 11 ? 1 : 0;
  }
  if (period.quarter !== null) {
    return period.quarter === asked.quarter && period.year === asked.year ? 1 : 0;
  }
  // Which quarter three months are is told by the document; a fiscal year may end in the next one.
  const isNear = period.year === asked.year || period.year === asked.year - 1;
  const isQuarter = months === null ? period.kind === "date" : months < 4;
  return isNear && isQuarter ? (period.year === asked.year ? 0.5 : 0.4) : 0;
}

/** Months that a period lasts; null for a moment, and where it is not said. */
function lengthOf(period: TablePeriod): number | null {
  const { kind } = period;
  return monthsOf(period) ?? (kind === "year" ? 12 : kind === "quarter" ? 3 : null);
}

/** Heads of columns that tell how amounts changed: where there are amounts, these are meant. */
const changeHead = /%|[∆Δ]|\bchange|\bvariance|\bgrowth|constant currency/iu;
const changeShare = 0.5;

/**
 * The columns of a table that may be the time asked for, the likeliest first. Of several that are
 * as likely, the latest day comes first, then the first column, as reports give them.
 */
export function columnsFor(asked: AskedPeriod | null, table: Table): TableColumn[] {
  return fitsFor(asked, table).map(({ column }) => column);
}

/** The columns that are as likely as the likeliest one; see `cellsAt` for the words of heads. */
export function equalColumns(
  asked: AskedPeriod | null,
  table: Table,
  headWords: readonly string[] = [],
): TableColumn[] {
  const fits = fitsFor(asked, table, headWords);
  return fits.filter(({ fit }) => fit === fits[0]?.fit).map(({ column }) => column);
}

/** How likely a column is whose head lacks the words that the head of another one has. */
const otherHeadShare = 0.9;

function fitsFor(
  asked: AskedPeriod | null,
  table: Table,
  headWords: readonly string[] = [],
): { readonly column: TableColumn; readonly fit: number }[] {
  const { columns } = table;
  const known = columns.some(({ period }) => period !== null) ? null : statedYears(table);
  const fits = columns.map((column) => {
    const year = known?.get(column.column);
    const fit =
      year === undefined
        ? asked
          ? periodFit(asked, column)
          : 1
        : Number(asked?.quarter === null && asked.year === year);
    return { column, fit: changeHead.test(column.heads.join(" ")) ? fit * changeShare : fit };
  });
  const isMeant = ({ column }: (typeof fits)[number]): boolean =>
    wordsOf(column.heads.join(" ")).some((word) => headWords.includes(word));
  const anyMeant = fits.some((one) => one.fit > 0 && isMeant(one));
  return fits
    .map((one) => (anyMeant && !isMeant(one) ? { ...one, fit: one.fit * otherHeadShare } : one))
    .filter(({ fit }) => fit > 0)
    .sort((one, other) => other.fit - one.fit || dayOf(other.column) - dayOf(one.column));
}

/** The years of columns whose heads stand in the caption: as many as there are columns of figures. */
function statedYears({ caption, columns, cells }: Table): ReadonlyMap<number, number> | null {
  const years = (caption?.text.match(/(?<![\d.,])(?:19|20)\d\d(?![\d.,]\d|\d)/gu) ?? []).map(
    Number,
  );
  const counts = columns.map(
    ({ column }) => cells.filter((cell) => cell.column === column && cell.value !== null).length,
  );
  const filled = columns.filter((_column, index) => (counts[index] ?? 0) > Math.max(...counts) / 2);
  if (years.length < 2 || filled.length !== years.length) return null;
  return new Map(filled.map(({ column }, index) => [column, years[index] ?? 0]));
}

function dayOf({ period }: TableColumn): number {
  return period?.day ? Date.parse(period.day) : 0;
}

/**
 * A cell for each time. A year whose end stands beside the end of a quarter is not that. Of several
 * columns of a time those come first whose heads have one of `headWords`, as `wordsOf` writes them:
 * "Revenue 2023" beside "Operating profit 2023".
 */
export function cellsAt(
  row: FoundRow,
  periods: readonly (AskedPeriod | null)[],
  headWords: readonly string[] = [],
): (TableCell | null)[] {
  const quarters = periods
    .filter((one) => one?.quarter != null)
    .map((one) => cellFor(row, one, headWords)?.column ?? null);
  const [taken = null] = quarters;
  return periods.map((period) =>
    cellFor(row, period, headWords, period?.quarter == null ? taken : null),
  );
}

/** The cell of a row that is of a time; null where no column is. */
function cellFor(
  { table, row, column }: Pick<FoundRow, "table" | "row" | "column">,
  period: AskedPeriod | null,
  headWords: readonly string[],
  except: number | null = null,
): TableCell | null {
  const cells = table.cells.filter((cell) => cell.row === row && cell.value !== null && !cell.head);
  const at = (wanted: number): TableCell | undefined =>
    cells.find((cell) => cell.column <= wanted && cell.endColumn >= wanted);
  if (period === null) {
    const dated = columnsFor(null, table).filter((one) => one.period !== null);
    const [latest] = dated.flatMap((one) => at(one.column) ?? []);
    return latest ?? at(column) ?? cells[0] ?? null;
  }
  const fitting = fitsFor(period, table, headWords)
    .map((one) => one.column.column)
    .filter((one) => one !== except);
  for (const wanted of fitting) {
    const cell = at(wanted);
    if (cell) return cell;
  }
  return null;
}
