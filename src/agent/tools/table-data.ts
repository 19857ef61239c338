import type { BigNumber } from "mathjs";
import {
  type DocumentSummary,
  noUnit,
  type Table,
  type TableCell,
  type TableId,
  type TableSource,
  type TableUnit,
} from "../../core/index.js";
import { numbersIn } from "../../figures/index.js";
import { onOneLine } from "../reading/wording.js";
import { decimal } from "./evaluate-expression.js";
import { type DateOrder, dateOrder, readDate } from "./query-values.js";
import { columnName } from "./table-text.js";

export interface TablePart {
  readonly id: TableId;
  /** Page, counting from 1. */
  readonly page: number;
  readonly table: Table;
}

/** A table with all its rows, however many pages it covers. */
export interface DataTable {
  readonly id: TableId;
  readonly document: DocumentSummary;
  /** The name of its sheet; null outside workbooks. */
  readonly sheet: string | null;
  readonly parts: readonly TablePart[];
  readonly columns: readonly DataColumn[];
  readonly rows: readonly DataRow[];
}

export interface DataColumn {
  /** The head's text, unique in its table. */
  readonly name: string;
  readonly type: "number" | "date" | "text";
  readonly unit: TableUnit | null;
  /** The order in its dates that consist of three numbers; null if there are none. */
  readonly dates: DateOrder | null;
}

export interface DataRow {
  readonly part: TablePart;
  /** Counted like `TableCell.row`. */
  readonly row: number;
  /** By column; null for empty cells. */
  readonly cells: readonly (DataCell | null)[];
  /** True if it adds up rows above it. */
  readonly isTotal: boolean;
}

export interface DataCell {
  readonly text: string;
  /** Its number, as printed; null if it has none. */
  readonly number: BigNumber | null;
  /** The day, month or year, if its column holds dates: `2023-05-04`; otherwise null. */
  readonly date: string | null;
  readonly unit: TableUnit | null;
  readonly cell: TableCell;
}

