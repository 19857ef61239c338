import type { DrawApi } from "./api.js";
import { type OpenedPdf, openPdf } from "./open-pdf.js";
import { readOutline } from "./outline.js";
import type { PDFDocumentProxy, PDFPageProxy } from "./pdfjs.js";
import { drawPicture } from "./picture.js";
import { sheetOf } from "./sheet.js";
import { sheetText } from "./sheet-text.js";

/** What is served to the viewer: one PDF at a time, its paper, text and pictures. */
export function createDrawSession(): DrawApi {
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
    open: async (request) => {
      await close();
      const opening = await openPdf(request);
      opened = opening;
      return opening.outcome;
    },
    sheet: async (number) => sheetOf(await page(number)),
    text: async (number) => sheetText(await page(number)),
    picture: async ({ page: number, ...how }, options) =>
      drawPicture(await page(number), how, options),
    outline: () => readOutline(document()),
    release: async (number) => {
      (await page(number)).cleanup();
    },
    close,
  };
}
