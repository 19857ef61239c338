import {
  asCsv,
  escapedHtml,
  fileName,
  harmless,
  intersect,
  quoted,
  type Span,
  type Table,
  type TableCell,
} from "../../core/index.js";

/** A cell of the grid: its text, and the rows and columns it spans. */
export interface GridCell {
  /** Null for an empty place, and for headings from an earlier page. */
  readonly cell: TableCell | null;
  readonly text: string;
  readonly rows: number;
  readonly columns: number;
}

/** A row as written: its cells from left to right, without places that other cells span. */
export interface GridRow {
  /** Counting from 0; -1 for headings from an earlier page. */
  readonly row: number;
  readonly head: boolean;
  readonly cells: readonly GridCell[];
}

export function bodyRows({ headRows, rowCount }: Table): number[] {
  return Array.from({ length: rowCount - headRows }, (_, index) => headRows + index);
}

/** The head of a table and some of its rows, in order; cells that span rows are cut to those. */
export function gridOf(table: Table, body: readonly number[] = bodyRows(table)): GridRow[] {
  const head = Array.from({ length: table.headRows }, (_, row) => row);
  const rows = [...head, ...body];
  const starts = new Map<string, TableCell>();
  const covered = new Set<string>();
  const index = new Map(rows.map((row, at) => [row, at]));
  const height = (cell: TableCell): number => {
    let count = 0;
    for (let row = cell.row; row <= cell.endRow; row++) if (index.has(row)) count++;
    return count;
  };
  for (const cell of table.cells) {
    let first = cell.row;
    while (first <= cell.endRow && !index.has(first)) first++;
    if (first > cell.endRow) continue;
    starts.set(`${first} ${cell.column}`, cell);
    for (let row = first; row <= cell.endRow; row++)
      for (let column = cell.column; column <= cell.endColumn; column++)
        if (row > first || column > cell.column) covered.add(`${row} ${column}`);
  }
  const shown = rows.map((row): GridRow => {
    const cells: GridCell[] = [];
    for (let column = 0; column < table.columnCount; column++) {
      if (covered.has(`${row} ${column}`)) continue;
      const cell = starts.get(`${row} ${column}`) ?? null;
      const columns = cell ? cell.endColumn - cell.column + 1 : 1;
      cells.push({ cell, text: textOf(cell), rows: cell ? height(cell) : 1, columns });
    }
    return { row, head: row < table.headRows, cells };
  });
  return [...headsBefore(table), ...shown];
}

/** The headings that a table took over from an earlier page; adjacent equal ones are merged. */
function headsBefore({ columns, continues }: Table): GridRow[] {
  if (continues === null) return [];
  const levels = Math.max(0, ...columns.map(({ heads }) => heads.length));
  return Array.from({ length: levels }, (_, level) => {
    const cells: GridCell[] = [];
    for (const { heads } of columns) {
      // The lowest heading is right above its column.
      const text = heads[heads.length - levels + level] ?? "";
      const last = cells.at(-1);
      if (last && text !== "" && last.text === text) {
        cells[cells.length - 1] = { ...last, columns: last.columns + 1 };
      } else cells.push({ cell: null, text, rows: 1, columns: 1 });
    }
    return { row: -1, head: true, cells };
  });
}

const leader = /(?<![\s.…·_])(?:\s*[.…·_]){3,}\s*$/u;

/** The text of a cell, without the leader dots between a label and its numbers. */
function textOf(cell: TableCell | null): string {
  if (!cell) return "";
  return cell.column === 0 ? cell.text.replace(leader, "") : cell.text;
}

/** The texts of all rows; a cell that spans several places has its text in the first. */
function textsOf(table: Table): string[][] {
  const open = new Map<number, number>();
  return gridOf(table).map(({ cells }) => {
    const texts: string[] = [];
    const skip = (): void => {
      for (let left = open.get(texts.length) ?? 0; left > 0; left = open.get(texts.length) ?? 0) {
        open.set(texts.length, left - 1);
        texts.push("");
      }
    };
    for (const { text, rows, columns } of cells) {
      skip();
      for (let column = 0; column < columns; column++) {
        if (rows > 1) open.set(texts.length, rows - 1);
        texts.push(column === 0 ? harmless(text) : "");
      }
    }
    skip();
    return texts;
  });
}

/** A table as tab-separated lines, as spreadsheets paste them. */
export function tableAsTsv(table: Table): string {
  return textsOf(table)
    .map((texts) => texts.map((text) => (text.startsWith('"') ? quoted(text) : text)).join("\t"))
    .join("\n");
}

/** A table as CSV (RFC 4180). */
export function tableAsCsv(table: Table): string {
  return asCsv(textsOf(table));
}

/** A table as an HTML table, with its caption and spanning cells. */
export function tableAsHtml(table: Table): string {
  const row = ({ head, cells }: GridRow): string => {
    const written = cells.map(({ text, rows, columns }) => {
      const name = head ? "th" : "td";
      const over = `${columns > 1 ? ` colspan="${columns}"` : ""}${rows > 1 ? ` rowspan="${rows}"` : ""}`;
      return `<${name}${over}>${escapedHtml(harmless(text))}</${name}>`;
    });
    return `<tr>${written.join("")}</tr>`;
  };
  const grid = gridOf(table);
  const head = grid.filter((each) => each.head);
  const body = grid.filter((each) => !each.head);
  const caption = table.caption ? `<caption>${escapedHtml(table.caption.text)}</caption>` : "";
  const top = head.length > 0 ? `<thead>${head.map(row).join("")}</thead>` : "";
  return `<table>${caption}${top}<tbody>${body.map(row).join("")}</tbody></table>`;
}

/** “report-p52-t2.csv”: a file name from a document, a page and, if needed, the table's number. */
export function tableFileName(path: string, tables: readonly Table[], table: Table): string {
  const stem = fileName(path)
    .replace(/\.[^.]{1,8}$/u, "")
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, "-");
  const number = tables.length > 1 ? `-t${tables.indexOf(table) + 1}` : "";
  return `${stem.slice(0, 80) || "table"}-p${table.page}${number}.csv`;
}

/** Columns with more numbers than words, which are aligned to their end. */
export function numericColumns({ cells, columnCount }: Table): ReadonlySet<number> {
  const counts = new Array<number>(columnCount).fill(0);
  for (const { column, endColumn, head, text, value } of cells) {
    if (head || column !== endColumn) continue;
    counts[column] = (counts[column] ?? 0) + (value !== null || !/\p{Alpha}/u.test(text) ? 1 : -1);
  }
  return new Set(counts.flatMap((count, column) => (count > 0 && column > 0 ? [column] : [])));
}

/** The page's marks as positions in the text of a cell. */
export function marksIn({ spans }: TableCell, text: string, marks: readonly Span[]): Span[] {
  const found: Span[] = [];
  let before = 0;
  for (const place of spans) {
    for (const mark of marks) {
      const inside = intersect(mark, place);
      if (!inside) continue;
      const start = inside.start - place.start + before;
      const end = Math.min(text.length, inside.end - place.start + before);
      if (start < end) found.push({ start, end });
    }
    before += place.end - place.start + 1;
  }
  return found.sort((a, b) => a.start - b.start);
}
