import { PagehoundError } from "../../core/errors.js";
import type { Page } from "../../core/page.js";
import { layOut } from "../pdf/layout.js";
import { MissingAssets } from "../pdf/pdf-assets.js";
import type { TextItem } from "../pdf/text-item.js";
import type { PageImages } from "./page-images.js";
import type { Recogniser } from "./recogniser.js";
import { isCredible, textItemsOf } from "./text-items.js";

/** What recognition makes of a scanned page. */
export type ScanOutcome =
  /** Text was seen in its images. */
  | Pick<Page, "state" | "text" | "lines" | "geometry" | "recognised">
  /** None was, or the reason why none could be looked for. */
  | ({ readonly state: "scanned" } & Pick<Page, "problem" | "missing">);

/** Two letters or digits side by side at least, or there is nothing to find. */
const worthFinding = /[\p{L}\p{N}]{2}/u;

/** What the layout is told beside the words: they are no specks on an image. */
const imageOnly = { boldFonts: new Set<string>(), hasImages: false };

/** Milliseconds in which a page has to be drawn. */
const drawingLimit = 60_000;

/** Reads the pages of a PDF that are images. */
export class ScannedPages {
  readonly #images: PageImages;
  readonly #recogniser: Recogniser;
  readonly #closed = new AbortController();

  constructor(images: PageImages, recogniser: Recogniser) {
    this.#images = images;
    this.#recogniser = recogniser;
  }

  /**
   * Reads a page, counting from 1. One call at a time. Rejects only when it is aborted, or closed
   * meanwhile.
   *
   * @param fields what the file itself says of its stamps, form fields and notes: it is part of the
   * text, and is not looked for in the image
   */
  async read(
    number: number,
    fields: readonly TextItem[],
    signal?: AbortSignal,
  ): Promise<ScanOutcome> {
    // Notes are not drawn, and stand in no line.
    const annotations = fields.every(({ turn }) => turn === null);
    const either = signal ? AbortSignal.any([signal, this.#closed.signal]) : this.#closed.signal;
    try {
      // Pages are fed the wrong way round at times, and then read as gibberish.
      for (const upsideDown of [false, true]) {
        const inTime = AbortSignal.any([either, AbortSignal.timeout(drawingLimit)]);
        const { image, ...view } = await this.#images.draw(
          number,
          { upsideDown, annotations },
          inTime,
        );
        const seen = await this.#recogniser.recognise(image, either);
        if (seen.length === 0) break;
        if (!isCredible(seen)) continue;
        const items = textItemsOf(seen, view);
        if (!worthFinding.test(items.map(({ text }) => text).join(""))) break;
        const { text, lines } = layOut({ ...view, items, fields, ...imageOnly });
        // The words are no text items of the file, so a viewer could not find them there.
        return { state: "text", text, lines, geometry: null, recognised: true };
      }
      return { state: "scanned" };
    } catch (error) {
      either.throwIfAborted();
      const missing = error instanceof MissingAssets ? { missing: error.missing } : {};
      return { state: "scanned", problem: problemOf(error), ...missing };
    }
  }

  /** Ends a read that is under way, and frees the document. */
  async close(): Promise<void> {
    this.#closed.abort(new PagehoundError("closed", "The document was closed."));
    await this.#images.close();
  }
}

function problemOf(error: unknown): string {
  if (PagehoundError.isInstance(error)) return error.message;
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof MissingAssets) {
    return `The text of this page could not be recognised, because ${detail}. It is tried again when that file is there.`;
  }
  return `This page could not be drawn, so its text could not be recognised (${detail}).`;
}
