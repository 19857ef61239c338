import type { DocumentId, DocumentSummary, Pagehound, Span } from "../../index.js";
import { PagehoundError } from "../../index.js";
import type { Words } from "../strings/words.js";
import type { DocumentViewer, ViewerPlace, ViewerSource } from "../viewer/index.js";
import { PermissionAsk } from "./permission-ask.js";
import type { Surface } from "./surface.js";

/** What the page pane shows. */
export interface OpenedPage {
  readonly document: DocumentSummary;
  readonly page: number;
  readonly passage: Span | null;
  readonly marks: readonly Span[];
  /** Instead of the two above: several places, and the one to begin at. */
  readonly places?: readonly ViewerPlace[];
  readonly current?: number;
  /** What tells the result it was opened from from all others, or null. */
  readonly hit: string | null;
}

/** The pane beside the results. The viewer and pdf.js are loaded when the first page is opened. */
export class PagePane {
  /** Where the viewer lives; put into the page once and kept there. */
  readonly element: HTMLElement = document.createElement("div");
  readonly #ask: PermissionAsk;
  readonly #source: ViewerSource;
  readonly #surface: Surface;
  readonly #assetsBase: URL;
  /** In which words the viewer was made. */
  #words: Words | null = null;
  readonly #close: () => void;
  readonly #passwords = new Map<DocumentId, string>();
  #viewer: Promise<DocumentViewer> | null = null;
  #abort: AbortController | null = null;

  constructor(library: Pagehound, surface: Surface, assetsBase: URL, close: () => void) {
    this.#surface = surface;
    this.#ask = new PermissionAsk(library, () => surface.words);
    this.#source = {
      outline: async (id, options) => library.outline(id, options),
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

  /** Shows a page. Throws `download-failed` when the viewer cannot be loaded. */
  async show(opened: OpenedPage): Promise<void> {
    this.#abort?.abort();
    // The viewer says everything in the language it was made for.
    if (this.#words !== this.#surface.words) this.destroy();
    const abort = new AbortController();
    this.#abort = abort;
    this.#viewer ??= this.#load();
    let viewer: DocumentViewer;
    try {
      viewer = await this.#viewer;
    } catch (error) {
      this.#viewer = null;
      const message = "The page view could not be loaded. Check the connection and try again.";
      throw new PagehoundError("download-failed", message, { cause: error });
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
        places: opened.places,
        current: opened.current,
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

  /** Ends the viewer and its worker. */
  destroy(): void {
    this.#abort?.abort();
    void this.#viewer?.then(
      (viewer) => viewer.destroy(),
      () => undefined,
    );
    this.#viewer = null;
  }

  async #load(): Promise<DocumentViewer> {
    const { words } = this.#surface;
    this.#words = words;
    const [{ DocumentViewer }, { viewerStrings }] = await Promise.all([
      import("../viewer/index.js"),
      import("../strings/viewer-strings.js"),
    ]);
    return new DocumentViewer(this.element, {
      assetsBase: this.#assetsBase,
      locale: words.locale,
      strings: viewerStrings(words),
      onClose: this.#close,
    });
  }
}
