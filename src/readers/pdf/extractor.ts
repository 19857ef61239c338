import { appendTo } from "../../core/index.js";
import { AnnotatedPages, annotationItems } from "./annotations.js";
import { withGlyphsChecked } from "./glyph-check.js";
import { DrawingState, identity, type Matrix } from "./operators.js";
import {
  AnnotationMode,
  type LoadedFont,
  loadedFonts,
  OPS,
  type PDFDocumentProxy,
  type PDFPageProxy,
  type PdfAssets,
  type PdfjsTextItem,
} from "./pdfjs.js";
import { rulesOf } from "./rules.js";
import { SymbolFonts } from "./symbol-items.js";
import {
  type ExtractedPage,
  noCharacter,
  placed,
  type TextItem,
  toTextItem,
  viewportOf,
} from "./text-item.js";

/** Reads the text items of pages with pdf.js. */
export class PdfExtractor {
  readonly #document: PDFDocumentProxy;
  readonly #hasFields: boolean;
  readonly #wantsRules: boolean;
  readonly #assets: PdfAssets;
  readonly #weights: FontWeights;
  readonly #annotated: AnnotatedPages;
  readonly #symbols = new SymbolFonts();

  /**
   * @param hasFields whether the document has form fields, whose values are then read, too
   * @param assets what the document was opened with
   * @param wantsRules whether the rules of pages that may hold tables are read, too
   */
  constructor(
    document: PDFDocumentProxy,
    hasFields: boolean,
    assets: PdfAssets,
    wantsRules = true,
  ) {
    this.#wantsRules = wantsRules;
    this.#document = document;
    this.#assets = assets;
    this.#hasFields = hasFields;
    this.#weights = new FontWeights(document);
    this.#annotated = new AnnotatedPages(document);
  }

