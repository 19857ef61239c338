/** A canvas keeps its pixels until it is collected; a size of zero frees them at once. */
export function discardCanvas(canvas: HTMLCanvasElement | null): void {
  if (!canvas) return;
  canvas.remove();
  canvas.width = 0;
  canvas.height = 0;
}
