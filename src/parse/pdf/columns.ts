import { type Fragment, type Row, rowsOf } from "./rows.js";

/** Rows that are read one after another. */
export type Region = readonly Row[];

/** Width of the strips in which a gutter is looked for, in points. */
const strip = 3;
/** Narrowest gutter between columns, in points. */
const narrowestGutter = 7;
/** Fewest rows a column has. */
const fewestRows = 3;
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

interface Cut {
  /** Distance of the gutter's middle from the page's left. */
  readonly gutter: number;
  /** First and last row between which the gutter is free. */
  readonly first: number;
  readonly last: number;
}

interface Candidate extends Cut {
  readonly support: number;
  readonly width: number;
}

function findCut(rows: readonly Row[]): Cut | null {
  const candidates = gutters(rows).sort((a, b) => b.support - a.support || b.width - a.width);
  return candidates.slice(0, 6).find((candidate) => separatesColumns(rows, candidate)) ?? null;
}

/** For each strip of the page the run of rows that leaves it free and has most text on both sides. */
function gutters(rows: readonly Row[]): Candidate[] {
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    left = Math.min(left, row.left);
    right = Math.max(right, row.right);
  }
  const strips = Math.ceil((right - left) / strip);
  const free = rows.map((row) => freeStrips(row, left, strips));
  const best: (Candidate | null)[] = [];
  for (let index = 0; index < strips; index++) {
    best.push(longestRun(rows, free, index, left + (index + 0.5) * strip));
  }
  return joinStrips(best);
}

function freeStrips(row: Row, left: number, strips: number): Uint8Array {
  const free = new Uint8Array(strips).fill(1);
  for (const { item } of row.fragments) {
    const from = Math.max(0, Math.floor((item.left - left + 0.5) / strip));
    const to = Math.min(strips - 1, Math.floor((item.right - left - 0.5) / strip));
    if (to >= from) free.fill(0, from, to + 1);
  }
  return free;
}

function longestRun(
  rows: readonly Row[],
  free: readonly Uint8Array[],
  index: number,
  gutter: number,
): Candidate | null {
  let found: Candidate | null = null;
  let first = 0;
  let lefts = 0;
  let rights = 0;
  for (let row = 0; row <= rows.length; row++) {
    const current = rows[row];
    if (current && free[row]?.[index] === 1) {
      if (current.left < gutter) lefts++;
      if (current.right > gutter) rights++;
      continue;
    }
    const support = Math.min(lefts, rights);
    if (support >= fewestRows && support > (found?.support ?? 0)) {
      found = { gutter, first, last: row - 1, support, width: strip };
    }
    first = row + 1;
    lefts = 0;
    rights = 0;
  }
  return found;
}

/** Widens each strip's run by the neighbouring strips that are free over its rows, too. */
function joinStrips(strips: readonly (Candidate | null)[]): Candidate[] {
  const joined = new Map<string, Candidate>();
  strips.forEach((candidate, index) => {
    if (!candidate) return;
    const { first, last, gutter } = candidate;
    const free = (neighbour: Candidate | null | undefined) =>
      neighbour && neighbour.first <= first && neighbour.last >= last;
    let before = 0;
    let after = 0;
    while (free(strips[index - before - 1])) before++;
    while (free(strips[index + after + 1])) after++;
    const width = (before + 1 + after) * strip;
    if (width < narrowestGutter) return;
    const middle = gutter + ((after - before) / 2) * strip;
    joined.set(`${first} ${last} ${middle}`, { ...candidate, width, gutter: middle });
  });
  return [...joined.values()];
}

/** What one side of a gutter looks like. */
interface Side {
  readonly rows: number;
  /** Median number of words a row. */
  readonly words: number;
  /** Mean share of the side's width that a row fills. */
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
  let numeric = 0;
  let filled = 0;
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    let words = 0;
    let figures = 0;
    let rowLeft = Number.POSITIVE_INFINITY;
    let rowRight = Number.NEGATIVE_INFINITY;
    for (const fragment of row.fragments) {
      if (fragment.item.left < gutter !== onLeft) continue;
      words += fragment.words;
      figures += fragment.figures;
      rowLeft = Math.min(rowLeft, fragment.item.left);
      rowRight = Math.max(rowRight, fragment.item.right);
    }
    if (rowRight < rowLeft) continue;
    counts.push(words);
    if (figures > words / 2) numeric++;
    filled += rowRight - rowLeft;
    left = Math.min(left, rowLeft);
    right = Math.max(right, rowRight);
  }
  if (counts.length === 0) return { rows: 0, words: 0, fill: 0, numeric: 0 };
  counts.sort((a, b) => a - b);
  return {
    rows: counts.length,
    words: counts[counts.length >> 1] ?? 0,
    fill: filled / Math.max(1, (right - left) * counts.length),
    numeric: numeric / counts.length,
  };
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
