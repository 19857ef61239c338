import { loadWorker } from "../core/index.js";

// Bundlers recognise a worker only by `new Worker(new URL("…", import.meta.url), …)` as one expression.
const bundledReading = (): Worker =>
  new Worker(new URL("../../workers/viewer.worker.ts", import.meta.url), { type: "module" });
const bundledDrawing = (): Worker =>
  new Worker(new URL("../../workers/draw.worker.ts", import.meta.url), { type: "module" });

/** Starts the worker that reads PDFs to be drawn, from the folder `base` unless it is null. Throws `worker-failed`. */
export function startReadingWorker(base: string | null): Worker {
  return loadWorker("viewer", base, bundledReading);
}

/** Starts the worker that draws what the other worker reads, in the same way. */
export function startDrawingWorker(base: string | null): Worker {
  return loadWorker("draw", base, bundledDrawing);
}
