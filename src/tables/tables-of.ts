import type { Box, Page, Span } from "../core/page.js";
import type { Table } from "../core/table.js";
import { areaIn, areasOf, contains } from "./areas.js";
import { describeTable, headRowsOf, type PlacedCell, type PlacedTable } from "./describe.js";
import { type Grid, gridOf } from "./grid.js";
import { framesOf, latticeOf } from "./lattice.js";
import { around, isBullet, isFigure, isYears, linesOf } from "./lines.js";
import { type UprightPage, uprightPage, type Word } from "./words.js";

/**
 * The tables of a page, from top to bottom: those with rules around their cells, those of which the
 * columns only stand aligned, and those of formats whose lines have cells. Depends on the page alone.
 */
export function tablesOf(page: Page): Table[] {
  const upright = uprightPage(page);
  const tables = upright ? drawnTables(page, upright) : writtenTables(page);
  return tables.map((table) => describeTable(page, table));
}

function drawnTables(page: Page, upright: UprightPage): PlacedTable[] {
  const grids = gridsOf(page, upright).sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
  return grids.map((grid) => placedGrid(grid, grids, upright));
}

function gridsOf(page: Page, upright: UprightPage): Grid[] {
  const grids: Grid[] = [];
  const taken: Box[] = [];
  for (const frame of framesOf(upright.horizontal, upright.vertical)) {
    const box = { left: frame.left - 2, right: frame.right + 2, top: frame.top - 2, bottom: frame.bottom + 2 };
    const words = upright.words.filter((word) => contains(box, word));
    if (words.length < fewestWords || taken.some((other) => contains(other, box))) continue;
    const area = areaIn(box, words, upright);
    const lattice = latticeOf({ ...area, ...frame });
    if (lattice && isClosed(lattice)) {
      const table = trim(lattice);
      const { rows, columns, cells } = table;
      if (rows < 2 || columns < 2 || cells.length < fewestWords || isDiagram(table)) continue;
      grids.push({ ...table, headRows: headRowsOf(withText(cells), rows) });
    } else {
      const grid = gridOf({ ...area, box: around(words) });
      if (!grid || !isTable(grid, true)) continue;
      grids.push(...sideBySide(trim(grid)));
    }
    taken.push(box);
  }
  for (const area of areasOf(page, upright, taken)) {
    const grid = gridOf(area);
    const width = area.box.right - area.box.left;
    const wide = area.horizontal.filter(({ from, to }) => to - from > 0.7 * width);
    if (grid && isTable(grid, wide.length >= 2)) grids.push(...sideBySide(trim(grid)));
  }
  return grids;
}

/** A frame around fewer words is a box. */
const fewestWords = 4;

function withText<T extends { readonly words: readonly { readonly text: string }[] }>(
  cells: readonly T[],
): (T & { readonly text: string })[] {
  return cells.map((cell) => ({ ...cell, text: cell.words.map(({ text }) => text).join(" ") }));
}

/** A table set in parts beside each other, each under the same head with its own labels, as tables. */
function sideBySide(grid: Grid): Grid[] {
  const head = withText(grid.cells.filter(({ endRow }) => endRow < grid.headRows));
  const names = Array.from({ length: grid.columns }, (_, column) => {
    const own = head.filter((cell) => cell.column === column && cell.endColumn === column);
    return own.map(({ text }) => text).join(" ");
  });
  const width = names.indexOf(names[0] ?? "", 1);
  const repeated =
    width > 1 &&
    grid.columns % width === 0 &&
    head.every(({ column, endColumn }) => column === endColumn) &&
    names.every((name, column) => /\p{L}/u.test(name) && name === names[column % width]);
  if (!repeated) return [grid];
  return Array.from({ length: grid.columns / width }, (_, part) => {
    const cells = grid.cells
      .filter(({ column }) => Math.floor(column / width) === part)
      .map((cell) => ({ ...cell, column: cell.column - part * width, endColumn: Math.min(width - 1, cell.endColumn - part * width) }));
    return { ...grid, columns: width, cells, box: around(cells.flatMap(({ words }) => words)) };
  });
}

function placedGrid(grid: Grid, all: readonly Grid[], upright: UprightPage): PlacedTable {
  const { rows, columns, headRows } = grid;
  const cells = grid.cells.map(({ words, ...place }): PlacedCell => {
    const box = around(words);
    const size = Math.max(...words.map((word) => word.size));
    const raised = words.filter(
      (word, index) => index > 0 && word.size < 0.8 * size && /^[\d,a-z*†‡§()]{1,4}$/u.test(word.text),
    );
    return { ...place, words, raised, box: upright.onPage(box), left: box.left };
  });
  const box = around(grid.cells.flatMap(({ words }) => words));
  const others = all.filter((other) => other !== grid).map((other) => other.box);
  return { rows, columns, headRows, cells, caption: captionOver(box, others, upright.words), box: upright.onPage(box) };
}

