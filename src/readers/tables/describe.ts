import {
  appendTo,
  type Box,
  type Page,
  type Span,
  type Table,
  type TableCell,
  type TableColumn,
  type TableRow,
  type TableSource,
  type TableText,
} from "../../core/index.js";
import {
  cellUnit,
  decimalSignOf,
  numbersIn,
  periodIn,
  scaleIn,
  unitIn,
} from "../../figures/index.js";
import { type CellArea, isFigure, isYears } from "./lines.js";

/** A cell known only by the positions of its words. */
export interface PlacedCell extends CellArea {
  /** Positions of its words in the page's text, in reading order. */
  readonly words: readonly Span[];
  /** The words that are small and raised: footnote marks. */
  readonly raised?: readonly Span[];
  readonly box: Box | null;
  /** The left edge, which shows the indent; null if the format has no positions. */
  readonly left: number | null;
}

/** A table known only by the positions of its cells. */
export interface PlacedTable {
  readonly rows: number;
  readonly columns: number;
  readonly headRows: number;
  readonly cells: readonly PlacedCell[];
  readonly caption: readonly Span[];
  readonly box: Box | null;
}

/**
 * Interprets a table: numbers, labels, groups, and the units of columns.
 *
 * @param pageScale the power of ten that the page states for all its tables; see `tableScales`
 */
export function describeTable(page: Page, placed: PlacedTable, pageScale: number | null): Table {
  const { text } = page;
  const caption = placed.caption.length > 0 ? textAt(text, placed.caption) : null;
  const { headRows } = placed;
  const texts = textCells(text, placed);
  const read = readCells(text, texts, headRows);
  const head = texts.filter((cell) => cell.row < headRows);
  const columns = Array.from({ length: placed.columns }, (_, column) =>
    columnOf(column, head, caption?.text ?? "", pageScale),
  );
  const rows = rowsOf(read, headRows, placed.rows);
  const counted = columnCurrencies(read, columns);
  const stated = rows.map(({ label }) => scaleIn(label));
  const unitOf = ({ row, column, text }: TextCell): TableCell["unit"] => {
    const valueColumn = counted[column];
    if (!valueColumn) return null;
    const described = rows[row - headRows];
    const labels = described ? [described.label, ...described.group.toReversed()] : [];
    const scale = stated[row - headRows] ?? null;
    return cellUnit(valueColumn.unit, text, labels, scale, caption?.text ?? "");
  };
  const cells = read.map(({ cell, marks, head, value }): TableCell => {
    const { row, endRow, column, endColumn, box, spans, text } = cell;
    const place = { row, endRow, column, endColumn, head, box };
    return { ...place, marks, value, text, spans, unit: value === null ? null : unitOf(cell) };
  });
  const spans = cells.flatMap((cell) => cell.spans);
  return {
    page: page.number,
    box: placed.box,
    span: {
      start: spans.reduce((least, { start }) => Math.min(least, start), text.length),
      end: spans.reduce((most, { end }) => Math.max(most, end), 0),
    },
    caption,
    headRows,
    rowCount: placed.rows,
    columnCount: placed.columns,
    rows,
    columns: counted,
    cells,
    continues: null,
  };
}

function textCells(text: string, { cells }: PlacedTable): TextCell[] {
  const ordered = cells.toSorted((a, b) => a.row - b.row || a.column - b.column);
  return ordered.map((cell) => {
    const { row, endRow, column, endColumn, words, raised = [], box, left } = cell;
    const shown = textAt(text, words);
    return Object.assign({ row, endRow, column, endColumn, words, raised, box, left }, shown);
  });
}

/** The cells with their note marks and amounts; the head and the labels have no amounts. */
function readCells(text: string, cells: readonly TextCell[], headRows: number): ReadCell[] {
  const figures = cells.filter((cell) => cell.row >= headRows && isFigure(cell.text));
  const sign = decimalSignOf(figures.map((cell) => cell.text).join("\n"));
  return cells.map((cell) => {
    const marks = marksOf(text, cell);
    const bare = withoutMarks(cell, text, marks);
    const head = cell.row < headRows;
    const value = head || cell.column === 0 ? null : amountIn(bare, sign);
    return { cell, marks, bare, head, value };
  });
}

