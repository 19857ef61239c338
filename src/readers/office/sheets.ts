import { columnLetters, longestFormula, type PageFormulas } from "../../core/index.js";
import { findHeader, headerSearch } from "../find-header.js";
import { type Block, leadLimit, oneLineOf, type PagePart, partLimit } from "../parts.js";
import { attribute, child, isTrue, numberIn, textIn, type XmlElement } from "./package.js";

export interface SheetRow {
  /** Counts from 1. */
  readonly row: number;
  /** The columns of its non-empty cells, ascending, counting from 1. */
  readonly columns: readonly number[];
  /** The displayed texts of these cells. */
  readonly texts: readonly string[];
  /** The formulas in the row, if any, including those of cells that show nothing. */
  readonly formulas?: readonly CellFormula[];
}

export interface CellFormula {
  /** Counts from 1. */
  readonly column: number;
  readonly text: string;
}

/** Maximum columns shared by all pages of a sheet; beyond that, each page omits its empty ones. */
const maxSharedColumns = 256;

/**
 * The rows of a sheet as pages of about 3,000 characters, one row per line, with tab-separated
 * cells. A row is never cut. Rows between empty rows form a table; its header is repeated at the
 * top of each page on which it continues.
 *
 * @param headed rows that the workbook itself marks as table headers
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
    // A table that fits on a page is not split just because another one is above it.
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

/** The rows of one page. Those with the same block belong together. */
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

/** The position of a cell by its name: "AB12"; null if it is not a cell name. */
export function cellPlace(name: string | null): { row: number; column: number } | null {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(name ?? "");
  if (!match) return null;
  let column = 0;
  for (const letter of (match[1] ?? "").toUpperCase()) {
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return { row: Number(match[2]), column };
}

/** Maximum characters of formulas kept per file; a small file can repeat one a million times. */
const maxCharacters = 32 * 1024 * 1024;
/** Maximum number of formulas over several cells that are tracked. */
const maxArrays = 1_000;
/** Rows and columns of a sheet. */
const lastRow = 1_048_576;
const lastColumn = 16_384;

interface Place {
  readonly row: number;
  readonly column: number;
}

/** A formula calculated over a range of cells at once, each of which shows it. */
interface ArrayFormula {
  readonly from: Place;
  readonly to: Place;
  readonly text: string;
}

/** Counts the stored characters of a file's formulas. */
export class FormulaBudget {
  #left = maxCharacters;

  /** Whether there are too many formulas to keep another one. */
  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** The formula on one line; null if it is empty, or there are too many formulas. */
  kept(formula: string): string | null {
    const line = oneLineOf(formula.slice(0, longestFormula));
    if (line === "" || this.isSpent) return null;
    this.#left -= line.length;
    return line;
  }
}

/** The formulas of a sheet's cells (ECMA-376-1, 18.3.1.40), which must be requested in order. */
export class SheetFormulas {
  readonly #budget: FormulaBudget;
  readonly #shared = new Map<string, Place & { readonly text: string }>();
  #arrays: ArrayFormula[] = [];

  constructor(budget: FormulaBudget) {
    this.#budget = budget;
  }

  /** The formula of a cell as Excel shows it; null if there is none. */
  of(cell: XmlElement, place: Place): string | null {
    if (this.#budget.isSpent) return null;
    const element = child(cell, "f");
    const text = element ? this.#written(element, cell, place) : this.#arrayAt(place);
    return text === null ? null : this.#budget.kept(text);
  }

  #written(element: XmlElement, cell: XmlElement, place: Place): string | null {
    const formula = textIn(element)
      .slice(0, 2 * longestFormula)
      .replace(/_xl(?:fn|ws|pm|udf)\./g, "")
      .slice(0, longestFormula);
    switch (attribute(element, "t")) {
      case "shared": {
        const name = attribute(element, "si") ?? "";
        if (formula !== "") this.#shared.set(name, { ...place, text: formula });
        const first = this.#shared.get(name);
        if (!first) return null;
        return `=${shifted(first.text, place.row - first.row, place.column - first.column)}`;
      }
      case "array": {
        // A spilled array is stored only in its first cell.
        if (formula === "" || attribute(cell, "cm") !== null)
          return formula === "" ? null : `=${formula}`;
        return this.#array(element, `{=${formula}}`);
      }
      case "dataTable": {
        const [first, second] = [attribute(element, "r1") ?? "", attribute(element, "r2") ?? ""];
        const one = isTrue(element, "dtr") ? `${first},` : `,${first}`;
        const inputs = isTrue(element, "dt2D") ? `${first},${second}` : one;
        return this.#array(element, `{=TABLE(${inputs})}`);
      }
      default:
        return formula === "" ? null : `=${formula}`;
    }
  }

  #array(element: XmlElement, text: string): string {
    const [first = null, last = first] = (attribute(element, "ref") ?? "").split(":");
    const [from, to] = [cellPlace(first), cellPlace(last)];
    const isOne = from?.row === to?.row && from?.column === to?.column;
    if (from && to && !isOne && this.#arrays.length < maxArrays) {
      this.#arrays.push({ from, to, text });
    }
    return text;
  }

  #arrayAt({ row, column }: Place): string | null {
    if (this.#arrays.length === 0) return null;
    if (this.#arrays.some(({ to }) => to.row < row)) {
      this.#arrays = this.#arrays.filter(({ to }) => to.row >= row);
    }
    const found = this.#arrays.find(
      ({ from, to }) => row >= from.row && column >= from.column && column <= to.column,
    );
    return found?.text ?? null;
  }
}

