/** The position of a row among all rows. */
export interface RowPlace {
  readonly number: number;
  readonly total: number;
}

/**
 * The rows of the list of documents, by index. A row is drawn only in or near the view; key and
 * height are read for all of them.
 */
export interface RowList<Drawn> {
  readonly length: number;
  key(index: number): string;
  /** Its approximate height. */
  height(index: number): number;
  /** `place` is the row's number and the total, if not all rows are in the page to be counted. */
  draw(index: number, place: RowPlace | null): Drawn;
}

/** A drawn row, or the space of those between two drawn ones. */
export type ShownRow =
  | { readonly isGap: false; readonly key: string; readonly index: number }
  | { readonly isGap: true; readonly key: string; readonly height: number };

/** A control in a row, by the names that the rows define. */
export interface RowStop {
  readonly key: string;
  readonly control: string;
}

/**
 * Pixels above and below the view that are drawn as well, so that scrolling meets finished rows.
 */
const AROUND = 800;
// The window moves in steps, so that not every scrolled pixel causes a drawing.
const STEP = 400;

/** Folders in folders are moved to the side up to this depth. */
export const deepest = 5;

/** The order of the list of documents. */
export type DocumentOrder = "folder" | "added" | "date" | "author";

/** Which rows of a long list are drawn. Drawing thousands would block the page. */
export class RowWindow {
  /** The control in the whole list that the Tab key reaches; null for the first. */
  stop: RowStop | null = null;
  /** Null until a reader chose one. */
  order: DocumentOrder | null = null;
  /** The folders that a reader has folded or unfolded. */
  toggled: ReadonlySet<string> = new Set();
  #top = 0;
  #bottom = 2 * AROUND;

  /** Sets the scroll position; returns whether other rows must be drawn. */
  scrolled(top: number, height: number): boolean {
    const from = Math.floor(Math.max(0, top - AROUND) / STEP) * STEP;
    const to = Math.ceil((top + height + AROUND) / STEP) * STEP;
    const moved = from !== this.#top || to !== this.#bottom;
    this.#top = from;
    this.#bottom = to;
    return moved;
  }

  /**
   * The rows to draw, always including the `kept` ones: the row with the focus, which would be lost
   * with it, and the one that the Tab key reaches.
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
