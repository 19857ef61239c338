import { AnnotationMode, type PDFDocumentProxy } from "./pdfjs.js";

/** What pdf.js knows of a font once an operator list that uses it was read. */
interface LoadedFont {
  readonly name?: string;
  readonly bold?: boolean;
  readonly black?: boolean;
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
      const loaded = page.commonObjs as unknown as Iterable<[string, LoadedFont | null]>;
      for (const [font, object] of loaded) {
        if (!this.#weights.has(font)) {
          this.#weights.set(font, { bold: isBold(object), since: number });
        }
      }
    } catch {
      // A page that cannot be drawn tells nothing about its fonts; its text may still be read.
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
