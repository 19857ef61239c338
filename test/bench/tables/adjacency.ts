/** A cell in the form that is scored: its text and its range of rows and columns, inclusive. */
export interface ScoredCell {
  readonly startRow: number;
  readonly endRow: number;
  readonly startColumn: number;
  readonly endColumn: number;
  readonly text: string;
}

/** The number of adjacency relations, and how many of them are right. */
export interface Score {
  readonly recall: number;
  readonly precision: number;
}

/**
 * The adjacency relations of a table: each cell with its nearest non-blank neighbours to the right
 * and below, as text without white space. A cell that spans several rows or columns has a neighbour
 * in each of them; duplicates count once (Göbel, Hassan, Oro, Orsi: A Methodology for Evaluating
 * Algorithms for Table Understanding in PDF Documents, 2012).
 */
export function relationsOf(cells: readonly ScoredCell[]): string[] {
  const filled = cells
    .map((cell) => ({ ...cell, text: cell.text.replace(/\s+/gu, "") }))
    .filter(({ text }) => text !== "");
  const at = new Map<string, (typeof filled)[number]>();
  let [lastRow, lastColumn] = [0, 0];
  for (const cell of filled) {
    lastRow = Math.max(lastRow, cell.endRow);
    lastColumn = Math.max(lastColumn, cell.endColumn);
    for (let row = cell.startRow; row <= cell.endRow; row++) {
      for (let column = cell.startColumn; column <= cell.endColumn; column++) {
        at.set(`${row} ${column}`, cell);
      }
    }
  }
  return filled.flatMap((cell) => {
    const right = new Set<(typeof filled)[number]>();
    for (let row = cell.startRow; row <= cell.endRow; row++) {
      for (let column = cell.endColumn + 1; column <= lastColumn; column++) {
        const other = at.get(`${row} ${column}`);
        if (!other) continue;
        right.add(other);
        break;
      }
    }
    const below = new Set<(typeof filled)[number]>();
    for (let column = cell.startColumn; column <= cell.endColumn; column++) {
      for (let row = cell.endRow + 1; row <= lastRow; row++) {
        const other = at.get(`${row} ${column}`);
        if (!other) continue;
        below.add(other);
        break;
      }
    }
    return [
      ...[...right].map(({ text }) => JSON.stringify([cell.text, text, "right"])),
      ...[...below].map(({ text }) => JSON.stringify([cell.text, text, "below"])),
    ];
  });
}

/**
 * Counts the expected relations that were found (recall), and the found ones that are expected
 * (precision).
 */
export function scoreOf(expected: readonly string[], found: readonly string[]): Score {
  const left = new Map<string, number>();
  for (const relation of expected) left.set(relation, (left.get(relation) ?? 0) + 1);
  let right = 0;
  for (const relation of found) {
    const count = left.get(relation) ?? 0;
    if (count === 0) continue;
    left.set(relation, count - 1);
    right++;
  }
  return {
    recall: expected.length === 0 ? 1 : right / expected.length,
    precision: found.length === 0 ? (expected.length === 0 ? 1 : 0) : right / found.length,
  };
}
