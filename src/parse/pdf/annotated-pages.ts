import { AnnotationType, type PDFDocumentProxy } from "./pdfjs.js";

/** Pages looked at together; with more, a long document would hold more of them than are being read. */
const pagesAtOnce = 64;
/** Each look names all the pages that it is not about, so that a very long document has so many at most. */
const mostLooks = 400;

/** All kinds but links and pop-ups, which add no text to a page. */
const kinds: ReadonlySet<number> = new Set(
  Object.values(AnnotationType).filter(
    (kind) => kind !== AnnotationType.LINK && kind !== AnnotationType.POPUP,
  ),
);

/**
 * Tells which pages have annotations besides links. To list the annotations of a page with links,
 * pdf.js reads the text of the whole page once more; to tell this, it does not.
 */
export class AnnotatedPages {
  readonly #document: PDFDocumentProxy;
  readonly #atOnce: number;
  readonly #looked = new Map<number, Promise<ReadonlySet<number>>>();

  constructor(document: PDFDocumentProxy) {
    this.#document = document;
    this.#atOnce = Math.max(pagesAtOnce, Math.ceil(document.numPages / mostLooks));
  }

  /** Whether a page, counting from 1, may have annotations that count. */
  async has(page: number): Promise<boolean> {
    const first = page - 1 - ((page - 1) % this.#atOnce);
    let looking = this.#looked.get(first);
    if (!looking) {
      looking = this.#look(first);
      // Pages are read in order.
      this.#looked.clear();
      this.#looked.set(first, looking);
    }
    return (await looking).has(page - 1);
  }

  async #look(first: number): Promise<ReadonlySet<number>> {
    const { numPages } = this.#document;
    const pages = Array.from({ length: numPages }, (_, page) => page);
    const asked = pages.slice(first, first + this.#atOnce);
    const skipped = new Set([...pages.slice(0, first), ...pages.slice(first + this.#atOnce)]);
    try {
      const found = await this.#document.getAnnotationsByType(unnamed(kinds), skipped);
      return new Set((found as { pageIndex: number }[]).map(({ pageIndex }) => pageIndex));
    } catch {
      // One of them cannot be looked at; each is then asked for itself.
      return new Set(asked);
    }
  }
}

/** With those of a kind that pdf.js has no number for. */
function unnamed(known: ReadonlySet<number>): Set<number> {
  return new Set<number | undefined>([...known, undefined]) as Set<number>;
}
