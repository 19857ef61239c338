import type { Box, Page } from "../core/page.js";

/** A word as it stands on its page, turned upright. */
export interface Word extends Box {
  readonly text: string;
  /** Place in the page's text. */
  readonly start: number;
  readonly end: number;
  /** The text item that shows it; between words of one item there is an ordinary space. */
  readonly item: number;
  /** Height of its box, about the font's size. */
  readonly size: number;
}

/** A line drawn on the page; `at` is where it stands across its direction. */
export interface Rule {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** What a page shows, turned so that its text is upright. */
export interface UprightPage {
  readonly words: readonly Word[];
  readonly horizontal: readonly Rule[];
  readonly vertical: readonly Rule[];
  /** Back to the page as displayed. */
  onPage(box: Box): Box;
}

/** Words and rules of a page; null where the format has no places. */
export function uprightPage({ text, geometry, width, height }: Page): UprightPage | null {
  if (!geometry) return null;
  const turn = turnOf(geometry);
  const turned = (box: Box): Box => {
    if (turn === 1)
      return { left: box.top, top: width - box.right, right: box.bottom, bottom: width - box.left };
    if (turn === 3)
      return {
        left: height - box.bottom,
        top: box.left,
        right: height - box.top,
        bottom: box.right,
      };
    return box;
  };
  const onPage = (box: Box): Box => {
    if (turn === 1)
      return { left: width - box.bottom, top: box.left, right: width - box.top, bottom: box.right };
    if (turn === 3)
      return {
        left: box.top,
        top: height - box.right,
        right: box.bottom,
        bottom: height - box.left,
      };
    return box;
  };
  const { runs, boxes, lengths, rules = new Float32Array() } = geometry;
  const words: Word[] = [];
  for (let run = 0; run < runs.length; run += 4) {
    const [start, length] = [runs[run] ?? 0, runs[run + 1] ?? 0];
    const [item, offset] = [runs[run + 2] ?? 0, runs[run + 3] ?? 0];
    const box = turned(boxAt(boxes, item));
    const size = box.bottom - box.top;
    const wide = box.right - box.left;
    const count = Math.max(1, lengths[item] ?? 1);
    // Text that still stands on end labels an axis, or a column of a head.
    if (size <= 0 || (size > 2.5 * wide && count > 2 && turn !== 0)) continue;
    const shown = text.slice(start, start + length);
    // Most items are one word.
    const units = length > 0 && /\s/u.test(shown) ? widthsOf(shown) : null;
    const all = units?.at(-1) ?? 1;
    const from = box.left + (wide * offset) / count;
    const reach = (wide * length) / count;
    for (const { index, 0: word } of shown.matchAll(/\S+/gu)) {
      words.push({
        text: word,
        start: start + index,
        end: start + index + word.length,
        left: from + (reach * (units?.[index] ?? 0)) / all,
        right: from + (reach * (units?.[index + word.length] ?? all)) / all,
        top: box.top,
        bottom: box.bottom,
        item,
        size,
      });
    }
  }
  const horizontal: Rule[] = [];
  const vertical: Rule[] = [];
  for (let at = 0; at < rules.length; at += 4) {
    const box = turned(boxAt(rules, at / 4));
    if (box.right - box.left > box.bottom - box.top) {
      horizontal.push({ at: box.top, from: box.left, to: box.right });
    } else vertical.push({ at: box.left, from: box.top, to: box.bottom });
  }
  horizontal.sort((a, b) => a.at - b.at || a.from - b.from);
  vertical.sort((a, b) => a.at - b.at || a.from - b.from);
  return { words, horizontal, vertical, onPage };
}

function boxAt(boxes: Float32Array, index: number): Box {
  const at = index * 4;
  return {
    left: boxes[at] ?? 0,
    top: boxes[at + 1] ?? 0,
    right: boxes[at + 2] ?? 0,
    bottom: boxes[at + 3] ?? 0,
  };
}

/** Widths of characters as most fonts have them, as shares of each other, added up. */
function widthsOf(text: string): number[] {
  const sums = [0];
  let sum = 0;
  for (let index = 0; index < text.length; index++) {
    sum += widths[text.charCodeAt(index)] ?? 1;
    sums.push(sum);
  }
  return sums;
}

const widths: readonly number[] = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[\s.,:;'|!ijl()[\]]/u.test(character)) return 0.5;
  return /[A-ZMWmw@%]/u.test(character) ? 1.35 : 1;
});

/** How most of a page's characters are turned: 0 upright, 1 running down, 3 running up. */
function turnOf({ runs, boxes }: NonNullable<Page["geometry"]>): 0 | 1 | 3 {
  let upright = 0;
  let onEnd = 0;
  let down = 0;
  let last = -1;
  for (let run = 0; run < runs.length; run += 4) {
    const [length, item] = [runs[run + 1] ?? 0, runs[run + 2] ?? 0];
    if (length < 4) continue;
    const { left, top, right, bottom } = boxAt(boxes, item);
    if (right - left >= bottom - top) {
      upright += length;
      last = -1;
      continue;
    }
    onEnd += length;
    // Lines that run down follow each other from right to left.
    if (last >= 0 && Math.abs(left - last) > 2) down += left < last ? 1 : -1;
    last = left;
  }
  if (onEnd <= upright) return 0;
  return down > 0 ? 1 : 3;
}
