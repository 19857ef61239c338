import type { PageFormulas } from "../../core/page.js";
import { findHeader, headerSearch } from "../csv/parser.js";
import { type Block, leadLimit, type PagePart, partLimit } from "../parts.js";

/** A row of a sheet that holds something. */
export interface SheetRow {
  /** Counts from 1. */
  readonly row: number;
  /** The columns of its cells that hold something, ascending, counting from 1. */
  readonly columns: readonly number[];
  /** What these show. */
  readonly texts: readonly string[];
  /** The formulas behind cells of the row, where there are any, also of cells that show nothing. */
  readonly formulas?: readonly CellFormula[];
}

/** The formula behind a cell of a row. */
export interface CellFormula {
  /** Counts from 1. */
  readonly column: number;
  readonly text: string;
}

/** A sheet with more columns than these has pages that leave out those that are empty on them. */
const maxSharedColumns = 256;

/**
 * The rows of a sheet as pages of about 3,000 characters, a line a row, with cells set apart by tabs.
 * A row is never cut. Rows between empty rows are a table; its head stands again at the top of each
 * page that it goes on to.
 *
 * @param headed rows that the workbook itself names as heads of tables
 */
export function sheetPages(
  label: string,
  rows: readonly SheetRow[],
  headed: ReadonlySet<number>,
): PagePart[] {
  const all = usedColumns(rows);
  const shared = all.length <= maxSharedColumns ? all : null;
  const pages: PagePart[] = [];
  let page: PageRows = new PageRows();
  const close = (): void => {
    if (page.size > 0) pages.push(page.finish(label, shared));
    page = new PageRows();
  };
  for (const group of groupsOf(rows)) {
    const head = headOf(group, headed);
    const title = head === null ? [] : group.slice(0, group.indexOf(head));
    const size = group.reduce((sum, row) => sum + sizeOf(row), 0);
    // A table that fits on a page is not cut for the sake of one that stands above it.
    if (page.size > partLimit / 2 && page.size + size > partLimit) close();
    for (const row of title) {
      if (page.size + sizeOf(row) > partLimit) close();
      page.add(row, null);
    }
    const table = head === null ? group : group.slice(title.length);
    let block = {};
    for (const row of table) {
      if (page.size > 0 && page.size + sizeOf(row) > partLimit) {
        close();
        block = {};
        if (head && row !== head && sizeOf(head) < leadLimit) page.add(head, block);
      }
      page.add(row, block);
    }
  }
  close();
  return pages;
}

/** The rows of one page. Those that are given the same block belong together. */
class PageRows {
  readonly #rows: SheetRow[] = [];
  readonly #blocks: (object | null)[] = [];
  size = 0;

  add(row: SheetRow, block: object | null): void {
    this.#rows.push(row);
    this.#blocks.push(block);
    this.size += sizeOf(row);
  }

  finish(label: string, shared: readonly number[] | null): PagePart {
    const columns = shared ?? usedColumns(this.#rows);
    const places = new Map(columns.map((column, index) => [column, index]));
    const blocks: (Block & { lines: string[] })[] = [];
    let last: object | null | undefined;
    for (const [index, row] of this.#rows.entries()) {
      const block = this.#blocks[index];
      if (block !== last || blocks.length === 0) blocks.push({ kind: "row", level: 0, lines: [] });
      last = block;
      blocks.at(-1)?.lines.push(lineOf(row, places));
    }
    const rows = Uint32Array.from(this.#rows, ({ row }) => row);
    const formulas = this.#formulas(places);
    const cells = { columns: Uint32Array.from(columns), rows, ...(formulas ? { formulas } : {}) };
    return { label, blocks, cells };
  }

  #formulas(columns: ReadonlyMap<number, number>): PageFormulas | null {
    const places: number[] = [];
    const texts: string[] = [];
    for (const [line, { formulas = [] }] of this.#rows.entries()) {
      for (const { column, text } of formulas) {
        const place = columns.get(column);
        if (place === undefined) continue;
        places.push(line, place);
        texts.push(text);
      }
    }
    return texts.length > 0 ? { places: Uint32Array.from(places), texts } : null;
  }
}

function lineOf({ columns, texts }: SheetRow, places: ReadonlyMap<number, number>): string {
  let line = "";
  let at = 0;
  for (const [index, column] of columns.entries()) {
    const place = places.get(column) ?? at;
    line += "\t".repeat(Math.max(0, place - at)) + (texts[index] ?? "");
    at = place;
  }
  return line;
}

function sizeOf({ texts }: SheetRow): number {
  return texts.reduce((sum, text) => sum + text.length + 1, 0);
}

function usedColumns(rows: readonly SheetRow[]): number[] {
  const used = new Set<number>();
  for (const { columns } of rows) for (const column of columns) used.add(column);
  return [...used].sort((a, b) => a - b);
}

function* groupsOf(rows: readonly SheetRow[]): Generator<SheetRow[]> {
  let group: SheetRow[] = [];
  for (const row of rows) {
    const last = group.at(-1);
    if (last && row.row > last.row + 1) {
      yield group;
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield group;
}

function headOf(group: readonly SheetRow[], headed: ReadonlySet<number>): SheetRow | null {
  const named = group.find(({ row }) => headed.has(row));
  if (named) return named;
  const first = group.slice(0, headerSearch);
  const columns = usedColumns(first);
  if (columns.length < 2) return null;
  const places = new Map(columns.map((column, index) => [column, index]));
  const at = findHeader(first.map((row) => lineOf(row, places).split("\t")));
  return at < 0 ? null : (group[at] ?? null);
}

/** A cell's place by its name: "AB12"; null where that is none. */
export function cellPlace(name: string | null): { row: number; column: number } | null {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(name ?? "");
  if (!match) return null;
  let column = 0;
  for (const letter of (match[1] ?? "").toUpperCase()) {
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return { row: Number(match[2]), column };
}
