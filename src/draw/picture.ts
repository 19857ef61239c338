import type { CallOptions } from "../core/call-options.js";
import { slicer } from "../core/yield-to-messages.js";
import { transfer } from "../rpc/message.js";
import type { Picture, PictureRequest } from "./api.js";
import type { PDFPageProxy } from "./pdfjs.js";

/** Canvases above this many pixels fail in some browsers; such pages are drawn coarser. */
const mostPixels = 2 ** 24;
/** So do longer ones. */
const longestSide = 2 ** 14;
/** Milliseconds until the first picture of what is drawn so far; each later one waits twice as long. */
const firstGlimpse = 400;

type PageCanvas = Parameters<PDFPageProxy["render"]>[0]["canvas"];

/** Draws a page. Other calls are answered meanwhile. Rejects with the signal's reason when it aborts. */
export async function drawPicture(
  page: PDFPageProxy,
  { scale, patience }: Pick<PictureRequest, "scale" | "patience">,
  { signal = new AbortController().signal, onProgress }: CallOptions<Picture> = {},
): Promise<Picture> {
  const { width, height } = page.getViewport({ scale: 1 });
  const drawn = Math.min(
    scale,
    Math.sqrt(mostPixels / (width * height)),
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
