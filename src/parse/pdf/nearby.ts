/** Side of a cell, in points: most of what is looked for stands closer together. */
const side = 8;
/** Cells that are looked through in each direction at most, however large the distance. */
const mostCells = 5;

/** Keeps things by where they stand, so that those near a point are found without looking at all. */
export class Nearby<T> {
  readonly #cells = new Map<number, T[]>();

  add(x: number, y: number, thing: T): void {
    const key = keyOf(Math.floor(x / side), Math.floor(y / side));
    const cell = this.#cells.get(key);
    if (cell) cell.push(thing);
    else this.#cells.set(key, [thing]);
  }

  /**
   * What stands within a distance of a point across and down, and some of what stands a little
   * farther off, in no certain order. Distances over 40 points count as 40.
   */
  near(x: number, y: number, distance: number): T[] {
    const reach = Math.min(distance, side * mostCells);
    const found: T[] = [];
    const lastColumn = Math.floor((x + reach) / side);
    const lastRow = Math.floor((y + reach) / side);
    for (let column = Math.floor((x - reach) / side); column <= lastColumn; column++) {
      for (let row = Math.floor((y - reach) / side); row <= lastRow; row++) {
        for (const thing of this.#cells.get(keyOf(column, row)) ?? []) found.push(thing);
      }
    }
    return found;
  }
}

/** One number for a cell; cells far outside any page may share theirs, which only costs time. */
function keyOf(column: number, row: number): number {
  return column * 1_000_003 + row;
}