/** Text between words of one span: nothing, a space, or the mark of raised or lowered text. */
const joint = /^(?: ?|[\^_]\(?)$/u;

/** The text at positions of a page; adjacent words are joined into one span. */
function textAt(text: string, words: readonly Span[]): TableText {
  const spans: { start: number; end: number }[] = [];
  for (const { start, end } of words) {
    const last = spans.at(-1);
    if (last && start >= last.end && joint.test(text.slice(last.end, start))) last.end = end;
    else spans.push({ start, end });
  }
  return { text: spans.map(({ start, end }) => text.slice(start, end)).join(" "), spans };
}

type TextCell = PlacedCell & TableText;

/** The footnote marks at the end of a cell. */
function marksOf(text: string, { raised = [], text: cellText }: TextCell): string[] {
  const found = raised.map(({ start, end }) => text.slice(start, end).normalize("NFKC"));
  const trailing = /\p{L}|\d\s*[*†‡§]/u.test(cellText) ? trailingMarks(cellText) : "";
  const trailingSigns: readonly string[] = trailing.match(/\([^()]*\)|[*†‡§]+/gu) ?? [];
  return [...new Set([...trailingSigns, ...found])];
}

function withoutMarks(
  { words, raised = [] }: TextCell,
  text: string,
  marks: readonly string[],
): string {
  const above = new Set(raised.map(({ start }) => start));
  const kept = words.filter(({ start }) => !above.has(start));
  const bare = textAt(text, kept.length > 0 ? kept : words).text;
  return marks.length > 0 ? bare.slice(0, bare.length - trailingMarks(bare).length) : bare;
}

/** "$1,577.50", "(12)", "-4.2%": the form of most cells, with "." before decimals. */
const plainAmount =
  /^(?:(\()|[-–−])?(?:[$€£] ?)?([1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.(\d+))?%?(\))?%?$/;

/** The number in a cell, signed as printed. */
function amountIn(text: string, sign: "." | "," | null): string | null {
  if (!/\d/.test(text) || !isFigure(text)) return null;
  const swapped = sign === "," ? text.replace(/[.,]/g, (each) => (each === "." ? "," : ".")) : text;
  const plain = plainAmount.exec(swapped);
  if (plain && !plain[1] === !plain[4]) {
    const [, , whole = "", decimals = ""] = plain;
    const integer = whole.replaceAll(",", "").replace(/^0+(?=\d)/, "");
    const fraction = decimals.replace(/(?<!0)0+$/, "");
    const value = fraction === "" ? integer : `${integer}.${fraction}`;
    return /^[-–−(]/.test(text) && /[1-9]/.test(value) ? `-${value}` : value;
  }
  const numbers = numbersIn(text, sign === null ? {} : { decimalSign: sign });
  const [number] = numbers;
  if (numbers.length !== 1 || !number) return null;
  if (number.kind !== "quantity" && number.kind !== "year" && number.kind !== "list") return null;
  // In a column of numbers, brackets mean minus.
  const bracketed = /\((?:\s*[$€£])?\s*[\d.,]+(?:\s*%)?\s*\)/u.test(text);
  const negative = bracketed
    ? number.readings.find(({ value }) => value.startsWith("-"))
    : undefined;
  return (negative ?? number.readings[0])?.value ?? null;
}

function columnOf(
  column: number,
  head: readonly TextCell[],
  caption: string,
  pageScale: number | null,
): TableColumn {
  const heads = head
    .filter((cell) => cell.column <= column && cell.endColumn >= column)
    .map(({ text }) => text);
  // "In millions" above the labels applies to all columns; "percent" there is more likely a label.
  const corner = column === 0 ? [] : head.filter((cell) => cell.endColumn === 0);
  const unitTexts: { text: string; from: TableSource }[] = [
    ...heads.toReversed().map((text) => ({ text, from: "head" as const })),
    ...corner.map(({ text }) => ({
      text: text.replace(/%|percent/giu, ""),
      from: "head" as const,
    })),
    { text: caption, from: "caption" },
  ];
  const unit = unitIn(unitTexts, pageScale);
  return { column, heads, period: column === 0 ? null : periodIn(heads), unit };
}

/** Adds currencies to columns, which in filings only the first and last amounts have. */
function columnCurrencies(
  read: readonly ReadCell[],
  columns: readonly TableColumn[],
): TableColumn[] {
  const printed = new Map<number, string>();
  for (const { cell, head } of read) {
    const currency = head ? undefined : /^[-–(]*((?:US|C|A)?[$€£¥])/u.exec(cell.text)?.[1];
    if (currency && !printed.has(cell.column)) printed.set(cell.column, currency);
  }
  return columns.map((column) => {
    if (column.unit.currency !== null || column.unit.percent) return column;
    const currency = printed.get(column.column);
    if (currency === undefined) return column;
    return { ...column, unit: { ...column.unit, currency, currencyFrom: "cell" } };
  });
}

interface ReadCell {
  readonly cell: TextCell;
  /** The note marks at its end. */
  readonly marks: TableCell["marks"];
  /** Its text without them. */
  readonly bare: string;
  readonly head: boolean;
  readonly value: string | null;
}

/** The rows' labels and groups, based on rows without numbers and on the indent of labels. */
function rowsOf(read: readonly ReadCell[], headRows: number, count: number): TableRow[] {
  const byRow = new Map<number, ReadCell[]>();
  for (const each of read) {
    appendTo(byRow, each.cell.row, each);
  }
  const tall = read.filter(
    ({ cell }) => cell.column === 0 && cell.row >= headRows && cell.endRow > cell.row,
  );
  const groups: { label: string; left: number; inner: number | null }[] = [];
  const rows: TableRow[] = [];
  for (let row = headRows; row < count; row++) {
    const cells = byRow.get(row) ?? [];
    const first = cells.find(({ cell }) => cell.column === 0);
    const spanning = tall.find(({ cell }) => cell.row < row && cell.endRow >= row);
    const label = withoutLeader((first ?? spanning)?.bare ?? "");
    const left = first?.cell.left ?? groups.at(-1)?.inner ?? 0;
    const alone =
      cells.length === 1 && (first ?? cells[0]?.value === null) && !isFigure(cells[0]?.bare ?? "");
    for (let open = groups.at(-1); open; open = groups.at(-1)) {
      const outside =
        open.inner !== null && open.inner > open.left + indent && left <= open.left + indent;
      const isSibling = alone && left <= open.left + indent;
      if (!outside && !isSibling) break;
      groups.pop();
    }
    rows.push({ row, label, group: groups.map((group) => group.label) });
    const open = groups.at(-1);
    if (open && open.inner === null) open.inner = left;
    if (alone) groups.push({ label: withoutLeader(cells[0]?.bare ?? ""), left, inner: null });
  }
  return rows;
}

/** Minimum indent of a label, in points. */
const indent = 2;

/** The number of rows at the top without amounts, which are the header. */
export function headRowsOf(
  cells: readonly { readonly row: number; readonly column: number; readonly text: string }[],
  rows: number,
): number {
  const columns = cells.filter(({ column }) => column > 0);
  const top = columns.filter(({ row }) => row === 0);
  // "DH-10 | DH-16" above "36 dB | 39 dB" names the columns.
  const isNames =
    top.length > 1 &&
    top.every(({ text }) => isCode.test(text)) &&
    columns.some(({ row, text }) => row > 0 && /^\p{N}/u.test(text));
  const data = columns
    .filter(({ row, text }) => isFigure(text) && !isYears(text) && !(isNames && row === 0))
    .map(({ row }) => row);
  const first = data.length > 0 ? Math.min(...data) : 1;
  return Math.min(first, rows - 1);
}

/** The name of a model: "D40", "DH-16". */
const isCode = /^\p{Alpha}{1,4}[ -]?\p{N}{1,5}\p{Alpha}?$/u;

/** The longest mark in brackets: "(12)". */
const longestMark = 4;
const mark = /(?:\([1-9a-z]\d?\)|[*†‡§])$/u;
const space = /\s/u;

/** The footnote marks at the end of a text, with their whitespace: " (1)", "(a)(b)", "*". */
export function trailingMarks(text: string): string {
  let start = text.length;
  for (;;) {
    const [found] = mark.exec(text.slice(Math.max(0, start - longestMark), start)) ?? [];
    if (found === undefined) return text.slice(start);
    start -= found.length;
    while (space.test(text.charAt(start - 1))) start--;
  }
}

/** A label without the leader dots between it and its numbers. */
export function withoutLeader(label: string): string {
  return label
    .replace(/(?<![\s.…·_])(?:\s*[.…·_]){3,}\s*$|(?:(?<!\s)\s+|(?<![\s…]))…+\s*$|\s\.\s\.\s*$/u, "")
    .trim();
}
