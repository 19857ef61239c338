/** Where a row stands among all of them. */
export interface RowPlace {
  readonly number: number;
  readonly total: number;
}

/**
 * The rows of the list of documents, by their index. A row is drawn only while it is in sight or near;
 * key and height are asked of all of them.
 */
export interface RowList<Drawn> {
  readonly length: number;
  key(index: number): string;
  /** About how high it is. */
  height(index: number): number;
  /** `place` is the row's number and that of all rows, where not all are there to be counted. */
  draw(index: number, place: RowPlace | null): Drawn;
}

/** A row that is drawn, or the room of those between two that are. */
export type ShownRow =
  | { readonly isGap: false; readonly key: string; readonly index: number }
  | { readonly isGap: true; readonly key: string; readonly height: number };

/** A control in a row, by the names that the rows give. */
export interface RowStop {
  readonly key: string;
  readonly control: string;
}

/** Pixels above and below what is in sight that are drawn as well, so that scrolling meets rows. */
const AROUND = 800;
// The window moves in steps, so that scrolling does not draw with every pixel.
const STEP = 400;

/** What the list of documents is sorted by. */
export type DocumentOrder = "added" | "date" | "author";

/** Which rows of a long list are drawn. Thousands of them would keep the page from answering. */
export class RowWindow {
  /** The control that the Tab key leads to, of all in the list; null for the first. */
  stop: RowStop | null = null;
  order: DocumentOrder = "added";
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

  /**
   * The rows to draw; those that are `kept` are of them wherever they are: the one with the focus, which
   * would go with it, and the one that the Tab key leads to.
   */
  shown(rows: RowList<unknown>, ...kept: readonly (string | null | undefined)[]): ShownRow[] {
    const wanted = kept.filter((key) => key != null);
    const shown: ShownRow[] = [];
    let top = 0;
    let gap = 0;
    let gapFrom = 0;
    const close = (): void => {
      if (gap > 0) shown.push({ isGap: true, key: `gap ${gapFrom}`, height: gap });
      gap = 0;
    };
    for (let index = 0; index < rows.length; index++) {
      const height = rows.height(index);
      const near = top + height > this.#top && top < this.#bottom;
      top += height;
      if (near || (wanted.length > 0 && wanted.includes(rows.key(index)))) {
        close();
        shown.push({ isGap: false, key: rows.key(index), index });
      } else {
        if (gap === 0) gapFrom = index;
        gap += height;
      }
    }
    close();
    return shown;
  }
}
