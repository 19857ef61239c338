import { type Cut, fewestRows, gutters, narrowestGutter } from "./gutters.js";
import { type Fragment, type Row, rowsOf } from "./rows.js";

/** Rows that are read one after another. */
export type Region = readonly Row[];

/** How often a region is cut at most. */
const deepest = 6;

/**
 * Splits a page's fragments into regions in reading order: what spans the columns comes before and
 * after them, each column is read to its end. Rows of a table are never taken for columns.
 */
export function regionsOf(fragments: readonly Fragment[], depth = 0): Region[] {
  const rows = rowsOf(fragments);
  if (rows.length < fewestRows || depth >= deepest) return rows.length > 0 ? [rows] : [];
  const cut = findCut(rows);
  if (!cut) return [rows];
  const inside = rows.slice(cut.first, cut.last + 1).flatMap((row) => row.fragments);
  const left = inside.filter(({ item }) => item.left < cut.gutter);
  const right = inside.filter(({ item }) => item.left >= cut.gutter);
  const columns = isRightToLeft(inside) ? [right, left] : [left, right];
  const above = rows.slice(0, cut.first).flatMap((row) => row.fragments);
  const below = rows.slice(cut.last + 1).flatMap((row) => row.fragments);
  return [above, ...columns, below].flatMap((part) => regionsOf(part, depth + 1));
}

function findCut(rows: readonly Row[]): Cut | null {
  const candidates = gutters(rows).sort((a, b) => b.support - a.support || b.width - a.width);
  return candidates.slice(0, 6).find((candidate) => separatesColumns(rows, candidate)) ?? null;
}

/** What one side of a gutter looks like. */
interface Side {
  readonly rows: number;
  /** Median number of words a row. */
  readonly words: number;
  /** Mean share of its column's width that a row fills. */
  readonly fill: number;
  /** Share of rows that are mostly numbers. */
  readonly numeric: number;
}

function separatesColumns(rows: readonly Row[], { gutter, first, last }: Cut): boolean {
  const inside = rows.slice(first, last + 1);
  const left = sideOf(inside, gutter, true);
  if (left.rows < fewestRows || !isProse(left, 2, 0.3, 0.5)) return false;
  const right = sideOf(inside, gutter, false);
  if (right.rows < fewestRows || !isProse(right, 2, 0.3, 0.5)) return false;
  if (runsDownSides(inside, gutter)) {
    const both = inside.filter((row) => row.left < gutter && row.right > gutter).length;
    // Where few rows of one side stand beside rows of the other, it is no table.
    const aligned = both / Math.max(left.rows, right.rows);
    return aligned < 0.6 || (isProse(left, 3, 0.5, 0.25) && isProse(right, 3, 0.5, 0.25));
  }
  return (
    isProse(left, 4, 0.65, 0.15) &&
    isProse(right, 4, 0.65, 0.15) &&
    Math.min(left.rows, right.rows) >= 2 * fewestRows
  );
}

function isProse(side: Side, words: number, fill: number, numeric: number): boolean {
  return side.words >= words && side.fill >= fill && side.numeric <= numeric;
}

function sideOf(rows: readonly Row[], gutter: number, onLeft: boolean): Side {
  const counts: number[] = [];
  const stretches: Stretch[] = [];
  let numeric = 0;
  let filled = 0;
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    let words = 0;
    let figures = 0;
    let stretch: Stretch | null = null;
    let from = 0;
    for (const { item, words: own, figures: ownFigures } of row.fragments) {
      if (item.left < gutter !== onLeft) continue;
      words += own;
      figures += ownFigures;
      if (stretch && item.left - stretch.right < narrowestGutter) {
        stretch.right = Math.max(stretch.right, item.right);
      } else {
        if (!stretch) from = item.left;
        stretch = { left: item.left, right: item.right, words: 0 };
        stretches.push(stretch);
      }
      stretch.words += own;
    }
    if (!stretch) continue;
    counts.push(words);
    if (figures > words / 2) numeric++;
    filled += stretch.right - from;
    left = Math.min(left, from);
    right = Math.max(right, stretch.right);
  }
  if (counts.length === 0) return { rows: 0, words: 0, fill: 0, numeric: 0 };
  counts.sort((a, b) => a - b);
  return {
    rows: counts.length,
    words: counts[counts.length >> 1] ?? 0,
    fill: Math.max(filled / Math.max(1, (right - left) * counts.length), stretchFill(stretches)),
    numeric: numeric / counts.length,
  };
}

/** A part of a row without a wide gap. */
interface Stretch {
  readonly left: number;
  right: number;
  words: number;
}

/** Words that most stretches of prose have, and most cells of a table have not. */
const proseWords = 4;

/**
 * Mean share that stretches of prose fill of the column they stand in. A side may hold several
 * columns whose rows are not level, so what overlaps from row to row is taken for a column.
 */
function stretchFill(stretches: Stretch[]): number {
  const long = stretches.filter(({ words }) => words >= proseWords).length;
  if (long < stretches.length * 0.7) return 0;
  stretches.sort((a, b) => a.left - b.left);
  let sum = 0;
  let first = 0;
  while (first < stretches.length) {
    const left = stretches[first]?.left ?? 0;
    let right = left;
    let width = 0;
    let next = first;
    for (; next < stretches.length; next++) {
      const stretch = stretches[next];
      if (!stretch || (next > first && stretch.left >= right)) break;
      right = Math.max(right, stretch.right);
      width += stretch.right - stretch.left;
    }
    sum += width / Math.max(1, right - left);
    first = next;
  }
  return sum / Math.max(1, stretches.length);
}

/** Whether the file draws one side to its end before the other, as it does with columns of text. */
function runsDownSides(rows: readonly Row[], gutter: number): boolean {
  const fragments = rows.flatMap((row) => row.fragments).sort((a, b) => a.index - b.index);
  let changes = 0;
  let before: boolean | null = null;
  for (const { item } of fragments) {
    const onLeft = item.left < gutter;
    if (before !== null && onLeft !== before) changes++;
    before = onLeft;
  }
  return changes <= 2 + rows.length * 0.1;
}

function isRightToLeft(fragments: readonly Fragment[]): boolean {
  let characters = 0;
  for (const { item } of fragments) {
    characters += item.rightToLeft ? item.text.length : -item.text.length;
  }
  return characters > 0;
}
