import type { Box, Page } from "../core/page.js";
import { areaIn, areasOf, contains } from "./areas.js";
import { type Grid, gridOf } from "./grid.js";
import { framesOf, latticeOf } from "./lattice.js";
import { around, isBullet, isFigure, linesOf } from "./lines.js";
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
      if (lattice.rows < 2 || lattice.columns < 2 || lattice.cells.length < 4) continue;
      grids.push({ grid: lattice, found: "lattice" });
      taken.push(box);
      continue;
    }
    const grid = gridOf({ ...area, box: around(words) });
    if (!grid || !isTable(grid)) continue;
    grids.push({ grid, found: "frame" });
    taken.push(box);
  }
  for (const area of areasOf(page, upright, taken)) {
    const grid = gridOf(area);
    if (!grid || !isTable(grid)) continue;
    grids.push({ grid, found: "aligned" });
  }
  return grids.map(({ grid, found }) => ({
    found,
    cells: grid.cells.map(({ words, ...place }) => ({ ...place, text: words.map(({ text }) => text).join(" ") })),
  }));
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

function isTable({ rows, columns, cells }: Grid): boolean {
  if (rows < 2 || columns < 2) return false;
  const full = cells.filter(({ column }) => column > 0).length;
  const figures = cells.filter(({ column, words }) => column > 0 && isFigure(words.map(({ text }) => text).join(" "))).length;
  return figures >= 0.3 * full;
}