/** Placeholders for missing values, in columns of numbers and dates. */
export const placeholder: RegExp = /^(?:[-–—.…*]+|n\.?\/?a\.?|#n\/a|null|none|nil)$/iu;
/** Minimum share of numbers, or of dates, in a column of that type. */
const enough = 0.8;

/**
 * Joins the parts of a table, in order: repeated heads are dropped, values have the type of their
 * column, and totals are marked.
 */
export function dataTable(
  document: DocumentSummary,
  sheet: string | null,
  parts: readonly [TablePart, ...TablePart[]],
): DataTable {
  const [first] = parts;
  const head = headEnd(first.table);
  const width = Math.max(...parts.map(({ table }) => table.columnCount));
  const texts: { part: TablePart; row: number; cells: (TableCell | null)[] }[] = [];
  for (const part of parts) {
    const top = firstRow(part, first, head);
    const from = texts.length;
    for (let row = top; row < part.table.rowCount; row++) {
      texts.push({ part, row, cells: new Array<TableCell | null>(width).fill(null) });
    }
    for (const cell of part.table.cells) {
      // A cell that spans rows applies to each of them, but its number is counted once.
      const last = cell.value === null ? cell.endRow : cell.row;
      for (let row = cell.row; row <= last; row++) {
        const at = row < top ? undefined : texts[from + row - top];
        if (at) at.cells[cell.column] = cell;
      }
    }
  }
  const kept = texts.filter(({ cells }) => cells.some((cell) => cell !== null));
  const columns: DataColumn[] = [];
  const values: (DataCell | null)[][] = kept.map(() => []);
  for (const [column, name] of columnNames(first.table, head, width).entries()) {
    const cells = kept.map((each) => each.cells[column] ?? null);
    const read = readColumn(cells, columnUnit(first.table, column, document));
    columns.push({ name, ...read.column });
    for (const [index, cell] of read.cells.entries()) values[index]?.push(cell);
  }
  const totals = totalRows(values, columns);
  const rows = kept.map(
    ({ part, row }, index): DataRow => ({
      ...{ part, row },
      cells: values[index] ?? [],
      isTotal: totals.has(index),
    }),
  );
  return { id: first.id, document, sheet, parts, columns, rows };
}

/** True if a part continues a table: it says so, or starts its page with the same head. */
export function goesOnWith(first: TablePart, next: Table): boolean {
  const head = headEnd(first.table);
  return next.continues !== null || (head > 0 && repeatsHead(first.table, head, next));
}

/** True if the first row of a table equals the last row of another's head. */
function repeatsHead(table: Table, head: number, next: Table): boolean {
  const texts = rowTexts(table, head - 1);
  return texts.length > 0 && texts.join("\t") === rowTexts(next, 0).join("\t");
}

function rowTexts({ cells }: Table, row: number): string[] {
  return cells.filter((cell) => cell.row === row).map(({ column, text }) => `${column} ${text}`);
}

function firstRow(part: TablePart, first: TablePart, head: number): number {
  if (part === first) return head;
  return head > 0 && repeatsHead(first.table, head, part.table) ? 1 : 0;
}

/**
 * How many rows belong to the header. In a table without positions whose first rows have no
 * numbers, the header ends with the first row that fills the columns.
 */
function headEnd({ headRows, box, cells, columnCount }: Table): number {
  if (headRows <= 1 || box !== null) return headRows;
  const used = new Set(cells.flatMap(({ column }) => (column > 0 ? [column] : [])));
  for (let row = 0; row < headRows; row++) {
    const rowCells = cells.filter((cell) => cell.row === row);
    const filled = rowCells.filter(({ column }) => column > 0).length;
    if (filled >= fullHead * Math.min(used.size, columnCount - 1)) return row + 1;
  }
  return headRows;
}

/** The share of a table's columns that a full header row fills. */
const fullHead = 0.75;

/** Unique names for columns: the text of their head, "label" for an unnamed first, else "c3". */
function columnNames(table: Table, head: number, width: number): string[] {
  const taken = new Set<string>();
  return Array.from({ length: width }, (_, column) => {
    const heads =
      head === table.headRows
        ? columnName(table, column, 60)
        : table.cells
            .filter((cell) => cell.row < head && cell.column <= column && cell.endColumn >= column)
            .map(({ text }) => text)
            .join(" ");
    const bare = onOneLine(heads, 60) || (column === 0 && head > 0 ? "label" : `c${column}`);
    let name = bare;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${bare} ${count}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

/** True if a document consists of tables, each page continuing the previous one. */
export function isSheet({ format }: Pick<DocumentSummary, "format">): boolean {
  return format === "csv" || format === "xlsx" || format === "ods";
}

/** The unit of a column's numbers. On a sheet, only what the table itself says applies. */
function columnUnit({ columns }: Table, column: number, document: DocumentSummary): TableUnit {
  const unit = columns[column]?.unit ?? noUnit;
  return isSheet(document) && unit.scaleFrom === "page"
    ? { ...unit, scale: null, scaleFrom: null }
    : unit;
}

/** The unit of a cell: its own or its row's, else the one stated at the top of its column. */
function unitOf({ unit: cellUnit }: TableCell, column: TableUnit): TableUnit {
  if (cellUnit === null) return column;
  const isLocal = (from: TableSource | null): boolean => from === "cell" || from === "row";
  const [scale, currency, percent] = [
    isLocal(cellUnit.scaleFrom) ? cellUnit : column,
    isLocal(cellUnit.currencyFrom) ? cellUnit : column,
    isLocal(cellUnit.percentFrom) ? cellUnit : column,
  ];
  return {
    ...{ scale: scale.scale, scaleFrom: scale.scaleFrom },
    ...{ currency: currency.currency, currencyFrom: currency.currencyFrom },
    ...{ percent: percent.percent, percentFrom: percent.percentFrom },
  };
}

function readColumn(
  cells: readonly (TableCell | null)[],
  columnUnit: TableUnit,
): {
  readonly column: Omit<DataColumn, "name">;
  readonly cells: readonly (DataCell | null)[];
} {
  const read = cells.map((cell): DataCell | null => {
    const text = cell?.text.trim() ?? "";
    if (!cell || text === "") return null;
    const number = numberOf(cell, text);
    return { text, number, date: null, unit: number && unitOf(cell, columnUnit), cell };
  });
  const filled = read.filter((cell) => cell !== null && !placeholder.test(cell.text));
  const numbers = filled.filter((cell) => cell?.number != null).length;
  const isNumber = filled.length > 0 && numbers >= enough * filled.length;
  if (isNumber) {
    const unit = usualUnit(read);
    return { column: { type: "number", unit, dates: null }, cells: read };
  }
  const order = dateOrder(filled.map((cell) => cell?.text ?? ""));
  const dated = read.map((cell) => cell && { ...cell, date: readDate(cell.text, order) });
  const dates = dated.filter((cell) => cell?.date != null).length;
  if (filled.length > 0 && dates >= enough * filled.length) {
    // A year in a column of days is also a date.
    const settled = dated.map(
      (cell) => cell && (cell.date === null ? cell : { ...cell, number: null, unit: null }),
    );
    return { column: { type: "date", unit: null, dates: order }, cells: settled };
  }
  return { column: { type: "text", unit: usualUnit(read), dates: null }, cells: read };
}

/** The number of a cell. The first column and rows that look like a header have none. */
function numberOf({ value, column, head }: TableCell, text: string): BigNumber | null {
  // A number with leading zeros is an identifier.
  if (/^0\d/.test(text)) return null;
  if (value !== null) return decimal(value);
  if ((column > 0 && !head) || !/\d/.test(text) || text.length > 40) return null;
  const [number, ...others] = numbersIn(text);
  if (!number || others.length > 0 || number.text !== text) return null;
  const isAmount = number.kind === "quantity" || number.kind === "year" || number.kind === "list";
  const reading = number.readings[0]?.value;
  return isAmount && reading !== undefined ? decimal(reading) : null;
}

/** The most frequent unit of a column's numbers. */
function usualUnit(cells: readonly (DataCell | null)[]): TableUnit | null {
  const counts = new Map<string, { unit: TableUnit; count: number }>();
  for (const cell of cells) {
    const unit = cell?.unit;
    if (!unit) continue;
    const key = unitKey(unit);
    const found = counts.get(key);
    if (found) found.count++;
    else counts.set(key, { unit, count: 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0]?.unit ?? null;
}

/** A key that is equal for units whose numbers can be added. */
export function unitKey({ scale, currency, percent }: TableUnit): string {
  return percent ? "%" : `${scale ?? 0} ${currency ?? ""}`;
}

/** Words for totals, in the languages of the interface and a few others. */
const totalWord =
  "(?:grand |sub-?)?totals?|sum|gesamt(?:summe|betrag|ergebnis)?|(?:zwischen)?summe|insgesamt|total(?:e|es|aux)? (?:général|general|geral)|sous-total|subtotal(?:es)?|totale|totaal|المجموع|الإجمالي|合計|小計|総計|合计|总计";
const onlyTotal = new RegExp(`^(?:${totalWord})[\\s:.]*$`, "iu");
export const namesTotal: RegExp = new RegExp(
  `(?<![\\p{Alpha}])(?:${totalWord})(?![\\p{Alpha}])`,
  "iu",
);
const beginsTotal = new RegExp(
  `^(?:${totalWord})(?![\\p{Alpha}])|(?<![\\p{Alpha}])(?:${totalWord})[\\s:.]*$`,
  "iu",
);
/** How much rounded numbers may differ from their sum, in units of the last place for each row. */
const roundingPerRow = 0.6;

/**
 * The rows that add up others: those named by the word for a total alone, and those whose name
 * contains it and whose number in a column is the sum of the rows directly above.
 */
function totalRows(
  rows: readonly (readonly (DataCell | null)[])[],
  columns: readonly DataColumn[],
): ReadonlySet<number> {
  const totals = new Set<number>();
  for (const [index, cells] of rows.entries()) {
    const words = cells.filter((cell) => cell !== null && cell.number === null);
    if (words.some((cell) => cell && onlyTotal.test(cell.text))) totals.add(index);
    else if (beginsTotal.test(words[0]?.text ?? "") && addsUp(rows, index, columns, totals)) {
      totals.add(index);
    }
  }
  return totals;
}

/** True if a row's number is the sum of two or more rows directly above, ignoring other totals. */
function addsUp(
  rows: readonly (readonly (DataCell | null)[])[],
  index: number,
  columns: readonly DataColumn[],
  totals: ReadonlySet<number>,
): boolean {
  return columns.some((_, column) => {
    const total = rows[index]?.[column]?.number;
    if (!total || total.isZero()) return false;
    let sum = decimal("0");
    let count = 0;
    for (let above = index - 1; above >= 0; above--) {
      const number = totals.has(above) ? null : rows[above]?.[column]?.number;
      if (!number) continue;
      sum = sum.plus(number);
      count++;
      const slack = count * roundingPerRow * 10 ** -total.decimalPlaces();
      if (count > 1 && sum.minus(total).abs().lessThanOrEqualTo(slack)) return true;
    }
    return false;
  });
}
