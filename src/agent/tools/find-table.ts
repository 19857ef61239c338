import {
  type CellId,
  cellId,
  type DocumentSummary,
  type EvidenceId,
  invalidArgument,
  notFound,
  type PagehoundError,
  type PassageText,
  parseEvidenceId,
  parseTablePlace,
  type Table,
  type TableCell,
  type TablePlace,
  tableId,
} from "../../core/index.js";
import { findDocument, requirePages } from "../reading/find-by-name.js";
import { firstOf, onOneLine } from "../reading/wording.js";
import type { TablePart } from "./table-data.js";
import { columnName, rowName, tableTitle } from "./table-text.js";
import type { ToolContext } from "./tool.js";

type Scope = Pick<ToolContext, "reader" | "signal">;

export interface NamedTable extends TablePart {
  readonly document: DocumentSummary;
}

/** The table that a name refers to, and the row and column if the name includes them. */
export interface TableTarget extends NamedTable {
  readonly row: number | null;
  readonly column: number | null;
}

/** Maximum number of tables, rows or cells that an error lists. */
const maxNamed = 6;
/** How many pages before and after are searched for the nearest table. */
const reach = 3;

/** Text that models write around an id or instead of it. */
export function bareTableName(name: string): string {
  return name
    .trim()
    .replace(/^\[(.*)\]$/, "$1")
    .trim()
    .toLowerCase();
}

/**
 * The table that a name refers to: its id, the id of one of its rows or cells, the id of a passage
 * that shows rows of it, or its page if that has only this table. Throws `not-found`, listing
 * existing tables with the nearest first, and `invalid-argument` for a name that cannot be a
 * table's.
 */
export async function findTable(written: string, scope: Scope): Promise<TableTarget> {
  const name = bareTableName(written);
  const place = parseTablePlace(name);
  if (place) {
    const { row, column } = place;
    return { ...(await tableAt(place, scope)), row, column };
  }
  const passage = parseEvidenceId(name);
  const [, document, page] = /^(d[1-9]\d{0,14})\.p([1-9]\d{0,8})$/.exec(name) ?? [];
  if (passage) {
    const found = await tableOfPassage(name as EvidenceId, scope);
    return { ...found, row: null, column: null };
  }
  if (document === undefined) {
    throw invalidArgument(
      `"${onOneLine(written, 40)}" is not the id of a table. Pass one such as d3.p12.t1, or a page such as d3.p12; find_rows finds tables by the names of their rows.`,
    );
  }
  const tables = await tablesOn(document, Number(page), scope);
  const [only, ...others] = tables;
  if (only && others.length === 0) return { ...only, row: null, column: null };
  if (!only) throw await noTable(document, Number(page), scope);
  throw invalidArgument(
    `Page ${page} of ${document} has ${tables.length} tables: ${named(tables)}.`,
  );
}

/** The table at a place. Throws `not-found`, listing existing tables. */
async function tableAt({ document, page, number }: TablePlace, scope: Scope): Promise<NamedTable> {
  const tables = await tablesOn(document, page, scope);
  const found = tables[number - 1];
  if (found) return found;
  if (tables.length === 0) throw await noTable(document, page, scope);
  throw notFound(
    `There is no table ${document}.p${page}.t${number}. That page has ${named(tables)}.`,
  );
}

async function tableOfPassage(id: EvidenceId, scope: Scope): Promise<NamedTable> {
  const { document, page } = parseEvidenceId(id) ?? { document: "d0", page: 0 };
  const tables = await tablesOn(document, page, scope);
  const [passage] = await scope.reader.passagesById([id], { signal: scope.signal });
  const { start, end } = passage?.span ?? { start: 0, end: 0 };
  const found = tables.find(({ table: { span } }) => span.start < end && span.end > start);
  if (found) return found;
  if (tables.length === 0) throw await noTable(document, page, scope);
  throw notFound(`${id} has no table. Its page has ${named(tables)}.`);
}

/** The tables of a page. Throws `not-found` if there is no such page. */
async function tablesOn(
  id: string,
  page: number,
  { reader, signal }: Scope,
): Promise<readonly NamedTable[]> {
  const document = await findDocument(reader, id, { signal });
  requirePages(document, { from: page, to: page });
  const tables = (await reader.tables?.(document.id, page, { signal })) ?? [];
  return tables.map((table, index) => {
    return { id: tableId(document.id, page, index + 1), document, page, table };
  });
}

