import { append, isListItem } from "../../core/index.js";
import { findHeader } from "../find-header.js";
import type { Block } from "../parts.js";

/** Where a part of a line, or a column of several, begins and ends. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

/** The text between two gaps of a line, and where it is in it. */
interface Piece extends Extent {
  readonly text: string;
}

/** The cells of a row; empty ones are "". */
type Row = string[];

interface FoundTable {
  readonly rows: readonly Row[];
  /** Number of lines that it takes up. */
  readonly lines: number;
}

/**
 * Divides a paragraph at its tables, which become blocks of rows: at least three lines (two if they
 * have three columns) whose columns are aligned with spaces or separated by tabs. Lines that only
 * underline the head are left out, and a line with nothing but the rest of a cell continues it.
 * Texts side by side, labels with values and lists of terms are not tables.
 */
export function withTables(block: Block): readonly Block[] {
  if (!block.lines.some((line) => gap.test(line))) return [block];
  const blocks: Block[] = [];
  let text: string[] = [];
  const add = (more: Pick<Block, "kind" | "lines" | "header">): void => {
    blocks.push({ level: 0, ...more, startsPart: blocks.length === 0 && block.startsPart });
  };
  const close = (): void => {
    if (text.length > 0) add({ kind: block.kind, lines: text });
    text = [];
  };
  for (let at = 0; at < block.lines.length; ) {
    const found = tableAt(block.lines, at);
    const next = at + (found?.lines ?? 1);
    if (found && found.rows.length > 0) {
      close();
      const lines = found.rows.map((cells) => cells.join("\t").trimEnd());
      add({ kind: "row", lines, header: findHeader(found.rows) === 0 ? lines[0] : undefined });
    } else append(text, block.lines.slice(at, next));
    at = next;
  }
  if (blocks.length === 0) return [block];
  close();
  return blocks;
}

const gap = /\S(?: {2,}|\t)\S/u;

/** Number of lines that tell whether a paragraph begins with a table. */
const sampleLines = 100;
/** After fewer lines that are no table, one may begin among them; more are a log, read only once. */
const shortRun = 10;

/** The table that begins at a line; without rows for lines that have columns and are none. */
function tableAt(lines: readonly string[], at: number): FoundTable | null {
  if (!gap.test(lines[at] ?? "")) return null;
  const read = lines[at]?.includes("\t") ? tabbedAt : alignedAt;
  const sample = read(lines, at, at + sampleLines);
  if (!isTable(sample.rows)) return sample.lines < shortRun ? null : { ...sample, rows: [] };
  if (lines.length <= at + sampleLines) return sample;
  const whole = read(lines, at, lines.length);
  return isTable(whole.rows) ? whole : { ...whole, rows: [] };
}

/** Lines with the same number of cells between tabs. */
function tabbedAt(lines: readonly string[], at: number, end: number): FoundTable {
  const rows: Row[] = [];
  for (let next = at; next < end; next++) {
    const cells = (lines[next] ?? "").split("\t").map((cell) => cell.trim());
    if (cells.length < 2 || cells.length !== (rows[0]?.length ?? cells.length)) break;
    rows.push(cells);
  }
  return { rows, lines: rows.length };
}

/** Lines with gaps of at least two spaces that overlap. */
function alignedAt(lines: readonly string[], at: number, end: number): FoundTable {
  const read: (readonly Piece[])[] = [];
  let columns: readonly Extent[] = [];
  let size = 0;
  for (let next = at; next < end; next++) {
    const line = lines[next] ?? "";
    if (isRuler.test(line)) continue;
    const pieces = piecesOf(line);
    const [first, second] = pieces;
    const isRest = read.length > 0 && !second && (columns[1]?.start ?? 0) <= (first?.start ?? 0);
    if (line.includes("\t") || !first || !(second || isRest) || startsItem(first)) break;
    const extents = extentsOf([...columns, ...pieces]);
    if (extents.length < 2 || (isRest && extents.length < columns.length)) break;
    // Earlier lines fit as before, unless two columns became one.
    const isJoined = !fits([columns], extents);
    if (!fits(isJoined ? [...read, pieces] : [pieces], extents)) break;
    read.push(pieces);
    columns = extents;
    size = next + 1 - at;
  }
  return { rows: rowsOf(read, columns), lines: size };
}

/** "----- -----", "=====". */
const isRuler = /^(?=.*[-=_~+|]{3})[-=_~+|\s]+$/u;

function piecesOf(line: string): readonly Piece[] {
  return [...line.matchAll(/\S+(?: \S+)*/gu)].map(({ index, 0: text }) => ({
    ...{ start: index, end: index + text.length },
    text,
  }));
}

function startsItem({ text }: Piece): boolean {
  return isListItem(`${text} `) || text.startsWith(">");
}

/** Joins overlapping columns and pieces. */
function extentsOf(parts: readonly Extent[]): readonly Extent[] {
  const extents: { start: number; end: number }[] = [];
  for (const { start, end } of parts.toSorted((a, b) => a.start - b.start)) {
    const last = extents.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else extents.push({ start, end });
  }
  return extents;
}

/** True if no line has two pieces in one column. */
function fits(lines: readonly (readonly Extent[])[], extents: readonly Extent[]): boolean {
  return lines.every((pieces) => {
    const places = pieces.map((piece) => columnOf(piece, extents));
    return new Set(places).size === places.length;
  });
}

function columnOf({ start }: Extent, extents: readonly Extent[]): number {
  return extents.findIndex((column) => column.start <= start && start < column.end);
}

function rowsOf(lines: readonly (readonly Piece[])[], extents: readonly Extent[]): Row[] {
  const rows: Row[] = [];
  for (const pieces of lines) {
    const [first, second] = pieces;
    const column = first ? columnOf(first, extents) : 0;
    const last = rows.at(-1);
    if (last && first && !second && column > 0) {
      last[column] = `${last[column] ?? ""} ${first.text}`.trimStart();
      continue;
    }
    const row: Row = extents.map(() => "");
    for (const piece of pieces) row[columnOf(piece, extents)] = piece.text;
    rows.push(row);
  }
  return rows;
}

/** Maximum number of words in most cells of a column, and of the last one, which may have notes. */
const mostWords = 5;
const mostWordsOfNotes = 9;

function isTable(rows: readonly Row[]): boolean {
  const width = rows[0]?.length ?? 0;
  if (width < 2 || rows.length < (width > 2 ? 2 : 3)) return false;
  const isMost = (column: number, is: (cell: string) => boolean): boolean =>
    rows.filter((row) => is(row[column] ?? "")).length * 2 > rows.length;
  // "Date:   3 May" is a label and its value.
  if (isMost(0, (cell) => cell.endsWith(":"))) return false;
  // Two columns of words may be terms and what they mean, where the first line is no head.
  if (width === 2 && !isMost(1, (cell) => /\p{N}/u.test(cell))) return false;
  return Array.from({ length: width }).every((_, column) => {
    const most = column === width - 1 ? mostWordsOfNotes : mostWords;
    const isProse = isMost(column, (cell) => cell.split(" ").length > most);
    return !isProse && isMost(column, (cell) => cell !== "");
  });
}
