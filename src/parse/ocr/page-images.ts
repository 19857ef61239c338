import { untilAborted } from "../../core/call-options.js";
import { NoFilters, WorkerCanvasFactory } from "../../core/off-page-canvas.js";
import { LongDocument } from "../pdf/long-document.js";
import type { PdfAssets } from "../pdf/pdf-assets.js";
import { AnnotationMode, openDocument, type PDFPageProxy } from "../pdf/pdfjs.js";
import type { ImageView } from "./text-items.js";

/** Pixels per point: 300 dots an inch, at which text in scans is recognised best. */
const usualScale = 300 / 72;
/** The longer side of a page is drawn with so many pixels at least: some files give scans the size of a stamp … */
const minLength = 2400;
/** … and some that of a poster. */
const maxPixels = 12_000_000;
const maxLength = 16_000;

type PageCanvas = Parameters<PDFPageProxy["render"]>[0]["canvas"];

/** What a document is opened with. */
export interface ImageSource {
  /** pdf.js's options without the bytes. */
  readonly options: object;
  readonly data: Uint8Array;
}

/** How a page is to be drawn. */
export interface DrawOptions {
  readonly upsideDown: boolean;
  /** Whether with its stamps, filled-in fields and other annotations. */
  readonly annotations: boolean;
}

/** A page as it looks. */
export interface PageImage extends ImageView {
  readonly image: Blob;
}

/**
 * Draws pages of a PDF. The document is opened a second time for it, when the first page is asked
 * for, because it is read without its images.
 */
export class PageImages {
  readonly #source: () => Promise<ImageSource>;
  readonly #assets: PdfAssets;
  #document: Promise<LongDocument> | null = null;
  #closed = false;

  /** @param assets what the options have it fetch its decoders with */
  constructor(source: () => Promise<ImageSource>, assets: PdfAssets) {
    this.#source = source;
    this.#assets = assets;
  }

  /**
   * Draws a page, counting from 1. One call at a time. Rejects with the signal's reason when it
   * aborts, and with `MissingAssets` when images of it could not be decoded.
   */
  async draw(
    number: number,
    { upsideDown, annotations }: DrawOptions,
    signal: AbortSignal,
  ): Promise<PageImage> {
    this.#document ??= this.#open();
    const long = await untilAborted(this.#document, signal);
    // Not left alone when it is aborted: the next page must find the document open.
    const document = await long.beforePage();
    const page = await untilAborted(document.getPage(number), signal);
    const { width, height } = page.getViewport({ scale: 1 });
    const scale = scaleFor(width, height);
    const canvas = new OffscreenCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
    try {
      const drawing = page.render({
        // pdf.js draws on either kind of canvas, and its types know of one.
        canvas: canvas as unknown as PageCanvas,
        viewport: page.getViewport({ scale, rotation: page.rotate + (upsideDown ? 180 : 0) }),
        annotationMode: annotations ? AnnotationMode.ENABLE : AnnotationMode.DISABLE,
      });
      try {
        await untilAborted(drawing.promise, signal);
      } catch (error) {
        drawing.cancel();
        throw error;
      }
      await this.#requireImages();
      const image = await untilAborted(canvas.convertToBlob({ type: "image/png" }), signal);
      return { image, scale, width, height, upsideDown };
    } finally {
      // A canvas keeps its pixels until it is collected; a size of zero frees them at once.
      canvas.width = 0;
      canvas.height = 0;
      page.cleanup();
    }
  }

  /** Frees the document. */
  async close(): Promise<void> {
    this.#closed = true;
    const document = await this.#document?.catch(() => null);
    await document?.close();
  }

  async #requireImages(): Promise<void> {
    try {
      this.#assets.requireImages();
    } catch (error) {
      // pdf.js would try neither the decoder nor the image again, for no page that follows.
      const long = await this.#document;
      this.#document = null;
      await long?.current.cleanup().catch(() => {});
      await long?.close();
      throw error;
    }
  }

  async #open(): Promise<LongDocument> {
    const { options, data } = await this.#source();
    if (this.#closed) throw new Error("the document was closed");
    return LongDocument.open(
      openDocument,
      { ...options, CanvasFactory: WorkerCanvasFactory, FilterFactory: NoFilters },
      data,
    );
  }
}

function scaleFor(width: number, height: number): number {
  const longer = Math.max(width, height);
  return Math.min(
    Math.max(usualScale, minLength / longer),
    Math.sqrt(maxPixels / (width * height)),
    maxLength / longer,
  );
}
