import { untilAborted } from "../../core/until-aborted.js";
import type { DrawApi } from "../../draw/api.js";
import { type ConnectedWorker, connectWorker } from "../../rpc/connect-worker.js";

/** A worker that draws PDFs. */
export type PdfThread = ConnectedWorker<DrawApi>;

/** Starts the worker that draws one PDF after the other. */
export function startPdfThread(): PdfThread {
  // Bundlers recognise a worker only by `new Worker(new URL("…", import.meta.url), …)` in one piece.
  const worker = new Worker(new URL("../../../workers/viewer.worker.ts", import.meta.url), {
    type: "module",
  });
  return connectWorker<DrawApi>(worker, "viewer");
}

/** What comes within so many milliseconds; null when nothing does. Rejects with the work, or when it is aborted. */
export async function within<Result extends object | boolean>(
  work: Promise<Result>,
  milliseconds: number,
  signal: AbortSignal,
): Promise<Result | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, milliseconds, null);
  });
  try {
    return await untilAborted(Promise.race([work, late]), signal);
  } finally {
    clearTimeout(timer);
  }
}
