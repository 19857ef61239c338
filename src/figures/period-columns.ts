import type { Table, TableCell, TableColumn, TablePeriod } from "../core/index.js";
import { type RowAt, wordsOf } from "./names.js";
import { lengthOf, periodIn, periodsIn } from "./periods.js";

/** A period that a question names: a year or a quarter. */
export interface AskedPeriod {
  /** The period as a search term: "2019", "Q2 2023". */
  readonly text: string;
  readonly year: number;
  /** 1 to 4; null for the whole year, or its end. */
  readonly quarter: number | null;
}

export interface PlacedPeriod extends AskedPeriod {
  readonly start: number;
  readonly end: number;
}

/**
 * The periods that a question names, in order, with their positions. A quarter without a year
 * belongs to the year that the question names elsewhere; if there is none, it is left out.
 */
export function askedPeriods(question: string): PlacedPeriod[] {
  const found = periodsIn(question);
  const [only = null] = found.flatMap(({ year }) => year ?? []);
  return found.flatMap(({ year, quarter, start, end }) => {
    const known = year ?? (quarter === null ? null : only);
    return known === null ? [] : [{ ...periodOf(known, quarter), start, end }];
  });
}

export function periodOf(year: number, quarter: number | null = null): AskedPeriod {
  return { text: quarter === null ? String(year) : `Q${quarter} ${year}`, year, quarter };
}

/** All years from one to the other, in that order. */
export function yearsBetween(from: AskedPeriod, to: AskedPeriod): AskedPeriod[] {
  if (from.quarter !== null || to.quarter !== null) return [from, to];
  const step = from.year < to.year ? 1 : -1;
  const count = Math.min(Math.abs(to.year - from.year), 9);
  return Array.from({ length: count + 1 }, (_, index) => periodOf(from.year + step * index));
}

/** The same period a year earlier. */
export function yearBefore({ year, quarter }: AskedPeriod): AskedPeriod {
  return periodOf(year - 1, quarter);
}

/** How well a table column matches the period asked for: 0 not at all, 1 certainly. */
function periodFit(wanted: AskedPeriod, period: TablePeriod | null): number {
  if (!period) return 0;
  const months = lengthOf(period);
  if (wanted.quarter === null) {
    if (period.year !== wanted.year || period.quarter !== null) return 0;
    return months === null || months >= 11 ? 1 : 0;
  }
  if (period.quarter !== null) {
    return period.quarter === wanted.quarter && period.year === wanted.year ? 1 : 0;
  }
  // The document decides which quarter three months are; fiscal years may end in the next year.
  const isNear = period.year === wanted.year || period.year === wanted.year - 1;
  const isQuarter = months === null ? period.kind === "date" : months < 4;
  return isNear && isQuarter ? (period.year === wanted.year ? 0.5 : 0.4) : 0;
}

/** Headings of columns that show changes; columns with amounts are preferred to these. */
const changeHead = /%|[∆Δ]|\bchange|\bvariance|\bgrowth|constant currency/iu;
const changeShare = 0.5;

/**
 * The columns of a table that may match the requested period, likeliest first. Among equally likely
 * ones, the latest day comes first, then the first column, as in reports.
 */
export function columnsFor(wanted: AskedPeriod | null, table: Table): TableColumn[] {
  return fitsFor(wanted, table).map(({ column }) => column);
}

/** The columns that are as likely as the likeliest one; see `cellsAt` for `headWords`. */
export function equalColumns(
  wanted: AskedPeriod | null,
  table: Table,
  headWords: readonly string[] = [],
): TableColumn[] {
  const fits = fitsFor(wanted, table, headWords);
  return fits.filter(({ fit }) => fit === fits[0]?.fit).map(({ column }) => column);
}

/** Factor for a column whose heading lacks words that another column's heading has. */
const otherHeadShare = 0.9;

function fitsFor(
  wanted: AskedPeriod | null,
  table: Table,
  headWords: readonly string[] = [],
): { readonly column: TableColumn; readonly fit: number }[] {
  const { columns } = table;
  const periods = columnPeriods(table);
  const fits = columns.map((column) => {
    const fit = wanted ? periodFit(wanted, periods.get(column.column) ?? null) : 1;
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

/** Consecutive years at the end of a caption, with the text before them. */
const lastYears = /^(.*?)((?:[\s|]{1,9}(?:19|20)\d\d){2,40})[\s|]*$/su;
/** Characters before the years that may describe their period. */
const nearCaption = 250;

/**
 * The periods of a table's columns: those that the headings name, else a row of years that was not
 * recognised as a heading, else the years at the end of the caption, one for each column of
 * numbers.
 *
 * @param row only rows above this one are searched for years; 0 to search none
 * @param caption the text above the table, if it is not the table's own caption
 */
export function columnPeriods(
  { columns, cells, caption: tableCaption }: Table,
  row = 0,
  caption: string = tableCaption?.text ?? "",
): ReadonlyMap<number, TablePeriod> {
  const named = columns.flatMap(({ column, period }) =>
    period ? [[column, period] as const] : [],
  );
  if (named.some(([, { year }]) => year !== null)) return new Map(named);
  const inRow = cells.flatMap(({ row: at, column, text, value }) => {
    const isAbove = at < row && column > 0 && (value === null || /^\d{4}$/.test(value));
    const period = isAbove ? yearAlone(text) : null;
    return period ? [[column, period] as const] : [];
  });
  if (new Map(inRow).size > 1) return new Map(inRow);
  const [, before = "", stated = ""] = lastYears.exec(` ${caption}`) ?? [];
  const years: readonly string[] = stated.match(/\d{4}/gu) ?? [];
  const counts = columns.map(
    ({ column }) => cells.filter((cell) => cell.column === column && cell.value !== null).length,
  );
  // A column with few numbers may contain signs or footnotes.
  const [any, filled] = [0, Math.max(...counts) / 2].map((least) =>
    columns.filter((_column, index) => (counts[index] ?? 0) > least),
  );
  const dated = [any, filled].find((some) => some?.length === years.length) ?? [];
  if (new Set(years).size !== years.length) return new Map(named);
  return dated.length === 0
    ? new Map(named)
    : new Map(
        dated.flatMap(({ column }, index) => {
          const year = years[index] ?? "";
          const period = periodIn([`${before.slice(-nearCaption)} ${year}`]) ?? periodIn([year]);
          return period ? [[column, { ...period, text: year }] as const] : [];
        }),
      );
}

/** The year that a cell names, if it contains nothing else. */
function yearAlone(text: string): TablePeriod | null {
  const [only, ...others] = periodsIn(text);
  if (!only || only.year === null || only.quarter !== null || others.length > 0) return null;
  const rest = `${text.slice(0, only.start)} ${text.slice(only.end)}`.replace(
    /['’$€£]000(?!\d)|\([^()]*\)|\p{Alpha}{0,9} \d\d?(?=,)/gu,
    " ",
  );
  if (/\d/.test(rest)) return null;
  return { ...only, text, kind: "year", quarter: null, day: null, months: null, weeks: null };
}

function dayOf({ period }: TableColumn): number {
  return period?.day ? Date.parse(period.day) : 0;
}

interface FoundCellAt extends RowAt {
  readonly column: number;
}

/**
 * One cell for each period. The column of a quarter is never also that of a year. Among several
 * columns of one period, those with one of `headWords` (as `wordsOf` returns them) in their
 * headings come first: "Revenue 2023" next to "Operating profit 2023".
 */
export function cellsAt(
  row: FoundCellAt,
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

/** The cell of a row for a period; null if no column matches. */
function cellFor(
  { table, row, column }: FoundCellAt,
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