/** The error for a page without tables, listing the nearest tables. */
async function noTable(id: string, page: number, scope: Scope): Promise<PagehoundError> {
  const { pages } = await findDocument(scope.reader, id, scope);
  const near = Array.from({ length: reach }, (_, index) => [page + index + 1, page - index - 1])
    .flat()
    .filter((each) => each >= 1 && each <= pages.total);
  for (const each of near) {
    const tables = await tablesOn(id, each, scope);
    if (tables.length > 0) {
      return notFound(`There is no table on page ${page} of ${id}. The nearest: ${named(tables)}.`);
    }
  }
  return notFound(
    `There is no table on page ${page} of ${id}, nor near it. Use find_rows or search.`,
  );
}

/** "d4.p52.t1 (rows 2 to 14) Net sales by segment". */
function named(tables: readonly NamedTable[]): string {
  const all = tables.map(({ id, table }) => {
    return `${id} (${rowsOf(table)}) ${tableTitle(table, 60)}`.trim();
  });
  return firstOf(all, maxNamed, "; ");
}

/** "rows 2 to 14", not counting the heading rows. */
export function rowsOf({ headRows, rowCount }: Table): string {
  return headRows + 1 >= rowCount ? `row ${headRows}` : `rows ${headRows} to ${rowCount - 1}`;
}

/** A cell that holds a number, and the passage that shows it. */
export interface NumberCell {
  readonly id: CellId;
  readonly cell: TableCell & { readonly value: string };
  readonly source: NamedTable;
  readonly passage: PassageText;
}

/**
 * The cell with an id, and its number. Throws `not-found` if it does not exist or has no number,
 * listing the numeric cells of its row, or else the existing rows.
 */
export async function findNumberCell(id: string, scope: Scope): Promise<NumberCell> {
  const target = await findTable(id, scope);
  const { table, row, column } = target;
  const name = bareTableName(id);
  if (row === null || row >= table.rowCount) {
    throw notFound(
      `${row === null ? `${name} is a table, not a cell` : `There is no row ${row} in ${target.id}`}. It has ${rowsOf(table)}; name a cell such as ${sampleCell(target) ?? "one that read_table shows"}.`,
    );
  }
  const cell = table.cells.find((each) => {
    const { row: first, endRow, column: begin, endColumn } = each;
    return (
      column !== null && row >= first && row <= endRow && column >= begin && column <= endColumn
    );
  });
  if (!cell || cell.value === null) throw noNumber(name, target, row);
  const { value } = cell;
  const pages = { from: target.page, to: target.page };
  const passages = await scope.reader.passages(target.document.id, {
    pages,
    signal: scope.signal,
  });
  const passage = passageWith(cell, passages);
  if (!passage) {
    throw notFound(`No passage contains ${name}. Use its number as you read it.`);
  }
  return {
    id: cellId(target.id, cell.row, cell.column),
    cell: { ...cell, value },
    source: target,
    passage,
  };
}

/** The passage that shows all of a cell; null if there is none. */
export function passageWith(
  { spans }: TableCell,
  passages: readonly PassageText[],
): PassageText | null {
  const shows = ({ span }: PassageText) =>
    spans.every(({ start, end }) => start >= span.start && end <= span.end);
  return passages.find(shows) ?? null;
}

/** The error for a cell without a number, listing those of its row. */
function noNumber(name: string, { id, table }: NamedTable, row: number): PagehoundError {
  const numbers = table.cells.filter((cell) => cell.row === row && cell.value !== null);
  const cells = numbers.slice(0, maxNamed).map(({ column, text }) => {
    const head = columnName(table, column);
    return `${cellId(id, row, column)}${head === "" ? "" : ` (${head})`} ${onOneLine(text, 24)}`;
  });
  const label = rowName(table, row);
  return notFound(
    cells.length === 0
      ? `Row ${row} of ${id}${label === "" ? "" : `, "${label}",`} has no numbers. ${id} has ${rowsOf(table)}.`
      : `${name} holds no number. Row ${row}${label === "" ? "" : `, "${label}",`} has ${cells.join("; ")}.`,
  );
}

/** The id of a cell with a number, as an example; null if there is none. */
export function sampleCell(
  { id, table }: Pick<NamedTable, "id" | "table">,
  fits: (cell: TableCell) => boolean = () => true,
): string | null {
  const cell = table.cells.find((each) => each.value !== null && !each.head && fits(each));
  return cell ? cellId(id, cell.row, cell.column) : null;
}
