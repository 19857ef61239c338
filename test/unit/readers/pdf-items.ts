import { itemRanges } from "../../../src/core/page.js";
import { layOut, type PageLayout } from "../../../src/readers/pdf/layout.js";
import type { ExtractedPage, TextItem } from "../../../src/readers/pdf/text-item.js";

/** What a test specifies of an item besides its text and position. */
export type ItemStyle = Partial<Pick<TextItem, "size" | "font" | "turn" | "rightToLeft">>;

/** The width of every character, as a share of the font size. */
const characterWidth = 0.5;

/** An upright item whose left end is at `left` on a baseline. */
export function item(
  text: string,
  left: number,
  baseline: number,
  { size = 10, font = "regular", turn = 0, rightToLeft = false }: ItemStyle = {},
): TextItem {
  const right = left + text.length * size * characterWidth;
  const [top, bottom] = [baseline - 0.8 * size, baseline + 0.2 * size];
  return { text, left, top, right, bottom, baseline, size, font, turn, rightToLeft };
}

/** An upright item whose right end is at `right`. */
export function itemEndingAt(
  text: string,
  right: number,
  baseline: number,
  style: ItemStyle = {},
): TextItem {
  return item(text, right - text.length * (style.size ?? 10) * characterWidth, baseline, style);
}

/** Lays out a page of letter size; the font named "bold" is bold. */
export function layOutItems(
  items: readonly TextItem[],
  more: Partial<ExtractedPage> = {},
): PageLayout {
  const boldFonts = new Set(["bold"]);
  return layOut({
    width: 612,
    height: 792,
    items,
    fields: [],
    boldFonts,
    hasImages: false,
    ...more,
  });
}

/** The lines of a page, with an empty line between blocks. */
export function linesOf({ text }: PageLayout): string[] {
  return text.trimEnd().split("\n");
}

/** The items' characters that no run shows, in order of the items, without spaces. */
export function lostCharacters(items: readonly TextItem[], { text, geometry }: PageLayout): string {
  const shown = items.map(({ text: own }) => new Array<boolean>(own.length).fill(false));
  for (const range of itemRanges(geometry, { start: 0, end: text.length })) {
    const flags = shown[range.item] ?? [];
    for (let at = range.start; at < range.end; at++) {
      if (flags[at]) throw new Error(`Item ${range.item} is shown twice at ${at}.`);
      flags[at] = true;
    }
  }
  return items
    .map(({ text: own }, index) => [...own].filter((_, at) => !shown[index]?.[at]).join(""))
    .join("")
    .replace(/\s/g, "");
}
