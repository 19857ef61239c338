import type { Box, Page } from "../core/page.js";
import { areaIn, areasOf, contains } from "./areas.js";
import { type Grid, gridOf } from "./grid.js";
import { framesOf, latticeOf } from "./lattice.js";
import { around, isBullet, isFigure, isYears, linesOf } from "./lines.js";
import { uprightPage } from "./words.js";

export function tablesOf(page: Page): { cells: { row: number; endRow: number; column: number; endColumn: number; text: string }[]; found: string }[] {
  const upright = uprightPage(page);
  if (!upright) return [];
  const grids: { grid: Grid; found: string }[] = [];
  const taken: Box[] = [];
  for (const frame of framesOf(upright.horizontal, upright.vertical)) {
    const box: Box = { left: frame.left - 2, right: frame.right + 2, top: frame.top - 2, bottom: frame.bottom + 2 };
    const words = upright.words.filter((word) => contains(box, word));
    if (words.length < 4) continue;
    const area = { ...areaIn(box, words, upright) };
    const lattice = latticeOf({ ...area, ...frame });
    if (lattice && isClosed(lattice)) {
      const trimmed = trim(lattice);
      if (trimmed.rows < 2 || trimmed.columns < 2 || trimmed.cells.length < 4 || isDiagram(trimmed)) continue;
      grids.push({ grid: trimmed, found: "lattice" });
      taken.push(box);
      continue;
    }
    const grid = gridOf({ ...area, box: around(words) });
    if (!grid || !isTable(grid, true)) continue;
    grids.push({ grid: trim(grid), found: "frame" });
    taken.push(box);
  }
  for (const area of areasOf(page, upright, taken)) {
    const grid = gridOf(area);
    const wide = area.horizontal.filter(({ from, to }) => to - from > 0.7 * (area.box.right - area.box.left));
    if (!grid || !isTable(grid, wide.length >= 2)) continue;
    grids.push({ grid: trim(grid), found: "aligned" });
  }
  return grids.map(({ grid, found }) => ({
    found,
    cells: grid.cells.map(({ words, ...place }) => ({ ...place, text: words.map(({ text }) => text).join(" ") })),
  }));
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
  const texts = cells.map((cell) => ({ ...cell, text: cell.words.map(({ text }) => text).join(" ") }));
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
