import {
  type Box,
  type ItemRange,
  isSeen,
  type Page,
  type Span,
  seenBoxes,
} from "../../core/index.js";
import { element } from "./dom.js";

interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Whether its text runs horizontally, in either direction. */
  readonly level: boolean;
}

/**
 * pdf.js lays vertical writing out as a rotated line, to the right of the axis on which its
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
 * Rectangles over the text layer's characters, in one element that contains the words. They are
 * measured from the current layout and placed in percent of the sheet, so that they survive every
 * zoom. Null if no part of the ranges is visible.
 */
export function markElement(
  sheet: HTMLElement,
  text: DisplayedText,
  ranges: readonly ItemRange[],
  kind: Readonly<Record<string, string | null>>,
): HTMLElement | null {
  const { rectangles, words } = measure(text, ranges);
  const { left, top, width, height } = sheet.getBoundingClientRect();
  return rectangles.length === 0
    ? null
    : boxesElement(rectangles, { left, top, width, height }, { ...kind, "data-text": words });
}

/**
 * Rectangles over words that were recognised in the image of a page, at their recorded positions.
 * Null if those are unknown for any part of the span.
 */
export function seenElement(
  { text, geometry, width, height }: Page,
  span: Span,
  kind: Readonly<Record<string, string | null>>,
  turn = 0,
): HTMLElement | null {
  if (!geometry || width <= 0 || height <= 0 || !isSeen({ text, geometry }, span)) return null;
  const rectangles = seenBoxes({ text, geometry }, span).map((box) => {
    return { ...turnedBox(box, { width, height }, turn), level: turn % 180 === 0 };
  });
  const words = text.slice(span.start, span.end);
  const paper = turnedPaper({ width, height }, turn);
  return rectangles.length === 0
    ? null
    : boxesElement(rectangles, paper, { ...kind, "data-text": words });
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A sheet after a turn by a multiple of 90 degrees. */
export function turnedPaper({ width, height }: Size, turn: number): Frame {
  const size = turn % 180 === 0 ? { width, height } : { width: height, height: width };
  return { left: 0, top: 0, ...size };
}

/** A box on a sheet of a given size, after a clockwise turn by 0, 90, 180 or 270 degrees. */
export function turnedBox(
  { left, top, right, bottom }: Box,
  { width, height }: Size,
  turn: number,
): Box {
  if (turn === 90) {
    return { left: height - bottom, top: left, right: height - top, bottom: right };
  }
  if (turn === 180) {
    return { left: width - right, top: height - bottom, right: width - left, bottom: height - top };
  }
  if (turn === 270) {
    return { left: top, top: width - right, right: bottom, bottom: width - left };
  }
  return { left, top, right, bottom };
}

interface Frame extends Size {
  readonly left: number;
  readonly top: number;
}

function boxesElement(
  rectangles: readonly Rectangle[],
  frame: Frame,
  attributes: Readonly<Record<string, string | null>>,
): HTMLElement {
  const group = element("div", attributes);
  for (const box of joinNeighbours(rectangles)) {
    const rectangle = element("div", { class: "mark-box" });
    placeBox(rectangle, box, frame);
    group.append(rectangle);
  }
  return group;
}

/** Places an element over a box of a sheet, in percent, so that it survives every zoom. */
export function placeBox({ style }: HTMLElement, box: Box, frame: Frame): void {
  style.left = share(box.left - frame.left, frame.width);
  style.top = share(box.top - frame.top, frame.height);
  style.width = share(box.right - box.left, frame.width);
  style.height = share(box.bottom - box.top, frame.height);
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
    // A range of spaces would stretch the mark over an empty gap. Around slanted text, an upright
    // rectangle would cover neighbouring text.
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

/** The angle at which a piece of text is seen: its own plus the page's. */
function angleOf(holder: HTMLElement): number {
  const textAngle = Number.parseFloat(holder.style.getPropertyValue("--rotate")) || 0;
  const layer = holder.closest("[data-main-rotation]")?.getAttribute("data-main-rotation");
  // Computed rotations are off by tiny amounts.
  return Math.round(textAngle + Number(layer ?? 0));
}

/** Joins rectangles that follow one another on a line with at most a word space between. */
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
