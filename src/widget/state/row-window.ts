/** Where a row stands among all of them. */
export interface RowPlace {
  readonly number: number;
  readonly of: number;
}

/** A row of the list of documents, drawn only while it is in sight or near. */
export interface ListRow<Drawn> {
  readonly key: string;
  /** About how high it is. */
  readonly height: number;
  /** `place` is the row's number and that of all rows, where not all are there to be counted. */
  readonly draw: (place: RowPlace | null) => Drawn;
}

/** A row that is drawn, or the room of those between two that are. */
export type ShownRow<Drawn> =
  | { readonly row: ListRow<Drawn>; readonly index: number }
  | { readonly row: null; readonly from: number; readonly height: number };

/** Pixels above and below what is in sight that are drawn as well, so that scrolling meets rows. */
const AROUND = 800;
// The window moves in steps, so that scrolling does not draw with every pixel.
const STEP = 400;

/** Which rows of a long list are drawn. Thousands of them would keep the page from answering. */
export class RowWindow {
  #top = 0;
  #bottom = 2 * AROUND;

  /** Takes where the list was scrolled to; whether other rows are to be drawn now. */
  scrolled(top: number, height: number): boolean {
    const from = Math.floor(Math.max(0, top - AROUND) / STEP) * STEP;
    const to = Math.ceil((top + height + AROUND) / STEP) * STEP;
    const moved = from !== this.#top || to !== this.#bottom;
    this.#top = from;
    this.#bottom = to;
    return moved;
  }

  /** The rows to draw; `focused` is one of them wherever it is, for the focus not to go with it. */
  shown<Drawn>(rows: readonly ListRow<Drawn>[], focused: string | null): ShownRow<Drawn>[] {
    const shown: ShownRow<Drawn>[] = [];
    let top = 0;
    let gap = 0;
    let gapFrom = 0;
    const close = (): void => {
      if (gap > 0) shown.push({ row: null, from: gapFrom, height: gap });
      gap = 0;
    };
    rows.forEach((row, index) => {
      const near = top + row.height > this.#top && top < this.#bottom;
      top += row.height;
      if (near || row.key === focused) {
        close();
        shown.push({ row, index });
      } else {
        if (gap === 0) gapFrom = index;
        gap += row.height;
      }
    });
    close();
    return shown;
  }
}
