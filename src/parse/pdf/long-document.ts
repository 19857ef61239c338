import type { Opening, openDocument, openForReading, PDFDocumentProxy } from "./pdfjs.js";

/** How a document is opened: to be read, or to be drawn. */
type Open = typeof openForReading | typeof openDocument;

/** What pdf.js keeps of a page that it has read, roughly: its dictionaries, and the page itself. */
const keptBytes = 6_000;
/** As much may be kept, and as much as half of the file, which is in memory anyway. */
const keepsAtLeast = 3_000_000;

/**
 * A PDF with any number of pages. pdf.js keeps something of every page until the document is
 * closed, so a long one is closed and opened again on the way.
 */
export class LongDocument {
  readonly #open: Open;
  readonly #options: object;
  readonly #pagesAtOnce: number;
  #task: Opening;
  #document: PDFDocumentProxy;
  #pages = 0;
  #closed = false;

  private constructor(
    open: Open,
    options: object,
    fileSize: number,
    task: Opening,
    document: PDFDocumentProxy,
  ) {
    this.#open = open;
    this.#options = options;
    this.#pagesAtOnce = Math.ceil(Math.max(keepsAtLeast, fileSize / 2) / keptBytes);
    this.#task = task;
    this.#document = document;
  }

  /** Opens a document; `options` are pdf.js's, which takes the bytes for itself. */
  static async open(open: Open, options: object, data: Uint8Array): Promise<LongDocument> {
    const fileSize = data.length;
    const { task, document } = await opened(open({ ...options, data }));
    return new LongDocument(open, options, fileSize, task, document);
  }

  /** The document as it is open now. */
  get current(): PDFDocumentProxy {
    return this.#document;
  }

  /** To be waited for before each page; no other is being read meanwhile. Returns `current`. */
  async beforePage(): Promise<PDFDocumentProxy> {
    this.#pages++;
    if (this.#pages > this.#pagesAtOnce) {
      const data = await this.#document.getData();
      await this.#task.destroy();
      const { task, document } = await opened(this.#open({ ...this.#options, data }));
      this.#task = task;
      this.#document = document;
      this.#pages = 1;
      // Closed meanwhile, when there was nothing to close.
      if (this.#closed) await task.destroy();
    }
    return this.#document;
  }

  /** Frees the document, also while it is being opened again. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#task.destroy();
  }
}

async function opened(task: Opening) {
  try {
    return { task, document: await task.promise };
  } catch (error) {
    await task.destroy().catch(() => {});
    throw error;
  }
}
