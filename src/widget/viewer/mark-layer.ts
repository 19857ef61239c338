import type { ItemRange } from "../../core/page-geometry.js";
import { element } from "./dom.js";
import type { MarkStrength } from "./target.js";

interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The ranges of one mark, checked already, and what they say. */
export interface CheckedMark {
  readonly strength: MarkStrength;
  readonly ranges: readonly ItemRange[];
}

/**
 * Fills the layer with rectangles over the text layer's characters. They are measured from the
 * text as it is laid out now and placed in percent of the sheet, so that they survive every zoom.
 */
export function drawMarks(
  layer: HTMLElement,
  sheet: HTMLElement,
  textElements: readonly HTMLElement[],
  marks: readonly CheckedMark[],
): void {
  const frame = sheet.getBoundingClientRect();
  const drawn: HTMLElement[] = [];
  for (const { strength, ranges } of marks) {
    const { rectangles, text } = measure(textElements, ranges);
    const group = element("div", { class: "mark", "data-strength": strength, "data-text": text });
    for (const { left, top, right, bottom } of joinNeighbours(rectangles)) {
      const rectangle = element("div", { class: "mark-box" });
      rectangle.style.left = share(left - frame.left, frame.width);
      rectangle.style.top = share(top - frame.top, frame.height);
      rectangle.style.width = share(right - left, frame.width);
      rectangle.style.height = share(bottom - top, frame.height);
      group.append(rectangle);
    }
    drawn.push(group);
  }
  layer.replaceChildren(...drawn);
}

function share(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(4)}%`;
}

function measure(
  textElements: readonly HTMLElement[],
  ranges: readonly ItemRange[],
): { rectangles: Rectangle[]; text: string } {
  const rectangles: Rectangle[] = [];
  let text = "";
  const range = document.createRange();
  for (const { item, start, end } of ranges) {
    const node = textElements[item]?.firstChild;
    if (!(node instanceof Text)) continue;
    range.setStart(node, start);
    range.setEnd(node, end);
    text += range.toString();
    // A range of blanks would stretch the mark over a gap that shows nothing.
    if (range.toString().trim() === "") continue;
    for (const { left, top, right, bottom } of range.getClientRects()) {
      if (right > left && bottom > top) rectangles.push({ left, top, right, bottom });
    }
  }
  return { rectangles, text };
}

/** Joins rectangles that follow one another on a line with no more than a word space between. */
function joinNeighbours(rectangles: readonly Rectangle[]): Rectangle[] {
  const joined: Rectangle[] = [];
  for (const rectangle of rectangles) {
    const last = joined.at(-1);
    const height = rectangle.bottom - rectangle.top;
    const shared = last
      ? Math.min(last.bottom, rectangle.bottom) - Math.max(last.top, rectangle.top)
      : 0;
    const gap = last ? Math.max(rectangle.left - last.right, last.left - rectangle.right) : 0;
    if (last && shared > height * 0.6 && gap < height * 0.6) {
      last.left = Math.min(last.left, rectangle.left);
      last.right = Math.max(last.right, rectangle.right);
      last.top = Math.min(last.top, rectangle.top);
      last.bottom = Math.max(last.bottom, rectangle.bottom);
    } else {
      joined.push({ ...rectangle });
    }
  }
  return joined;
}
