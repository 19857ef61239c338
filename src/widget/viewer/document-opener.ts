import { PagehoundError } from "../../core/errors.js";
import type { Page } from "../../core/page.js";
import { OpenError } from "./open-error.js";
import type { OpenedDocument } from "./opened-document.js";
import type { PageScroller } from "./page-scroller.js";
import type { PdfOpener } from "./pdf-opener.js";
import type { ViewerStrings } from "./strings.js";
import type { ViewerTarget } from "./target.js";

/** What pages need from the viewer around them. */
export interface OpeningContext {
  readonly assetsBase: string | URL | undefined;
  readonly strings: ViewerStrings;
  readonly scroller: PageScroller;
  /** CSS pixels per point. */
  readonly scale: () => number;
  /** Called when pages of the document are drawn without a file that they need. */
  readonly assetMissing: (url: string) => void;
}

/** What every page needs, whatever it is made from. */
export interface PageContext {
  readonly strings: ViewerStrings;
  /** Runs a change of the sheet's size without moving what the reader looks at. */
  readonly keepPlace: (change: () => void) => void;
  readonly storedPage: (number: number, signal?: AbortSignal) => Promise<Page>;
}

/** Opens documents, and loads what each kind of them needs when it is first opened. */
export class DocumentOpener {
  readonly #context: OpeningContext;
  #pdf: PdfOpener | null = null;

  constructor(context: OpeningContext) {
    this.#context = context;
  }

  /** Opens a document's file, or makes do with its stored text where the file is not there. */
  async open(target: ViewerTarget, signal: AbortSignal): Promise<OpenedDocument> {
    const { format, id } = target.document;
    if (format !== "pdf") return this.#asText(target, false);
    let original: Blob;
    try {
      original = await target.source.original(id, { signal });
    } catch (error) {
      signal.throwIfAborted();
      if (!PagehoundError.isInstance(error) || error.code !== "not-found") throw error;
      return this.#asText(target, true);
    }
    const { PdfOpener, pdfPages } = await loaded(import("./viewer-pdf.js"));
    signal.throwIfAborted();
    this.#pdf ??= new PdfOpener(this.#context.assetsBase, this.#context.assetMissing);
    const file = await this.#pdf.open(original, target.password, signal);
    return pdfPages(target, file, { ...this.#pages(target), scale: this.#context.scale }, signal);
  }

  /** Ends what draws PDFs; documents that are open stop working. */
  destroy(): void {
    this.#pdf?.destroy();
  }

  async #asText(target: ViewerTarget, textOnly: boolean): Promise<OpenedDocument> {
    const { textPages } = await loaded(import("./viewer-text.js"));
    const slots = textPages(target.document, this.#pages(target));
    return { target, slots, file: null, pageSize: null, labels: null, textOnly };
  }

  #pages({ source, document }: ViewerTarget): PageContext {
    const { strings, scroller } = this.#context;
    return {
      strings,
      keepPlace: (change) => scroller.keepPlace(change),
      storedPage: (number, signal) => source.page(document.id, number, { signal }),
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
