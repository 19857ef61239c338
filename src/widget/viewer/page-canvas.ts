import { element } from "./dom.js";

/** A canvas that shows a picture, which it takes for itself. */
export function pictureCanvas(image: ImageBitmap): HTMLCanvasElement {
  const canvas = element("canvas", { role: "presentation" });
  showPicture(canvas, image);
  return canvas;
}

/** Shows another picture of the same on a canvas, which takes it for itself. Nothing is copied. */
export function showPicture(canvas: HTMLCanvasElement, image: ImageBitmap): void {
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(image);
}

/** A canvas keeps its pixels until it is collected; a size of zero frees them at once. */
export function discardCanvas(canvas: HTMLCanvasElement | null): void {
  if (!canvas) return;
  canvas.remove();
  canvas.width = 0;
  canvas.height = 0;
}
