import type { DrawApi } from "./api.js";
import {
  type OpenedPdf,
  openForDrawing,
  type PDFDocumentProxy,
  type PDFPageProxy,
  type PDFWorker,
  readingHalf,
  readOutline,
} from "./pdfjs.js";

import { drawPicture, sheetOf, sheetText } from "./sheet.js";

/** What is served to the viewer: one PDF at a time, its paper, text and pictures. */
export function createDrawSession(): DrawApi {
  let reader: PDFWorker | null = null;
  let opened: OpenedPdf | null = null;
  const close = async (): Promise<void> => {
    const closing = opened;
    opened = null;
    await closing?.close();
  };
  const document = (): PDFDocumentProxy => {
    if (!opened?.document) throw new Error("No document is open.");
    return opened.document;
  };
  const page = (number: number): Promise<PDFPageProxy> => document().getPage(number);
  return {
    join: async ({ port }) => {
      reader = readingHalf(port);
    },
    open: async (request) => {
      await close();
      if (!reader) throw new Error("There is nothing to read the file with.");
      const opening = await openForDrawing(request, reader);
      opened = opening;
      return opening.outcome;
    },
    sheet: async (number) => sheetOf(await page(number)),
    text: async (number) => sheetText(await page(number)),
    picture: async ({ page: number, ...how }, options) =>
      drawPicture(await page(number), how, options),
    answer: async () => {
      // Asks the other half as well.
      await document().getPermissions();
    },
    outline: () => readOutline(document()),
    release: async (number) => {
      (await page(number)).cleanup();
    },
    close,
  };
}
