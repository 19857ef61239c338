import { withAccentsJoined } from "./accents.js";
import { AnnotatedPages } from "./annotated-pages.js";
import { annotationItems } from "./annotation-items.js";
import { FontWeights } from "./font-weights.js";
import { withGlyphsChecked } from "./glyph-check.js";
import { viewportOf } from "./page-viewport.js";
import type { PdfAssets } from "./pdf-assets.js";
import type { PDFDocumentProxy } from "./pdfjs.js";
import { showsPictures } from "./pictures.js";
import { placed } from "./placed.js";
import { withLigaturesInOrder } from "./right-to-left.js";
import type { ExtractedPage, TextItem } from "./text-item.js";
import { toTextItem } from "./to-text-item.js";

/** Reads the text items of pages with pdf.js. */
export class PdfExtractor {
  readonly #document: PDFDocumentProxy;
  readonly #hasFields: boolean;
  readonly #assets: PdfAssets;
  readonly #weights: FontWeights;
  readonly #annotated: AnnotatedPages;

  /**
   * @param hasFields whether the document has form fields, whose values are then read, too
   * @param assets what the document was opened with
   */
  constructor(document: PDFDocumentProxy, hasFields: boolean, assets: PdfAssets) {
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
      for (const item of withAccentsJoined(await withGlyphsChecked(ordered, page))) {
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
      // Before other pages are looked at, which may miss something else.
      this.#assets.requireText();
      const boldFonts = await this.#weights.boldAmong(fonts, number);
      const fields = notes.map(placed);
      return { width, height, items, fields, fieldsCut: cut, boldFonts, hasImages };
    } finally {
      page.cleanup();
    }
  }
}
