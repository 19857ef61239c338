import { viewportOf } from "./page-viewport.js";
import { OPS, type PDFPageProxy, Util } from "./pdfjs.js";
import type { TextItem } from "./text-item.js";
import { type GlyphRun, type Matrix, TextOperators } from "./text-operators.js";
import { toTextItem } from "./to-text-item.js";

/**
 * The text that annotations draw, by their ids. pdf.js tells it for few kinds of annotations, but
 * lists what they draw with the page's own drawing.
 */
export async function drawnText(
  page: PDFPageProxy,
  ids: readonly (string | undefined)[],
): Promise<Map<string, TextItem[]>> {
  const drawn = new Map<string, TextItem[]>();
  const asked = new Set(ids);
  const list = await page.getOperatorList().catch(() => null);
  if (!list) return drawn;
  const { transform } = viewportOf(page);
  const { fnArray, argsArray } = list;
  let operators: TextOperators | null = null;
  for (const [index, operator] of fnArray.entries()) {
    const args = (argsArray[index] ?? []) as readonly unknown[];
    if (operator === OPS.beginAnnotation) {
      const [id, , placed, own] = args as [string, Matrix, number[], number[]];
      if (!asked.has(id)) continue;
      const items: TextItem[] = [];
      drawn.set(id, items);
      operators = new TextOperators(Util.transform(placed, own), (run) => {
        const item = itemOf(run, transform);
        if (item) items.push(item);
      });
    } else if (operator === OPS.endAnnotation) operators = null;
    else operators?.read(operator, args);
  }
  return drawn;
}

/** A gap wider than this share of the font size is a space. */
const spaceGap = 0.16;

function itemOf(run: GlyphRun, transform: readonly number[]): TextItem | null {
  const { glyphs, place, font, size, stretch, rise } = run;
  let text = "";
  let reached = 0;
  for (const glyph of glyphs) {
    if (text !== "" && glyph.start - reached > spaceGap * size * stretch) text += " ";
    text += glyph.text;
    reached = glyph.end;
  }
  if (text.trim() === "") return null;
  const item = {
    str: inReadingOrder(text),
    dir: rightToLeft.test(text) ? "rtl" : "ltr",
    width: reached * Math.hypot(place[0] ?? 0, place[1] ?? 0),
    height: 0,
    transform: Util.transform([...place], [size * stretch, 0, 0, size, 0, rise]) as number[],
    fontName: font,
    hasEOL: false,
  };
  return toTextItem(item, false, transform);
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Glyphs are drawn from left to right, whichever way they are read. */
function inReadingOrder(text: string): string {
  return rightToLeft.test(text) && !/\p{Script=Latin}|\p{N}/u.test(text)
    ? [...text].reverse().join("")
    : text;
}
