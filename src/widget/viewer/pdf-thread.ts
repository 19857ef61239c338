import type { AssetReport } from "../../core/fetch-asset.js";
import { untilAborted } from "../../core/until-aborted.js";
import type { DrawApi } from "../../draw/api.js";
import { type ConnectedWorker, connectWorker } from "../../rpc/connect-worker.js";
import { transfer } from "../../rpc/message.js";
import { hostWorker } from "../../rpc/worker-host.js";

/** Two workers that draw PDFs: one reads the file, the other draws what it reads. */
export interface PdfThread extends ConnectedWorker<DrawApi> {
  /** Whether it has done without a file, which it then does for good. */
  readonly lacking: boolean;
}

/**
 * Starts what draws one PDF after the other. Nothing that is large by the file's doing comes to the page.
 *
 * @param assetMissing called when a file of `assetsBase` that a document needs is not there
 */
export function startPdfThread(assetMissing: (url: string) => void): PdfThread {
  // Bundlers recognise a worker only by `new Worker(new URL("…", import.meta.url), …)` in one piece.
  const reading = new Worker(new URL("../../../workers/viewer.worker.ts", import.meta.url), {
    type: "module",
  });
  const drawing = new Worker(new URL("../../../workers/draw.worker.ts", import.meta.url), {
    type: "module",
  });
  let lacking = false;
  reading.addEventListener("message", ({ data }: MessageEvent<AssetReport>) => {
    if (data?.pagehound !== "asset-missing") return;
    lacking = true;
    assetMissing(data.url);
  });
  const reader = hostWorker(reading, "viewer", null);
  const { remote, end } = connectWorker<DrawApi>(drawing, "viewer");
  const endBoth = (error: Error): void => {
    end(error);
    reader.end();
  };
  reader.onFailure = endBoth;
  const { port } = reader;
  remote.join(transfer({ port }, [port])).catch(() => undefined);
  return {
    remote,
    end: endBoth,
    get lacking() {
      return lacking;
    },
  };
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
