import type { DocumentId, DocumentSummary, Pagehound, Span } from "../../index.js";
import type { DocumentViewer, ViewerSource } from "../viewer/index.js";
import { PermissionAsk } from "./permission-ask.js";

/** What the page pane shows. */
export interface OpenedPage {
  readonly document: DocumentSummary;
  readonly page: number;
  readonly passage: Span | null;
  readonly marks: readonly Span[];
  /** What tells the result it was opened from from all others, or null. */
  readonly hit: string | null;
}

/** The pane beside the results. The viewer and pdf.js are loaded when the first page is opened. */
export class PagePane {
  /** Where the viewer lives; put into the page once and kept there. */
  readonly element: HTMLElement = document.createElement("div");
  readonly #ask: PermissionAsk;
  readonly #source: ViewerSource;
  readonly #assetsBase: URL;
  readonly #close: () => void;
  readonly #passwords = new Map<DocumentId, string>();
  #viewer: Promise<DocumentViewer> | null = null;
  #abort: AbortController | null = null;

  constructor(library: Pagehound, assetsBase: URL, close: () => void) {
    this.#ask = new PermissionAsk(library);
    this.#source = {
      page: (id, number, options) => library.page(id, number, options),
      original: (id, options) => this.#ask.original(id, options),
    };
    this.#assetsBase = assetsBase;
    this.#close = close;
    this.element.className = "page-host";
    this.element.append(this.#ask.element);
  }

  /** Keeps a password for as long as the page is open, so that a locked document can be shown. */
  keepPassword(id: DocumentId, password: string): void {
    this.#passwords.set(id, password);
  }

  /** Shows a page. Rejects with a sentence for people when the viewer cannot be loaded. */
  async show(opened: OpenedPage): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#viewer ??= this.#load();
    let viewer: DocumentViewer;
    try {
      viewer = await this.#viewer;
    } catch (error) {
      this.#viewer = null;
      throw new Error("The page view could not be loaded. Check the connection and try again.", {
        cause: error,
      });
    }
    if (abort.signal.aborted) return;
    viewer.focus();
    this.#ask.about(opened.document);
    try {
      await viewer.open({
        document: opened.document,
        source: this.#source,
        page: opened.page,
        passage: opened.passage,
        marks: opened.marks,
        password: this.#passwords.get(opened.document.id),
        signal: abort.signal,
      });
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    }
  }

  /** Puts the document away. */
  async hide(): Promise<void> {
    this.#abort?.abort();
    (await this.#viewer)?.close();
  }

  async #load(): Promise<DocumentViewer> {
    const { DocumentViewer } = await import("../viewer/index.js");
    return new DocumentViewer(this.element, {
      assetsBase: this.#assetsBase,
      onClose: this.#close,
    });
  }
}
