import type { Span } from "./span.js";

/** Points of the longest side that a page may have (ISO 32000-1, Annex C): 200 inches. */
export const longestSide = 14_400;

/** The scale at which a page of this size is no larger than one can be; 1 for all that are not. */
export function paperScale({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): number {
  return Math.min(1, longestSide / Math.max(width, height));
}

/**
 * Where a page's characters stand. The extractor's text items keep their own numbering, so that a
 * viewer that renders the same items can mark exactly the same characters.
 */
export interface PageGeometry {
  /**
   * Four numbers a run: start in the page's text, length, item, offset inside the item's string.
   * Ordered by start. Characters of the text that no run covers (line breaks, separators, spaces
   * that the layout added) stand nowhere on the page.
   */
  readonly runs: Uint32Array;
  /** Four numbers an item: left, top, right, bottom, in points from the displayed page's top left. */
  readonly boxes: Float32Array;
  /** Length of each item's string, in UTF-16 code units. */
  readonly lengths: Uint32Array;
}

/** A rectangle in points, measured from the top left of the page as displayed. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A range of characters inside one text item of the extractor. */
export interface ItemRange extends Span {
  /** Index of the item among those the extractor returned for the page. */
  readonly item: number;
}

const RUN = 4;

/** Index of the first run that ends after `position`. */
function firstRunAfter(runs: Uint32Array, position: number): number {
  let low = 0;
  let high = runs.length / RUN;
  while (low < high) {
    const middle = (low + high) >> 1;
    const end = (runs[middle * RUN] ?? 0) + (runs[middle * RUN + 1] ?? 0);
    if (end <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The parts of the extractor's items that show the span, in the order of the text. */
export function itemRanges(geometry: PageGeometry, span: Span): ItemRange[] {
  const { runs } = geometry;
  const ranges: ItemRange[] = [];
  for (let run = firstRunAfter(runs, span.start) * RUN; run < runs.length; run += RUN) {
    const start = runs[run] ?? 0;
    if (start >= span.end) break;
    const length = runs[run + 1] ?? 0;
    const offset = runs[run + 3] ?? 0;
    const from = Math.max(span.start, start) - start;
    const to = Math.min(span.end, start + length) - start;
    if (from < to)
      ranges.push({ item: runs[run + 2] ?? 0, start: offset + from, end: offset + to });
  }
  return ranges;
}

/**
 * The boxes that show the span, one for each text item it touches. Inside an item the width is
 * shared out evenly over its characters, so a box that covers part of an item is an estimate.
 */
export function spanBoxes(geometry: PageGeometry, span: Span): Box[] {
  const { boxes, lengths } = geometry;
  return itemRanges(geometry, span).map(({ item, start, end }) => {
    const left = boxes[item * 4] ?? 0;
    const right = boxes[item * 4 + 2] ?? 0;
    const width = (right - left) / Math.max(1, lengths[item] ?? 1);
    return {
      left: left + width * start,
      top: boxes[item * 4 + 1] ?? 0,
      right: left + width * end,
      bottom: boxes[item * 4 + 3] ?? 0,
    };
  });
}
