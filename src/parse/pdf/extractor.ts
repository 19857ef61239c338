import {
  OPS,
  type PDFDocumentProxy,
  type PDFPageProxy,
  type PdfjsTextItem,
  Util,
} from "./pdfjs.js";
import type { ExtractedPage, TextItem } from "./text-item.js";

/**
 * Pages for whose sake an operator list is read at most, a document. It is the only way to a
 * font's weight, and costs about as much as the page's text.
 */
const operatorListLimit = 8;

/** Reads the text items of pages with pdf.js. */
export class PdfExtractor {
  readonly #document: PDFDocumentProxy;
  /** Fonts met so far, and whether they are bold. */
  readonly #fonts = new Map<string, boolean>();
  #operatorLists = 0;

  constructor(document: PDFDocumentProxy) {
    this.#document = document;
  }

  /** Reads a page, counting from 1. Its items are those of pdf.js with text, in the same order. */
  async extract(number: number): Promise<ExtractedPage> {
    const page = await this.#document.getPage(number);
    try {
      const viewport = page.getViewport({ scale: 1 });
      const content = await page.getTextContent();
      const items: TextItem[] = [];
      for (const item of content.items) {
        if ("str" in item) items.push(toTextItem(item, viewport.transform));
      }
      const visible = items.filter(({ text }) => text.trim() !== "");
      const hasImages = visible.length === 0 && (await showsImages(page));
      const boldFonts = await this.#boldFonts(page, new Set(visible.map(({ font }) => font)));
      return { width: viewport.width, height: viewport.height, items, boldFonts, hasImages };
    } finally {
      page.cleanup();
    }
  }

  /** The bold ones among a page's fonts; fonts not met before are looked up while the limit lasts. */
  async #boldFonts(page: PDFPageProxy, fonts: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const unknown = [...fonts].filter((font) => !this.#fonts.has(font));
    if (unknown.length > 0 && this.#operatorLists < operatorListLimit) {
      this.#operatorLists++;
      await page.getOperatorList();
      for (const font of unknown) this.#fonts.set(font, isBold(page, font));
    }
    return new Set([...fonts].filter((font) => this.#fonts.get(font)));
  }
}

/** What pdf.js knows of a font once an operator list that uses it was read. */
interface LoadedFont {
  readonly name?: string;
  readonly bold?: boolean;
  readonly black?: boolean;
}

function isBold(page: PDFPageProxy, font: string): boolean {
  if (!page.commonObjs.has(font)) return false;
  const { name = "", bold = false, black = false } = page.commonObjs.get(font) as LoadedFont;
  return bold || black || /bold|black|heavy|semibold|demi/i.test(name);
}

const imageOperators = new Set([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintImageXObjectRepeat,
  OPS.paintImageMaskXObjectRepeat,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintInlineImageXObjectGroup,
]);

async function showsImages(page: PDFPageProxy): Promise<boolean> {
  const { fnArray } = await page.getOperatorList();
  return fnArray.some((operator) => imageOperators.has(operator));
}

function toTextItem(item: PdfjsTextItem, viewport: number[]): TextItem {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = Util.transform(viewport, item.transform);
  const size = Math.hypot(c, d);
  const along = Math.hypot(a, b) || 1;
  // Unit vectors along the line and up from it, on the page as displayed.
  const [lineX, lineY] = [a / along, b / along];
  const [upX, upY] = size === 0 ? [0, -1] : [c / size, d / size];
  const corners = [
    [0, -0.2],
    [0, 0.8],
    [item.width, -0.2],
    [item.width, 0.8],
  ].map(([width = 0, height = 0]) => ({
    x: x + lineX * width + upX * height * size,
    y: y + lineY * width + upY * height * size,
  }));
  return {
    text: item.str,
    left: Math.min(...corners.map((corner) => corner.x)),
    top: Math.min(...corners.map((corner) => corner.y)),
    right: Math.max(...corners.map((corner) => corner.x)),
    bottom: Math.max(...corners.map((corner) => corner.y)),
    baseline: y,
    // To a tenth of a point, so that sizes can be compared.
    size: Math.round(size * 10) / 10,
    font: item.fontName,
    rotated: Math.abs(lineY) > 0.1 || lineX < 0,
    rightToLeft: item.dir === "rtl",
  };
}
