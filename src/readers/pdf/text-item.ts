import { paperScale } from "../../core/index.js";
import type { PDFPageProxy, PdfjsTextItem } from "./pdfjs.js";

/**
 * The rotation of a text's lines in quarter turns clockwise: 1 runs down the page, as vertical
 * Japanese does, 2 is upside down, 3 runs up. `null` for text at any other angle.
 */
export type Rotation = 0 | 1 | 2 | 3 | null;

/** Stands in an item's text for a character that is not to be read; the layout leaves it out. */
export const noCharacter = "\u2060";

/**
 * A piece of text as an extractor found it: the narrow interface between extractors and the
 * layout. Items keep the extractor's order and numbering.
 */
export interface TextItem {
  /** The characters, in logical order. May be empty or white space only. */
  readonly text: string;
  /** Left, top, right and bottom in points, from the top left of the page as displayed. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Where the baseline is: distance from the page's top, or from its left for text that runs up or down. */
  readonly baseline: number;
  /** Font size in points, as displayed. */
  readonly size: number;
  /** Names the font within the document. */
  readonly font: string;
  readonly turn: Rotation;
  readonly rightToLeft: boolean;
}

/** A page as an extractor found it. */
export interface ExtractedPage {
  readonly width: number;
  readonly height: number;
  readonly items: readonly TextItem[];
  /**
   * What form fields, stamps and notes add to the page. Not among the items, so nothing can be
   * marked there.
   */
  readonly fields: readonly TextItem[];
  /** Set when there was more of that than is read of a page. */
  readonly fieldsCut?: boolean;
  /** Fonts known to be bold, among those of the page's items. */
  readonly boldFonts: ReadonlySet<string>;
  /**
   * Whether the page shows images; determined only if its items have neither letters nor digits.
   */
  readonly hasImages: boolean;
  /** See `PageGeometry.rules`; null if they were not read. */
  readonly rules?: Float32Array | null;
}

/**
 * Places a text item of pdf.js on the page as displayed.
 *
 * @param vertical whether its font is written from top to bottom
 * @param viewport the page's transformation, six numbers as in PDF
 */
export function toTextItem(
  item: PdfjsTextItem,
  vertical: boolean,
  viewport: readonly number[],
): TextItem {
  const [va = 1, vb = 0, vc = 0, vd = -1, ve = 0, vf = 0] = viewport;
  const [ta = 0, tb = 0, tc = 0, td = 0, te = 0, tf = 0] = item.transform as number[];
  // The viewport's transformation after the item's.
  const a = va * ta + vc * tb;
  const b = vb * ta + vd * tb;
  const c = va * tc + vc * td;
  const d = vb * tc + vd * td;
  const x = va * te + vc * tf + ve;
  const y = vb * te + vd * tf + vf;
  const size = Math.hypot(c, d);
  const along = Math.hypot(a, b) || 1;
  // Unit vectors along the line and up from it.
  let lineX = a / along;
  let lineY = b / along;
  let upX = size === 0 ? 0 : c / size;
  let upY = size === 0 ? -1 : d / size;
  // Share of the size that stands above and below the item's point.
  let above = 0.8;
  let below = 0.2;
  let length = item.width;
  if (vertical) {
    // Its glyphs hang below the point, centred on it: what is up becomes the line's end.
    [lineX, lineY, upX, upY] = [-upX, -upY, lineX, lineY];
    [above, below] = [0.5, 0.5];
    length = item.height;
  }
  // Lengths are in user space, which the page may scale.
  length *= Math.hypot(va, vb);
  const turn = turnOf(lineX, lineY, upY);
  const endX = lineX * length;
  const endY = lineY * length;
  const topX = upX * above * size;
  const topY = upY * above * size;
  const bottomX = -upX * below * size;
  const bottomY = -upY * below * size;
  return {
    text: item.str,
    left: x + Math.min(0, endX) + Math.min(topX, bottomX),
    top: y + Math.min(0, endY) + Math.min(topY, bottomY),
    right: x + Math.max(0, endX) + Math.max(topX, bottomX),
    bottom: y + Math.max(0, endY) + Math.max(topY, bottomY),
    baseline: (turn === 1 || turn === 3 ? x : y) - (vertical ? 0.3 * size : 0),
    // To a tenth of a point, so that sizes can be compared.
    size: Math.round(size * 10) / 10,
    font: item.fontName,
    turn,
    rightToLeft: item.dir === "rtl",
  };
}

