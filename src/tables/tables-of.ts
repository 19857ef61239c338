import type { Box, Page } from "../core/page.js";
import { areaIn, areasOf, contains } from "./areas.js";
import { type Grid, gridOf } from "./grid.js";
import { framesOf, latticeOf } from "./lattice.js";
import { isFigure } from "./lines.js";
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
    const grid = latticeOf({ ...area, ...frame });
    if (!grid || grid.rows < 2 || grid.columns < 2 || grid.cells.length < 4) continue;
    grids.push({ grid, found: "lattice" });
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

function isTable({ rows, columns, cells }: Grid): boolean {
  if (rows < 2 || columns < 2) return false;
  const full = cells.filter(({ column }) => column > 0).length;
  const figures = cells.filter(({ column, words }) => column > 0 && isFigure(words.map(({ text }) => text).join(" "))).length;
  return figures >= 0.3 * full;
}
