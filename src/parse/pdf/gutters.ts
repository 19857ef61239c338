import type { Row } from "./rows.js";

/** Width of the strips in which a gutter is looked for, in points. */
const strip = 3;
/** Strips at most: a damaged file may place text miles away. */
const mostStrips = 10_000;
/** Narrowest gutter between columns, in points. */
export const narrowestGutter = 7;
/** Fewest rows a column has. */
export const fewestRows = 3;

/** Rows that leave a strip from top to bottom free. */
export interface Cut {
  /** Distance of the gutter's middle from the page's left. */
  readonly gutter: number;
  /** First and last row between which the gutter is free. */
  readonly first: number;
  readonly last: number;
}

/** A cut that may or may not part two columns. */
export interface Candidate extends Cut {
  /** How many rows have text on the side that has less. */
  readonly support: number;
  readonly width: number;
}

/** For each strip of the page the run of rows that leaves it free and has most text on both sides. */
export function gutters(rows: readonly Row[]): Candidate[] {
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    left = Math.min(left, row.left);
    right = Math.max(right, row.right);
  }
  const strips = Math.min(mostStrips, Math.ceil((right - left) / strip));
  const blocked = new Uint8Array(strips);
  // Of each strip's present run: its first row, and the rows with text on its left and on its right.
  const first = new Int32Array(strips);
  const lefts = new Int32Array(strips);
  const rights = new Int32Array(strips);
  const best = new Array<Candidate | null>(strips).fill(null);
  for (let number = 0; number <= rows.length; number++) {
    const row = rows[number];
    if (row) block(row, left, blocked);
    else blocked.fill(1);
    for (let index = 0; index < strips; index++) {
      const gutter = left + (index + 0.5) * strip;
      if (row && blocked[index] === 0) {
        if (row.left < gutter) lefts[index] = (lefts[index] ?? 0) + 1;
        if (row.right > gutter) rights[index] = (rights[index] ?? 0) + 1;
        continue;
      }
      const support = Math.min(lefts[index] ?? 0, rights[index] ?? 0);
      if (support >= fewestRows && support > (best[index]?.support ?? 0)) {
        best[index] = { gutter, first: first[index] ?? 0, last: number - 1, support, width: strip };
      }
      first[index] = number + 1;
      lefts[index] = 0;
      rights[index] = 0;
    }
  }
  return joinStrips(best);
}

/** Marks the strips in which a row has text. */
function block(row: Row, left: number, blocked: Uint8Array): void {
  blocked.fill(0);
  for (const { item } of row.fragments) {
    const from = Math.max(0, Math.floor((item.left - left + 0.5) / strip));
    const to = Math.min(blocked.length - 1, Math.floor((item.right - left - 0.5) / strip));
    if (to >= from) blocked.fill(1, from, to + 1);
  }
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
