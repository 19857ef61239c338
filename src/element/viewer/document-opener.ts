import { PagehoundError } from "../../core/index.js";
import type { ViewerTarget } from "./marks.js";
import type { OpenNote } from "./note-pins.js";
import { OpenError, type ViewedDocument } from "./opened-document.js";
import type { PageScroller } from "./page-scroller.js";
import type { PageContext } from "./page-slot.js";
import type { PdfOpener } from "./pdf-file.js";
import type { ViewerStrings } from "./strings.js";

/** The dependencies of pages on the surrounding viewer. */
export interface OpeningContext {
  readonly assetsBase: string | URL | undefined;
  readonly workerBase: string | URL | undefined;
  readonly strings: ViewerStrings;
  readonly scroller: PageScroller;
  /** CSS pixels per point. */
  readonly scale: () => number;
  /** Called with a page that is shown and whose text was recognised in an image. */
  readonly tellRecognised: (page: number) => void;
  readonly openNote: OpenNote | null;
  /** Called if pages of the document are drawn without a file that they need. */
  readonly assetMissing: (url: string) => void;
}

/** Opens documents, and loads the code for each kind of document on first use. */
export class DocumentOpener {
  readonly #context: OpeningContext;
  #pdf: PdfOpener | null = null;

  constructor(context: OpeningContext) {
    this.#context = context;
  }

  /** Opens a document's file, or its stored text if the file is missing. */
  async open(target: ViewerTarget, signal: AbortSignal): Promise<ViewedDocument> {
    const { format, id } = target.document;
    const isDeck = format === "pptx";
    if (!isDeck && format !== "pdf" && format !== "image") return this.#asText(target, false);
    let original: Blob;
    try {
      original = await target.source.original(id, { signal });
    } catch (error) {
      signal.throwIfAborted();
      if (!PagehoundError.isInstance(error) || error.code !== "not-found") throw error;
      return this.#asText(target, true);
    }
    if (isDeck)
      return (await this.#asSlides(target, original, signal)) ?? this.#asText(target, false);
    const [{ PdfOpener }, { pdfPages }] = await loaded(
      Promise.all([import("./pdf-file.js"), import("./pdf-page.js")]),
    );
    signal.throwIfAborted();
    const { assetsBase, workerBase, assetMissing } = this.#context;
    this.#pdf ??= new PdfOpener(assetsBase, assetMissing, { workerBase });
    const file = await this.#pdf.open(original, target.password, signal);
    try {
      const context = { ...this.#pages(target), scale: this.#context.scale };
      return await pdfPages(target, file, context, signal);
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** Ends the PDF workers; open documents stop working. */
  destroy(): void {
    this.#pdf?.destroy();
  }

  /** Null if the slides cannot be drawn; their text is still shown. */
  async #asSlides(
    target: ViewerTarget,
    original: Blob,
    signal: AbortSignal,
  ): Promise<ViewedDocument | null> {
    try {
      const [{ SlideDeck }, { slidePages }] = await Promise.all([
        import("./slide-deck.js"),
        import("./slide-page.js"),
      ]);
      const deck = await SlideDeck.open(original);
      if (deck?.total !== target.document.pages.total) return null;
      return slidePages(target, deck, this.#pages(target));
    } catch {
      return null;
    } finally {
      signal.throwIfAborted();
    }
  }

  async #asText(target: ViewerTarget, textOnly: boolean): Promise<ViewedDocument> {
    const { textPages } = await loaded(import("./text-page.js"));
    const slots = textPages(target.document, this.#pages(target));
    return { target, slots, file: null, pageSize: null, labels: null, textOnly };
  }

  #pages({ source, document }: ViewerTarget): PageContext {
    const { strings, scroller, tellRecognised, openNote } = this.#context;
    return {
      strings,
      tellRecognised: document.pages.recognised > 0 ? tellRecognised : null,
      keepPlace: (change) => {
        const { element } = scroller;
        const { scrollLeft } = element;
        scroller.keepPlace(change);
        // A sheet wider than the view begins with its first column.
        if (scrollLeft === 0) element.scrollLeft = 0;
      },
      storedPage: (number, signal) => source.page(document.id, number, { signal }),
      openNote,
      goTo: (page, below) => scroller.goTo(page, below * scroller.heightOf(page)),
      tables: async (number) => (await source.tables?.(document.id, number)) ?? [],
    };
  }
}

async function loaded<Module>(loading: Promise<Module>): Promise<Module> {
  try {
    return await loading;
  } catch (error) {
    throw new OpenError("not-loaded", error);
  }
}
