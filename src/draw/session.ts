import { type CallOptions, slicer } from "../core/call-options.js";
import { paperScale } from "../core/page.js";
import { transfer } from "../rpc/message.js";
import type { DrawApi, Picture, PictureRequest, Sheet, SheetText, TextPiece } from "./api.js";
import {
  type OpenedPdf,
  openForDrawing,
  type PDFDocumentProxy,
  type PDFPageProxy,
  type PDFWorker,
  readingHalf,
  readOutline,
} from "./pdfjs.js";

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

/** A page's paper. One that is larger than there can be is shown as large as that. */
function sheetOf(page: PDFPageProxy): Sheet {
  const scale = paperScale(page.getViewport({ scale: 1 }));
  const { width, height, userUnit, rotation, rawDims, transform } = page.getViewport({ scale });
  return {
    width,
    height,
    userUnit: userUnit * scale,
    rotation,
    rawDims: rawDims as Sheet["rawDims"],
    transform,
  };
}

/** Canvases above this many pixels fail in some browsers; such pages are drawn coarser. */
const maxPixels = 2 ** 24;
/** So do longer ones. */
const longestSide = 2 ** 14;
/** Milliseconds until the first picture of what is drawn so far; each later one waits twice as long. */
const firstGlimpse = 400;

type PageCanvas = Parameters<PDFPageProxy["render"]>[0]["canvas"];

/** Draws a page. Other calls are answered meanwhile. Rejects with the signal's reason when it aborts. */
async function drawPicture(
  page: PDFPageProxy,
  { scale, patience }: Pick<PictureRequest, "scale" | "patience">,
  { signal = new AbortController().signal, onProgress }: CallOptions<Picture> = {},
): Promise<Picture> {
  const { width, height } = page.getViewport({ scale: 1 });
  const drawn = Math.min(
    scale,
    Math.sqrt(maxPixels / (width * height)),
    longestSide / Math.max(width, height),
  );
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.floor(width * drawn)),
    Math.max(1, Math.floor(height * drawn)),
  );
  const task = page.render({
    // pdf.js draws on either kind of canvas, and its types know of one.
    canvas: canvas as unknown as PageCanvas,
    viewport: page.getViewport({ scale: drawn }),
  });
  const begun = performance.now();
  let glimpse = firstGlimpse;
  const pause = slicer(signal);
  let late = false;
  const goOn = async (next: () => void): Promise<void> => {
    await pause();
    const taken = performance.now() - begun;
    late = taken > patience;
    if (late) return task.cancel();
    if (onProgress && taken > glimpse) {
      const image = await createImageBitmap(canvas);
      onProgress(transfer({ image, whole: false }, [image]));
      glimpse = (performance.now() - begun) * 2;
    }
    next();
  };
  // pdf.js stops after each 15 ms and goes on when it is told to.
  task.onContinue = (next: () => void) => void goOn(next).catch(() => task.cancel());
  try {
    await task.promise;
  } catch (error) {
    signal.throwIfAborted();
    if (!late) throw error;
  }
  const image = canvas.transferToImageBitmap();
  return transfer({ image, whole: !late }, [image]);
}

/** Pieces of text that are put over a page; a page set in the smallest type has some thousands. */
const maxPieces = 15_000;
/** Characters of them; a page set in the smallest type has some ten thousand. */
const maxCharacters = 100_000;

/**
 * The text of a page, in the pieces that it was stored in: with the default options, as when it was
 * read. Of a page with more than anybody reads it is the first part.
 */
async function sheetText(page: PDFPageProxy): Promise<SheetText> {
  const items: TextPiece[] = [];
  const styles: Record<string, SheetText["styles"][string]> = {};
  let lang: string | null = null;
  let characters = 0;
  const reader = (page.streamTextContent() as ReadableStream<SheetText>).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    lang ??= next.value.lang;
    Object.assign(styles, next.value.styles);
    for (const item of next.value.items) {
      if (!("str" in item)) continue;
      characters += item.str.length;
      if (items.length >= maxPieces || characters > maxCharacters) {
        // Not waited for: pdf.js never answers when all of the text was on its way already.
        reader.cancel(new Error("there is more text than is shown")).catch(() => {});
        return { items, styles, lang, whole: false };
      }
      items.push(item);
    }
  }
  return { items, styles, lang, whole: true };
}