/** Text may lean by some degrees, as on a page that was scanned askew. */
const leaning = 0.1;

function turnOf(lineX: number, lineY: number, upY: number): Rotation {
  // Mirrored text runs to the left but stands upright.
  if (Math.abs(lineY) <= leaning) return lineX > 0 || upY < 0 ? 0 : 2;
  if (Math.abs(lineX) <= leaning) return lineY > 0 ? 1 : 3;
  return null;
}

/** Points from the page's corner; what is farther off, or larger, is on no page. */
const farthest = 1_000_000;

/**
 * The item, which a file may have put at any place in any size. One that is nowhere, or so far off
 * that the layout could not reckon with it, stands at the page's corner without any extent: its text
 * is read, and its number kept.
 */
export function placed(item: TextItem): TextItem {
  const { left, top, right, bottom, baseline, size } = item;
  // Written so that what is no number fails, too.
  if ([left, top, right, bottom, baseline, size].every((each) => Math.abs(each) <= farthest)) {
    return item;
  }
  return { ...item, left: 0, top: 0, right: 0, bottom: 0, baseline: 0, size: 0 };
}

/** Whether an item is one that was nowhere. */
export function isNowhere({ left, right, top, size }: TextItem): boolean {
  return left === 0 && right === 0 && top === 0 && size === 0;
}

/** Side of a cell, in points: most of what is looked for stands closer together. */
const side = 8;
/** The most cells that are looked through in each direction, however large the distance. */
const maxCells = 5;

/**
 * Keeps things by where they stand, so that those near a point are found without looking at all. What
 * stands on no page, farther than a million points off or at no number, is not kept and has nothing near.
 */
export class Nearby<T> {
  readonly #cells = new Map<number, T[]>();

  add(x: number, y: number, thing: T): void {
    if (!isOnPage(x, y)) return;
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
    // Numbers this large do not change when one is added, so that a loop over cells would not end.
    if (!isOnPage(x, y)) return [];
    const reach = Math.min(distance, side * maxCells);
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

/** Written so that what is no number fails, too. */
function isOnPage(x: number, y: number): boolean {
  return Math.abs(x) <= farthest && Math.abs(y) <= farthest;
}

/** One number for a cell; cells far outside any page may share theirs, which only costs time. */
function keyOf(column: number, row: number): number {
  return column * 1_000_003 + row;
}

/** How a page is displayed, in points. One that is larger than there can be is as large as that. */
export function viewportOf(page: PDFPageProxy): ReturnType<PDFPageProxy["getViewport"]> {
  const full = page.getViewport({ scale: 1 });
  const scale = paperScale(full);
  return scale < 1 ? page.getViewport({ scale }) : full;
}

/** Characters that stand for no letter: of private use, of none, of control, and the one for what is unknown. */
const meaningless = /[\p{Co}\p{Cn}\p{Cc}\ufffd]/gu;

/**
 * Whether most of what a page shows says nothing, as with fonts that do not tell which characters their
 * glyphs are: people can read such a page, and its text has to be recognised as that of a scan.
 */
export function isMeaningless(items: readonly Pick<TextItem, "text">[]): boolean {
  const text = items.map((item) => item.text).join("");
  // Most pages have none, and white space among them changes nothing then.
  if (text.search(meaningless) === -1) return false;
  const shown = text.replace(/[\s\u2060]/g, "");
  return 2 * (shown.match(meaningless)?.length ?? 0) > shown.length;
}