/** Literals in a formula, and references to cells, whole columns and whole rows. */
const pieces = new RegExp(
  [
    /"(?:[^"]|"")*(?:"|$)|'(?:[^']|'')*(?:'|$)|\[(?:[^[\]]|\[[^\]]*(?:\]|$))*(?:\]|$)/,
    /(?<ca>\$?)(?<column>[A-Za-z]{1,3})(?<ra>\$?)(?<row>\d{1,7})(?![\w.(!])/,
    /(?<a1>\$?)(?<c1>[A-Za-z]{1,3}):(?<a2>\$?)(?<c2>[A-Za-z]{1,3})(?![\w.(!$])/,
    /(?<b1>\$?)(?<r1>\d{1,7}):(?<b2>\$?)(?<r2>\d{1,7})(?![\w.(!$])/,
    /[\p{L}\p{N}_.\\?]+/u,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);

/** A formula moved by this many rows and columns from the cell it was written for. */
function shifted(formula: string, rows: number, columns: number): string {
  if (rows === 0 && columns === 0) return formula;
  const row = (isFixed: string, number: string): string =>
    isFixed ? `$${number}` : within(Number(number) + rows, lastRow, String);
  const column = (isFixed: string, letters: string): string => {
    if (isFixed) return `$${letters}`;
    const place = cellPlace(`${letters}1`);
    return within((place?.column ?? 0) + columns, lastColumn, columnLetters);
  };
  return formula.replace(pieces, (whole: string, ...rest) => {
    const at = rest.at(-1) as Record<string, string | undefined>;
    const [a, b] =
      at.row !== undefined
        ? [column(at.ca ?? "", at.column ?? ""), row(at.ra ?? "", at.row)]
        : at.c1 !== undefined
          ? [column(at.a1 ?? "", at.c1), column(at.a2 ?? "", at.c2 ?? "")]
          : at.r1 !== undefined
            ? [row(at.b1 ?? "", at.r1), row(at.b2 ?? "", at.r2 ?? "")]
            : [whole, ""];
    if (a === nowhere || b === nowhere) return nowhere;
    return at.c1 !== undefined || at.r1 !== undefined ? `${a}:${b}` : `${a}${b}`;
  });
}

const nowhere = "#REF!";

function within(number: number, last: number, written: (number: number) => string): string {
  return number >= 1 && number <= last ? written(number) : nowhere;
}

/**
 * A formula of an OpenDocument sheet as programs show it: "of:=SUM([.B2:.B4])" is "=SUM(B2:B4)"
 * (ODF 1.3, part 4, 5.8), in braces if it is calculated over several cells at once.
 */
export function openFormula(cell: XmlElement): string | null {
  const written = attribute(cell, "formula");
  if (written === null) return null;
  const shown = written
    .replace(/^[a-z]+:(?==)/i, "")
    .replace(/"(?:[^"]|"")*(?:"|$)|\[([^\]]*)(?:\]|$)/g, (whole, reference?: string) =>
      reference === undefined ? whole : reference.replace(/(^|:)\./g, "$1"),
    );
  const isArray = numberIn(cell, "number-matrix-rows-spanned") !== null;
  return isArray ? `{${shown}}` : shown;
}
