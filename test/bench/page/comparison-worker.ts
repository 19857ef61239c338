import { connect } from "../../../src/core/rpc/remote.js";
import { hostWorker } from "../../../src/core/rpc/worker-host.js";
import type { Pagehound } from "../../../src/index.js";
import type { ComparisonApi } from "./comparison-api.js";

export interface ComparisonWorker {
  readonly remote: ComparisonApi;
  end(): void;
}

/** Starts a worker for the other engines, because ours runs in a worker too. */
export function startComparison(): ComparisonWorker {
  const worker = new Worker(new URL("./comparison.worker.ts", import.meta.url), {
    type: "module",
  });
  const hosted = hostWorker(() => worker, "comparison", null);
  const { remote, close } = connect<ComparisonApi>(hosted.port);
  hosted.onFailure = close;
  return { remote, end: hosted.end };
}

/** Sends a collection's passages to the other engines, and returns how many there were. */
export async function sharePassages(
  collection: Pagehound,
  comparison: ComparisonApi,
  skip: ReadonlySet<string> = new Set(),
): Promise<number> {
  let count = 0;
  for (const { id, path } of await collection.documents()) {
    if (skip.has(path)) continue;
    const passages = await collection.passages(id);
    count += passages.length;
    await comparison.add({
      passages: passages.map(({ page, text }) => ({ document: path, page, text })),
    });
  }
  return count;
}
