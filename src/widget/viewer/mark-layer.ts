import type { ItemRange } from "../../core/page-geometry.js";
import { element } from "./dom.js";

interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Whether its text runs along the page, left to right or right to left. */
  readonly level: boolean;
}

/**
 * pdf.js lays vertical writing out as a turned line, to the right of the axis on which its
 * characters are centred.
 */
const VERTICAL_SHIFT = 0.4;

/** The text layer of a page, item by item. */
export interface DisplayedText {
  readonly strings: readonly string[];
  readonly elements: readonly HTMLElement[];
  /** Items in vertical writing. */
  readonly vertical: ReadonlySet<number>;
}

/**
 * Rectangles over the text layer's characters, in one element that knows the words. They are
 * measured from the text as it is laid out now and placed in percent of the sheet, so that they
 * survive every zoom. Null when nothing of the ranges can be seen.
 */
export function markElement(
  sheet: HTMLElement,
  text: DisplayedText,
  ranges: readonly ItemRange[],
  kind: Readonly<Record<string, string | null>>,
): HTMLElement | null {
  const { rectangles, words } = measure(text, ranges);
  if (rectangles.length === 0) return null;
  const frame = sheet.getBoundingClientRect();
  const group = element("div", { ...kind, "data-text": words });
  for (const { left, top, right, bottom } of joinNeighbours(rectangles)) {
    const rectangle = element("div", { class: "mark-box" });
    rectangle.style.left = share(left - frame.left, frame.width);
    rectangle.style.top = share(top - frame.top, frame.height);
    rectangle.style.width = share(right - left, frame.width);
    rectangle.style.height = share(bottom - top, frame.height);
    group.append(rectangle);
  }
  return group;
}

function share(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(4)}%`;
}

function measure(
  { elements, vertical }: DisplayedText,
  ranges: readonly ItemRange[],
): { rectangles: Rectangle[]; words: string } {
  const rectangles: Rectangle[] = [];
  let words = "";
  const range = document.createRange();
  for (const { item, start, end } of ranges) {
    const holder = elements[item];
    const node = holder?.firstChild;
    if (!holder || !(node instanceof Text)) continue;
    range.setStart(node, start);
    range.setEnd(node, end);
    words += range.toString();
    const angle = angleOf(holder);
    // A range of blanks would stretch the mark over a gap that shows nothing. Around slanted text
    // an upright rectangle would cover its neighbours too.
    if (range.toString().trim() === "" || angle % 90 !== 0) continue;
    for (const { left, top, right, bottom } of range.getClientRects()) {
      if (right > left && bottom > top) {
        const shift = vertical.has(item) ? (right - left) * VERTICAL_SHIFT : 0;
        const level = angle % 180 === 0;
        rectangles.push({ left: left - shift, top, right: right - shift, bottom, level });
      }
    }
  }
  return { rectangles, words };
}

/** The angle of a piece of text as it is seen: its own on the page, and the page's. */
function angleOf(holder: HTMLElement): number {
  const own = Number.parseFloat(holder.style.getPropertyValue("--rotate")) || 0;
  const layer = holder.closest("[data-main-rotation]")?.getAttribute("data-main-rotation");
  // Rotations by computation are off by tiny amounts.
  return Math.round(own + Number(layer ?? 0));
}

/** Joins rectangles that follow one another on a line with no more than a word space between. */
function joinNeighbours(rectangles: readonly Rectangle[]): Rectangle[] {
  const joined: Rectangle[] = [];
  for (const next of rectangles) {
    const last = joined.at(-1);
    if (!last || !isNeighbour(last, next)) {
      joined.push({ ...next });
      continue;
    }
    last.left = Math.min(last.left, next.left);
    last.right = Math.max(last.right, next.right);
    last.top = Math.min(last.top, next.top);
    last.bottom = Math.max(last.bottom, next.bottom);
  }
  return joined;
}

function isNeighbour(last: Rectangle, next: Rectangle): boolean {
  if (last.level !== next.level) return false;
  const acrossGap = Math.max(next.left - last.right, last.left - next.right);
  const downGap = Math.max(next.top - last.bottom, last.top - next.bottom);
  const [along, across] = next.level ? [acrossGap, downGap] : [downGap, acrossGap];
  const thickness = next.level ? next.bottom - next.top : next.right - next.left;
  return along < thickness * 0.6 && -across > thickness * 0.6;
}