/** Lines, and characters of a line, that a caption has at most. */
const captionLines = 4;
const captionLength = 160;

/** The short lines right above a table. */
function captionOver(box: Box, others: readonly Box[], words: readonly Word[]): Word[] {
  const above = words.filter(
    (word) =>
      word.bottom < box.top + 0.4 * word.size &&
      word.right > box.left - 20 &&
      word.left < box.right + 20 &&
      word.top > box.top - 90 &&
      !others.some((other) => contains(other, word)),
  );
  const caption: Word[] = [];
  let top = box.top;
  const lines = linesOf(above, []).reverse();
  for (const line of lines.slice(0, captionLines)) {
    const own = line.chunks.flatMap((chunk) => chunk.words);
    const length = own.reduce((sum, { text }) => sum + text.length + 1, 0);
    if (top - line.bottom > 2.2 * line.size || length > captionLength) break;
    const said = own.map(({ text }) => text).join(" ");
    // The end of a paragraph, but for remarks in brackets.
    if (/[.;,]$/u.test(said) && !/^\(|^Table|^Note/u.test(said)) break;
    caption.unshift(...own);
    top = line.top;
  }
  return caption;
}

/** The tables of a format whose lines have cells parted by tabs. */
function writtenTables({ text, lines }: Page): PlacedTable[] {
  const tables: PlacedTable[] = [];
  for (let first = 0; first < lines.length; first++) {
    if (lines[first]?.kind !== "row") continue;
    const block = lines[first]?.block;
    let end = first;
    while (lines[end]?.kind === "row" && lines[end]?.block === block) end++;
    const cells = lines.slice(first, end).flatMap(({ start, end: stop }, row) => cellsOfLine(text, { start, end: stop }, row));
    const columns = cells.reduce((most, { column }) => Math.max(most, column + 1), 0);
    const rows = end - first;
    if (rows > 1 && columns > 1) {
      const headRows = headRowsOf(cells.map((cell) => ({ ...cell, text: slices(text, cell.words) })), rows);
      const before = lines[first - 1];
      const title = before && before.kind !== "row" && before.end - before.start <= captionLength;
      const caption = title ? wordsIn(text, before) : [];
      tables.push({ rows, columns, headRows, cells: spanned(cells, headRows, columns), caption, box: null });
    }
    first = end - 1;
  }
  return tables;
}

function cellsOfLine(text: string, line: Span, row: number): PlacedCell[] {
  let start = line.start;
  return text
    .slice(line.start, line.end)
    .split("\t")
    .flatMap((cell, column) => {
      const words = wordsIn(text, { start, end: start + cell.length });
      start += cell.length + 1;
      if (words.length === 0) return [];
      return [{ row, endRow: row, column, endColumn: column, words, box: null, left: null }];
    });
}

function wordsIn(text: string, { start, end }: Span): Span[] {
  return [...text.slice(start, end).matchAll(/\S+/gu)].map(({ index, 0: word }) => ({
    start: start + index,
    end: start + index + word.length,
  }));
}

function slices(text: string, spans: readonly Span[]): string {
  return spans.map(({ start, end }) => text.slice(start, end)).join(" ");
}

/** In a head of several rows a cell goes over the empty ones behind it that have others below. */
function spanned(cells: readonly PlacedCell[], headRows: number, columns: number): PlacedCell[] {
  const filled = new Set(cells.map(({ row, column }) => `${row} ${column}`));
  return cells.map((cell) => {
    if (cell.row + 1 >= headRows || cell.column === 0) return cell;
    let { endColumn } = cell;
    while (
      endColumn + 1 < columns &&
      !filled.has(`${cell.row} ${endColumn + 1}`) &&
      filled.has(`${cell.row + 1} ${endColumn + 1}`)
    ) {
      endColumn++;
    }
    return { ...cell, endColumn };
  });
}

/** Whether boxes hold little but their own names: a drawing, or a chart in parts. */
function isDiagram({ cells, box }: Grid): boolean {
  const filled = cells.flatMap(({ words }) => words).reduce((sum, { left, right, top, bottom }) => sum + (right - left) * (bottom - top), 0);
  return filled < 0.06 * (box.right - box.left) * (box.bottom - box.top);
}

const note = /^(?:[*†‡§#]|\(?\d\)|[a-z] |(?:Notes?|Sources?|Abbreviations?|Quelle|Anmerkung)\b)/iu;

/** Leaves out a title above and notes below that stand in the table's frame. */
function trim(grid: Grid): Grid {
  let { cells } = grid;
  let [first, last] = [0, grid.rows - 1];
  const alone = (row: number) => {
    const own = cells.filter((cell) => cell.row <= row && cell.endRow >= row);
    return own.length === 1 ? own[0] : undefined;
  };
  for (;;) {
    const cell = alone(first);
    const below = cells.filter(({ row }) => row === first + 1).length;
    if (!cell || last - first < 2 || cell.column > 0 || cell.endColumn < grid.columns - 1 || below < 2) break;
    first++;
  }
  for (;;) {
    const cell = alone(last);
    if (!cell || last - first < 2) break;
    const text = cell.words.map((word) => word.text).join(" ");
    if (!note.test(text) && !(cell.endColumn > 0 && text.length > 60)) break;
    last--;
  }
  cells = cells.filter(({ row, endRow }) => row >= first && endRow <= last).map((cell) => ({ ...cell, row: cell.row - first, endRow: cell.endRow - first }));
  return { ...grid, cells, rows: last - first + 1, headRows: Math.max(0, grid.headRows - first) };
}

/** Whether no cell holds what are rows or columns of their own. */
function isClosed({ cells }: Grid): boolean {
  const coarse = cells.filter(({ words }) => {
    const lines = linesOf(words, []);
    if (lines.length === 1 && words.length < 2) return false;
    const parted = lines.filter(({ chunks, size }) =>
      chunks.some((chunk, index) => index > 0 && !isBullet(chunks[index - 1]?.text ?? "") && chunk.left - (chunks[index - 1]?.right ?? 0) > 1.2 * size),
    );
    const figures = lines.filter(({ chunks }) => chunks.length === 1 && isFigure(chunks[0]?.text ?? ""));
    return parted.length >= 0.5 * lines.length || figures.length >= 3;
  });
  return coarse.length < Math.max(1.5, 0.1 * cells.length);
}

function isTable({ rows, columns, cells, headRows }: Grid, ruled: boolean): boolean {
  if (rows < 2 || columns < 2) return false;
  const texts = withText(cells);
  const body = texts.filter(({ row }) => row >= headRows);
  const rowsHeld = new Set(body.map(({ row }) => row));
  const wide = [...rowsHeld].filter((row) => body.filter((cell) => cell.row === row).length > 1).length;
  if (wide < 1 || wide < 0.4 * rowsHeld.size) return false;
  const others = texts.filter(({ column }) => column > 0);
  const figures = others.filter(({ text }) => isFigure(text));
  if (isAxis(texts, columns) || isContents(body, columns)) return false;
  if (figures.length > 0 && figures.every(({ text }) => isYears(text))) return false;
  if (figures.length >= 0.3 * others.length) return true;
  return ruled && rows >= 3 && wide >= 0.5 * rowsHeld.size;
}

/** Whether the only figures are page numbers that ascend behind words. */
function isContents(body: readonly { column: number; text: string; row: number }[], columns: number): boolean {
  const pages = body
    .filter(({ column }) => column === columns - 1)
    .sort((a, b) => a.row - b.row)
    .map(({ text }) => text);
  if (pages.length < 4 || !pages.every((text) => /^(?:[A-Z]-?)?\d{1,4}$|^[ivxl]+$/u.test(text))) return false;
  const others = body.filter(({ column, text }) => column > 0 && column < columns - 1 && isFigure(text));
  const numbers = pages.map((text) => Number(text.replace(/\D/gu, "")));
  return others.length < 0.2 * body.length && numbers.every((page, index) => index === 0 || page >= (numbers[index - 1] ?? 0));
}

/** Whether all columns of figures count in equal steps, as the axes of a chart do. */
function isAxis(cells: readonly { column: number; text: string; row: number }[], columns: number): boolean {
  let axes = 0;
  for (let column = 0; column < columns; column++) {
    const values = cells
      .filter((cell) => cell.column === column && /\d/u.test(cell.text) && isFigure(cell.text))
      .sort((a, b) => a.row - b.row)
      .map(({ text }) => Number(text.replace(/[^\d.-]/gu, "")));
    if (values.length < 3) continue;
    const steps = values.slice(1).map((value, index) => value - (values[index] ?? 0));
    const even = steps.filter((step) => Math.abs(step - (steps[0] ?? 0)) < 1e-6 * Math.max(1, Math.abs(step))).length;
    if (even < 0.6 * steps.length || steps[0] === 0) return false;
    axes++;
  }
  return axes > 0;
}
