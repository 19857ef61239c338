import { PagehoundError } from "../core/errors.js";
import { packPage } from "../core/page.js";
import type { ParseApi, ParseSetup } from "./api.js";
import type { OpenDocument } from "./format.js";
import { Recogniser } from "./ocr/recogniser.js";
import { startTesseract } from "./ocr/start-tesseract.js";
import { recognise } from "./registry.js";
import { documentWithinBounds, pageWithinBounds } from "./within-bounds.js";

/** What a parse worker serves: one document at a time, read page by page. */
export function createParseSession({ assetsBase, ocr }: ParseSetup): ParseApi {
  const recogniser = ocr ? new Recogniser(startTesseract(ocr)) : null;
  let current: OpenDocument | null = null;

  async function close(): Promise<void> {
    const closing = current;
    current = null;
    await closing?.close();
  }

  return {
    async open({ bytes: buffer, path, password }) {
      const bytes = new Uint8Array(buffer);
      await close();
      recogniser?.tryAgain();
      const format = recognise(bytes, path);
      current = await format.open({ bytes, path, password, assetsBase, recogniser });
      return {
        format: format.id,
        formatVersion: format.version,
        pageUnit: format.pageUnit,
        ...documentWithinBounds(current),
      };
    },
    async readPage({ number }, options) {
      if (!current) throw new PagehoundError("closed", "No document is open in this parser.");
      return packPage(pageWithinBounds(await current.readPage(number, options)));
    },
    close,
  };
}
