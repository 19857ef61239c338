import { connect } from "../../../src/core/rpc/remote.js";
import { hostWorker } from "../../../src/core/rpc/worker-host.js";
import type { BarePdfApi } from "./bare-pdf.worker.js";
import type { IngestTime } from "./ingest.js";

/**
 * Reads files with plain pdf.js workers, each of which takes the next file as soon as it is free.
 * Also returns the page count of each file, 0 for one that pdf.js cannot open.
 */
export async function bareIngest(request: {
  files: readonly number[];
  workers: number;
  countOnly?: boolean;
}): Promise<IngestTime & { counts: number[] }> {
  const files = globalThis.harness.files();
  const waiting = request.files.map((file, place) => ({ file: files[file], place }));
  const counts: number[] = request.files.map(() => 0);
  const started = performance.now();
  await Promise.all(
    Array.from({ length: request.workers }, async () => {
      const { read, end } = startBareWorker(request.countOnly ?? false);
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        if (next.file) counts[next.place] = await read(next.file).catch(() => 0);
      }
      end();
    }),
  );
  const pages = counts.reduce((sum, count) => sum + count, 0);
  return { pages, counts, milliseconds: performance.now() - started };
}

function startBareWorker(countOnly: boolean): {
  read(file: Blob): Promise<number>;
  end(): void;
} {
  const worker = new Worker(new URL("./bare-pdf.worker.ts", import.meta.url), { type: "module" });
  const assets = new URL("/dist/assets/", location.href).href;
  const hosted = hostWorker(() => worker, "bare pdf.js", { assets });
  const { remote, close } = connect<BarePdfApi>(hosted.port);
  hosted.onFailure = close;
  return {
    read: (file) => (countOnly ? remote.count({ file }) : remote.read({ file })),
    end: hosted.end,
  };
}
