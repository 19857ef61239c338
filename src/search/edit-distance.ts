/**
 * The number of letters to insert, delete, replace or swap with their neighbour to make one word of
 * the other (optimal string alignment), or `limit + 1` when there are more.
 *
 * Kept libraries for this have no bound, which is what makes it fast over a whole vocabulary, or
 * know no swaps, which are among the commonest typos.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  const width = b.length + 1;
  let before: number[] = [];
  let previous = Array.from({ length: width }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = new Array<number>(width).fill(limit + 1);
    current[0] = row;
    let least = row;
    const letter = a.charCodeAt(row - 1);
    // Further from the diagonal than the limit, every distance is greater.
    const last = Math.min(b.length, row + limit);
    for (let column = Math.max(1, row - limit); column <= last; column++) {
      const other = b.charCodeAt(column - 1);
      const replaced = at(previous, column - 1) + (letter === other ? 0 : 1);
      let distance = Math.min(replaced, at(previous, column) + 1, at(current, column - 1) + 1);
      const isSwap =
        row > 1 &&
        column > 1 &&
        letter === b.charCodeAt(column - 2) &&
        other === a.charCodeAt(row - 2);
      if (isSwap) distance = Math.min(distance, at(before, column - 2) + 1);
      current[column] = distance;
      if (distance < least) least = distance;
    }
    if (least > limit) return limit + 1;
    before = previous;
    previous = current;
  }
  return Math.min(at(previous, b.length), limit + 1);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