  /**
   * Reads a page, counting from 1. Its items are those of pdf.js with text, in the same order. One
   * call at a time. Throws `MissingAssets` where some of its text would be lost.
   */
  async extract(number: number): Promise<ExtractedPage> {
    const page = await this.#document.getPage(number);
    try {
      const viewport = viewportOf(page);
      const content = await page.getTextContent();
      const found = content.items.filter((item) => "str" in item);
      const items: TextItem[] = [];
      const fonts = new Set<string>();
      let visible = false;
      const ordered = await withLigaturesInOrder(found, page);
      const shown = await this.#symbols.read(await withGlyphsChecked(ordered, page), page);
      for (const item of withAccentsJoined(shown)) {
        const vertical = content.styles[item.fontName]?.vertical === true;
        items.push(placed(toTextItem(item, vertical, viewport.transform)));
        if (item.str.trim() === "") continue;
        visible ||= /[\p{L}\p{N}]/u.test(item.str);
        fonts.add(item.fontName);
      }
      const { width, height } = viewport;
      const annotated = await this.#annotated.has(number);
      const { items: notes, cut } = annotated
        ? await annotationItems(page, this.#hasFields)
        : { items: [], cut: false };
      const hasImages = !visible && (await showsPictures(page));
      // Before other pages are read, which may lack something else.
      this.#assets.requireText();
      const boldFonts = await this.#weights.boldAmong(fonts, number);
      const fields = notes.map(placed);
      const rules =
        this.#wantsRules && mayHoldTable(items, viewport)
          ? await rulesOf(page, viewport.transform, viewport)
          : null;
      return { width, height, items, fields, fieldsCut: cut, boldFonts, hasImages, rules };
    } finally {
      page.cleanup();
    }
  }
}

/** Lines with gaps in them that a table has at least. */
const fewestGapped = 2;
/** A gap wider than this share of the font size may part two cells. */
const cellGap = 1;
/** A column of prose is wider than this share of the page, but for the last lines of paragraphs. */
const narrowCell = 0.2;
/** More lines with gaps have something narrower than that where they are rows. */
const shareOfCells = 0.2;

/**
 * Whether lines of a page have gaps in them, as rows of a table have. Reading the rules of a page costs
 * about as much as its text, and most pages of prose need none.
 */
function mayHoldTable(items: readonly TextItem[], page: { readonly width: number }): boolean {
  const lines = new Map<string, TextItem[]>();
  for (const item of items) {
    if (item.text.trim() === "" || item.turn === null) continue;
    const key = `${item.turn} ${Math.round(item.baseline / 2)}`;
    appendTo(lines, key, item);
  }
  let [gapped, cells] = [0, 0];
  for (const line of lines.values()) {
    const narrowest = line.length > 1 ? narrowestCell(line) : null;
    if (narrowest === null) continue;
    gapped++;
    if (narrowest < narrowCell * page.width) cells++;
  }
  return cells >= Math.max(fewestGapped, shareOfCells * gapped);
}

/** Width of the narrowest of the parts that wide gaps make of a line; null where it has none. */
function narrowestCell(line: readonly TextItem[]): number | null {
  const upright = line[0]?.turn === 0 || line[0]?.turn === 2;
  const places = line
    .map(({ left, right, top, bottom, size, text }) =>
      upright ? { from: left, to: right, size, text } : { from: top, to: bottom, size, text },
    )
    .sort((a, b) => a.from - b.from);
  const cells: { from: number; to: number }[] = [];
  for (const [index, { from, to, size }] of places.entries()) {
    const last = cells.at(-1);
    const before = places[index - 1];
    // The sign of a list item, or its number, is set apart as well.
    const marks = index === 1 && places.length === 2 && (before?.text.length ?? 0) < 4;
    if (last && (marks || from - last.to <= cellGap * size)) last.to = Math.max(last.to, to);
    else cells.push({ from, to });
  }
  return cells.length > 1 ? Math.min(...cells.map(({ from, to }) => to - from)) : null;
}

/** Accents that are drawn as signs of their own, and the marks that join a letter. */
const marks: Readonly<Record<string, string>> = {
  "`": "\u0300",
  "´": "\u0301",
  ˆ: "\u0302",
  "˜": "\u0303",
  "¯": "\u0304",
  "˘": "\u0306",
  "˙": "\u0307",
  "¨": "\u0308",
  "˚": "\u030a",
  "˝": "\u030b",
  ˇ: "\u030c",
  "¸": "\u0327",
  "˛": "\u0328",
};

/** An accent covers its letter by this share of the font size at least, … */
const minOverlap = 0.1;
/** … and hardly by more than this one, where it is wider or stands aside. */
const maxOverlap = 0.9;
/** Accents are raised over capitals by less than this share of the font size. */
const maxRaised = 0.4;

/**
 * The items of a page with accents joined to their letters. Fonts without accented letters, as TeX
 * uses them, have the accent drawn first and the letter under it, which pdf.js gives as two items:
 * "M¨" and "uller". Characters are replaced, so that numbers and lengths of the items stay.
 */
function withAccentsJoined(items: readonly PdfjsTextItem[]): readonly PdfjsTextItem[] {
  let joined: PdfjsTextItem[] | null = null;
  for (let index = 0; index + 1 < items.length; index++) {
    const accented = items[index] as PdfjsTextItem;
    const mark = marks[accented.str.at(-1) ?? ""];
    const next = items[index + 1] as PdfjsTextItem;
    if (mark === undefined || !liesOver(accented, next)) continue;
    const [letter = ""] = next.str;
    const composed = `${dotted[letter] ?? letter}${mark}`.normalize("NFC");
    if (!/^\p{L}$/u.test(letter) || composed.length !== letter.length) continue;
    joined ??= [...items];
    const before = joined[index] as PdfjsTextItem;
    const rest = before.str.slice(0, -1);
    joined[index] = { ...before, str: rest + (/\s$/.test(rest) ? " " : noCharacter) };
    joined[index + 1] = { ...next, str: composed + next.str.slice(letter.length) };
  }
  return joined ?? items;
}

/** Letters that have lost their dot to make room for an accent. */
const dotted: Readonly<Record<string, string>> = { ı: "i", ȷ: "j" };

/** Whether the end of one item overlaps the start of the other. */
function liesOver(accented: PdfjsTextItem, next: PdfjsTextItem): boolean {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = accented.transform as number[];
  const [, , , , nextX = 0, nextY = 0] = next.transform as number[];
  const along = Math.hypot(a, b);
  const size = Math.hypot(c, d);
  if (along === 0 || size === 0 || accented.dir !== "ltr" || next.dir !== "ltr") return false;
  // From the first item's point to the second one's, along the line and up from it.
  const forwards = ((nextX - x) * a + (nextY - y) * b) / along;
  const up = ((nextX - x) * c + (nextY - y) * d) / size;
  const overlap = accented.width - forwards;
  return (
    Math.abs(up) < maxRaised * size && overlap >= minOverlap * size && overlap <= maxOverlap * size
  );
}

/** Ligatures of Hebrew and Arabic for more than one letter. */
const ligature =
  /[\ufb1d-\ufb4f\ufbea-\ufbf9\ufbfc-\ufc5d\ufc64-\ufcf1\ufcf5-\ufd3d\ufd50-\ufdfb]/g;

/**
 * The items of a page with the letters of ligatures in the order in which they are written. pdf.js
 * takes a ligature apart before it puts the text into reading order, which turns those letters
 * around; taken apart afterwards they are right. Numbers and lengths of the items stay as they are.
 */
async function withLigaturesInOrder(
  items: readonly PdfjsTextItem[],
  page: PDFPageProxy,
): Promise<readonly PdfjsTextItem[]> {
  if (!items.some(({ dir }) => dir === "rtl")) return items;
  const content = await page.getTextContent({ disableNormalization: true });
  const whole = content.items.filter((item) => "str" in item);
  if (whole.length !== items.length) return items;
  return items.map((item, index) => {
    const found = whole[index]?.str ?? "";
    if (item.dir !== "rtl" || found === item.str) return item;
    const str = found.replace(ligature, (character) => character.normalize("NFKC"));
    return str.length === item.str.length && letters(str) === letters(item.str)
      ? { ...item, str }
      : item;
  });
}

function letters(text: string): string {
  return [...text.normalize("NFKC")].sort().join("");
}

interface Weight {
  readonly bold: boolean;
  /** The first probed page on which the font was seen. */
  readonly since: number;
}

/**
 * Tells which fonts are bold. Only a page's operator list gives that away, and it costs about as
 * much as the page's text, so three pages are probed, where they use fonts not seen before. A font
 * that is on none of the probed pages so far counts as regular. What is known on a page depends on
 * the page's number alone, not on which pages were read before.
 */
export class FontWeights {
  readonly #document: PDFDocumentProxy;
  readonly #weights = new Map<string, Weight>();
  #probed = 0;

