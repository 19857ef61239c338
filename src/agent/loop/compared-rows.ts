import type { ComparedRows, Span, TableRow } from "../../core/index.js";
import { type ComparisonQuestion, wordKey } from "../../figures/index.js";
import type { SearchHit } from "../../search/index.js";
import { type DataCell, type DataTable, unitKey } from "../tools/table-data.js";
import type { ToolReader } from "../tools/tool.js";

/** Where cells of a table are. */
export interface ShownCells {
  /** The hit that shows the cells, and their spans in its text; the answer's with its label. */
  readonly hit: SearchHit;
  readonly spans: readonly Span[];
  /** The span of the cell that is the answer. */
  readonly figure: Span;
}

/** The result of comparing table rows, and where its cells are. */
export interface Comparison extends ShownCells {
  readonly compared: ComparedRows;
}

/** What comparisons read tables with. */
export interface Scope {
  readonly reader: ToolReader;
  readonly signal: AbortSignal;
}

/** A row with its cell in a column; if years are compared, the cell of a year. */
export interface Row {
  /** Its index in `DataTable.rows`. */
  readonly index: number;
  readonly label: string;
  readonly labelCell: DataCell | null;
  readonly cell: DataCell;
  /** For a change, the cell of the previous year. */
  readonly earlier?: DataCell;
}

export interface Found {
  readonly table: DataTable;
  readonly column: string;
  /** The rows that have the most or the least, or the part of a total. */
  readonly winners: readonly Row[];
  readonly rows: readonly Row[];
  /** The total that the winner is a share of. */
  readonly whole?: Row | null;
  /** Number of the question's words that the headings and labels themselves contain. */
  readonly fit: number;
  readonly says?: "yes" | "no" | null;
}

export function labelOf({ winners }: Pick<Found, "winners">): string {
  return winners.map(({ label }) => label).join("; ");
}

/** The table that fits best; null if others fit as well and have another result. */
export function agreed<One extends Found>(
  found: readonly One[],
  resultIn: (one: One) => string = rowsIn,
): One | null {
  const most = Math.max(...found.map(({ fit }) => fit));
  const fitting = found.filter(({ fit }) => fit === most);
  return new Set(fitting.map(resultIn)).size === 1 ? (fitting[0] ?? null) : null;
}

function rowsIn(found: Found): string {
  return `${labelOf(found)} ${found.whole?.cell.cell.value ?? ""}`;
}

/** Label and groups of a row of a table; undefined for a row that has none. */
export function lineOf({ rows }: DataTable, index: number): TableRow | undefined {
  const found = rows[index];
  return found?.part.table.rows.find(({ row }) => row === found.row);
}

/** The heads and the period of a column. */
export function columnText({ parts: [first] }: DataTable, column: number): string {
  const found = first?.table.columns.find((one) => one.column === column);
  return `${found?.heads.join(" ") ?? ""} ${found?.period?.text ?? ""}`;
}

export function yearsOf(text: string): string[] {
  return [...new Set(text.match(/(?<!\p{N})(?:19|20)\p{N}\p{N}(?!\p{N})/gu))];
}

/** The one year that a text names; null if it names none or several. */
export function yearOf(text: string): string | null {
  const [year = null, ...others] = yearsOf(text);
  return others.length === 0 ? year : null;
}

export function labelKeys({ label }: Pick<Row, "label">): readonly string[] {
  const words = label.match(/[\p{Alpha}\p{M}]{2,}|\p{N}+/gu) ?? [];
  return words
    .filter((one) => !/^(?:and|of|the|und|der|die|das|et|de|y|in|for)$/iu.test(one))
    .map(wordKey);
}

export function inOneUnit(rows: readonly Row[]): boolean {
  const units = rows.map(({ cell: { cell } }) => cell.unit);
  return new Set(units.map((unit) => `${unit?.scale ?? ""} ${unit?.percent ?? ""}`)).size === 1;
}

export function sizeOf({ cell: { value } }: DataCell): number {
  return Number(value);
}

/** True if a number is the sum of all others: a total without a name. */
export function sumsUp(numbers: readonly number[]): boolean {
  const total = numbers.reduce((sum, one) => sum + one, 0);
  const isHalf = (one: number): boolean => Math.abs(one * 2 - total) < rounding * Math.abs(one);
  return numbers.length > 2 && numbers.some(isHalf);
}

/** True if the numbers of rows are in one unit, and none is the total of the others. */
export function areAddends(rows: readonly Row[]): boolean {
  const units = new Set(rows.map(({ cell: { unit } }) => unit && unitKey(unit)));
  return units.size <= 1 && !sumsUp(rows.map(({ cell: { number } }) => Number(number)));
}

/** Relative error of sums of decimals. */
const rounding = 1e-9;

/**
 * The row with the most or the least. Null for a tie, if none rose or fell as asked, and if all
 * values are negative, because both costs and losses are printed that way.
 */
export function extremeOf(rows: readonly Row[], { way, change }: ComparisonQuestion): Row | null {
  const values = rows.map(({ cell }) => sizeOf(cell));
  const before = rows.map(({ earlier }) => (earlier ? sizeOf(earlier) : 0));
  const best = (sizes: readonly number[]): Row | null => {
    const most = way === "highest" ? Math.max(...sizes) : Math.min(...sizes);
    const [first, second] = rows.filter((_, at) => sizes[at] === most);
    return first && !second ? first : null;
  };
  if (change === null) return values.every((value) => value < 0) ? null : best(values);
  if ([...values, ...before].some((value) => value <= 0)) return null;
  const rates = values.map((value, at) => value / (before[at] ?? value) - 1);
  const amounts = values.map((value, at) => value - (before[at] ?? value));
  const isSo = way === "highest" ? Math.max(...rates) > 0 : Math.min(...rates) < 0;
  const fastest = isSo ? best(rates) : null;
  return change === "rate" || fastest === best(amounts) ? fastest : null;
}
