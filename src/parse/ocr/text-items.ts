import type { Rotation, TextItem } from "../pdf/text-item.js";
import type { PixelBox, SeenLine, SeenWord } from "./recogniser.js";

/** Words that the engine is less sure of are left out: most are smudges, rules and bits of pictures. */
const minConfidence = 20;
/**
 * Mean confidence, by characters, that a page has at least. Text that is read properly has 75 and
 * more; text upside down, or in a script the engine was not told of, has 50 and less.
 */
const minMean = 60;
/** Font size as a share of a line's height, which is that of its ink. */
const sizePerHeight = 1.1;
/** Lines whose sizes differ by less than this share are set in one size: heights are as ragged as the ink. */
const sameSize = 0.2;

/** Scripts that are written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u;

/** How an image shows its page. */
export interface ImageView {
  /** Pixels per point. */
  readonly scale: number;
  /** Size of the page as displayed, in points. */
  readonly width: number;
  readonly height: number;
  readonly upsideDown: boolean;
}

/** Whether what was seen on a page is text rather than something else taken for text. */
export function isCredible(lines: readonly SeenLine[]): boolean {
  let characters = 0;
  let sum = 0;
  for (const { text, confidence } of lines.flatMap(({ words }) => words)) {
    characters += text.length;
    sum += text.length * confidence;
  }
  return characters > 0 && sum >= minMean * characters;
}

/**
 * The words seen in an image of a page as items of its text, each where it was seen. Words of a line
 * share its baseline, so that a page that lies a little askew is still read line by line.
 */
export function textItemsOf(lines: readonly SeenLine[], view: ImageView): TextItem[] {
  const kept = lines.flatMap((line) => {
    const words = line.words.filter(
      ({ text, confidence }) => confidence >= minConfidence && text.trim() !== "",
    );
    return words.length > 0 ? [{ ...line, words, size: sizeOf(line, words) / view.scale }] : [];
  });
  const usual = prevailing(kept);
  return kept.flatMap(({ words, baseline, size, rightToLeft }) => {
    const settled = Math.abs(size - usual) < sameSize * usual ? usual : size;
    const turn = turnOf(baseline);
    const { left, top, right, bottom } = onPage(baseline, view);
    const shared = {
      baseline: turn % 2 === 0 ? (top + bottom) / 2 : (left + right) / 2,
      size: Math.max(1, Math.round(settled * 2) / 2),
      font: "recognised",
      turn: (view.upsideDown ? (turn + 2) % 4 : turn) as Rotation,
      rightToLeft,
    };
    return words.map(({ text, box }) => ({
      ...shared,
      ...onPage(box, view),
      text: unspaced.test(text) ? text : `${text} `,
    }));
  });
}

/** A box in points from the top left of the page as displayed. */
function onPage(
  { x0, y0, x1, y1 }: PixelBox,
  { scale, width, height, upsideDown }: ImageView,
): Pick<TextItem, "left" | "top" | "right" | "bottom"> {
  const [left, top, right, bottom] = [x0 / scale, y0 / scale, x1 / scale, y1 / scale];
  return upsideDown
    ? { left: width - right, top: height - bottom, right: width - left, bottom: height - top }
    : { left, top, right, bottom };
}

/** Which way a line runs in the image, in quarter turns. */
function turnOf({ x0, y0, x1, y1 }: PixelBox): 0 | 1 | 2 | 3 {
  const across = x1 - x0;
  const down = y1 - y0;
  if (Math.abs(across) >= Math.abs(down)) return across >= 0 ? 0 : 2;
  return down > 0 ? 1 : 3;
}

function sizeOf({ height, baseline }: SeenLine, words: readonly SeenWord[]): number {
  if (height > 0) return height * sizePerHeight;
  const turned = turnOf(baseline) % 2 === 1;
  return Math.max(...words.map(({ box }) => (turned ? box.x1 - box.x0 : box.y1 - box.y0)));
}

/** The size in which the middle character of a page is set, in order of size. */
function prevailing(lines: readonly { size: number; words: readonly SeenWord[] }[]): number {
  const bySize = lines
    .map(({ size, words }) => ({
      size,
      characters: words.reduce((sum, { text }) => sum + text.length, 0),
    }))
    .sort((a, b) => a.size - b.size);
  let left = bySize.reduce((sum, { characters }) => sum + characters, 0) / 2;
  for (const { size, characters } of bySize) {
    left -= characters;
    if (left <= 0) return size;
  }
  return 0;
}