  constructor(document: PDFDocumentProxy) {
    this.#document = document;
  }

  /** The bold ones among the fonts of a page, counting from 1. One call at a time. */
  async boldAmong(fonts: ReadonlySet<string>, page: number): Promise<ReadonlySet<string>> {
    while (this.#probed < page) {
      const next = this.#probed + 1;
      const known = next === page && [...fonts].every((font) => this.#weights.has(font));
      // Probing teaches nothing about a page whose fonts are known.
      if (isProbed(next) && !known) await this.#probe(next);
      this.#probed = next;
    }
    return new Set([...fonts].filter((font) => this.#isBold(font, page)));
  }

  #isBold(font: string, page: number): boolean {
    const weight = this.#weights.get(font);
    return weight?.bold === true && weight.since <= page;
  }

  async #probe(number: number): Promise<void> {
    try {
      const page = await this.#document.getPage(number);
      await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE });
      for (const [font, object] of loadedFonts(page)) {
        if (!this.#weights.has(font)) {
          this.#weights.set(font, { bold: isBold(object), since: number });
        }
      }
    } catch {
      // A page that cannot be drawn reveals nothing about its fonts; its text may still be
      // readable.
    }
  }
}

/** Nearly all fonts of a document are met by its sixteenth page. */
function isProbed(page: number): boolean {
  return page === 1 || page === 4 || page === 16;
}

/** Also what TeX calls its bold fonts: Computer Modern Bold Extended, Nimbus Roman Medium. */
const boldName = /bold|black|heavy|demi|(?:CM|SF)BX\d|NimbusRomNo9L-Medi/i;

function isBold(font: LoadedFont | null): boolean {
  const { name = "", bold = false, black = false } = font ?? {};
  return bold || black || boldName.test(name);
}

/** Fewer paths than these are rules and frames; more are a drawing. */
const fewestPaths = 24;
/** Square points of the smallest image that counts. */
const smallestImage = 100;

/**
 * Whether a page shows images or drawings. Images are left out of operator lists here (see
 * `maxImageSize` in `parser.ts`), because decoding a scanned page takes up to seconds. What
 * remains of one is the coordinate system it was drawn in: images fill the unit square, so it is
 * blown up to the image's size, as for nothing else.
 */
async function showsPictures(page: PDFPageProxy): Promise<boolean> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const pictures = new PictureOperators({ base: identity });
  for (const [index, operator] of fnArray.entries()) {
    pictures.read(operator, argsArray[index] ?? []);
    if (operator === OPS.transform && pictures.area >= smallestImage) return true;
    if (pictures.isShown) return true;
  }
  return false;
}

class PictureOperators extends DrawingState<{ readonly base: Matrix }> {
  #paths = 0;
  isShown = false;

  /** Area of the unit square at this point. */
  get area(): number {
    const [a = 1, b = 0, c = 0, d = 1] = this.state.base;
    return Math.abs(a * d - b * c);
  }

  protected draw(operator: number): void {
    if (operator === OPS.constructPath) this.#paths++;
    const isFilled = operator === OPS.shadingFill || operator === OPS.paintSolidColorImageMask;
    this.isShown ||= isFilled || this.#paths >= fewestPaths;
  }
}
