import { Nearby } from "./nearby.js";
import { AnnotationMode, type PDFPageProxy, type PdfjsTextItem } from "./pdfjs.js";
import { TextOperators } from "./text-operators.js";

/** A glyph as it stands on its page. */
export interface PageGlyph {
  readonly text: string;
  readonly startX: number;
  readonly startY: number;
  readonly endX: number;
  readonly endY: number;
  /** Font size on the page. */
  readonly size: number;
  /** Whether the glyph stands where the same one was drawn just before. */
  readonly again: boolean;
}

/** The glyphs of a page in the order in which they are drawn. */
export async function glyphsOf(page: PDFPageProxy): Promise<PageGlyph[]> {
  const found: PageGlyph[] = [];
  const operators = new TextOperators([1, 0, 0, 1, 0, 0], ({ glyphs, place, size, rise }) => {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = place;
    const shown = Math.abs(size) * Math.hypot(c, d);
    for (const { text, start, end } of glyphs) {
      const glyph = {
        text,
        startX: a * start + c * rise + e,
        startY: b * start + d * rise + f,
        endX: a * end + c * rise + e,
        endY: b * end + d * rise + f,
        size: shown,
      };
      found.push({ ...glyph, again: found.slice(-lookBack).some((one) => coincide(one, glyph)) });
    }
  });
  const request = { annotationMode: AnnotationMode.DISABLE };
  const list = await page.getOperatorList(request).catch(() => null);
  list?.fnArray.forEach((operator, index) => {
    operators.read(operator, (list.argsArray[index] ?? []) as readonly unknown[]);
  });
  return found;
}

/** Letters are drawn twice one by one, not a line at a time: that gives an item of its own. */
const lookBack = 2;
/** How far apart the two may stand, as a share of the font size. */
const aside = 0.12;

function coincide(
  one: Omit<PageGlyph, "again">,
  { text, startX, startY, size }: Omit<PageGlyph, "again">,
): boolean {
  const apart = Math.hypot(one.startX - startX, one.startY - startY);
  return one.text === text && text.trim() !== "" && apart <= aside * size;
}

/** A character of an item: its offset, its glyph, and whether a space is drawn before it. */
export interface ShownCharacter {
  readonly offset: number;
  readonly glyph: PageGlyph;
  readonly spaceBefore: boolean;
}

/** For each item the glyphs that show it, as far as they are found. */
export function locate(
  items: readonly PdfjsTextItem[],
  glyphs: readonly PageGlyph[],
): (readonly ShownCharacter[])[] {
  const places = new Nearby<number>();
  for (const [index, { startX, startY }] of glyphs.entries()) places.add(startX, startY, index);
  let reached = 0;
  return items.map((item) => {
    if (item.dir !== "ltr" || item.str.trim() === "") return [];
    const [, , c = 0, d = 0, x = 0, y = 0] = item.transform as number[];
    // Items come in the order of their glyphs, but for some.
    const next = [0, 1, 2].map((more) => reached + more);
    const near = places.near(x, y, samePlace * Math.hypot(c, d)).slice(0, mostTried);
    for (const first of [...next, ...near]) {
      const glyph = glyphs[first];
      if (!glyph || Math.hypot(glyph.startX - x, glyph.startY - y) > samePlace * glyph.size)
        continue;
      const found = follow(item.str, glyphs, first);
      if (!found) continue;
      reached = found.next;
      return found.characters;
    }
    return [];
  });
}

/** How far an item may begin from its first glyph, as a share of the font size. */
const samePlace = 0.02;
/** Glyphs near an item that are tried: more than this stand there only where nothing can be read. */
const mostTried = 400;

/** The characters of a text, if the glyphs from one on show them. */
function follow(
  text: string,
  glyphs: readonly PageGlyph[],
  first: number,
): { readonly characters: readonly ShownCharacter[]; readonly next: number } | null {
  const characters: ShownCharacter[] = [];
  let next = first;
  for (const [offset, character] of [...text].entries()) {
    if (character.trim() === "") continue;
    let spaceBefore = next === first && glyphs[first - 1]?.text.trim() === "";
    while (glyphs[next]?.text.trim() === "") {
      next++;
      spaceBefore = true;
    }
    const glyph = glyphs[next++];
    // A glyph of several letters is seldom part of what is looked for here.
    if (glyph?.text !== character) return null;
    characters.push({ offset, glyph, spaceBefore });
  }
  return { characters, next };
}
