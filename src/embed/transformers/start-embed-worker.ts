import { type ConnectedWorker, connectWorker } from "../../rpc/connect-worker.js";
import type { EngineApi } from "./engine-api.js";

/** An engine in a worker of its own. */
export type EmbedWorker = ConnectedWorker<EngineApi>;

/** Starts the worker that runs transformers.js. */
export function startEmbedWorker(): EmbedWorker {
  // Bundlers recognise a worker only by `new Worker(new URL("…", import.meta.url), …)` in one piece.
  const worker = new Worker(new URL("../../../workers/embed.worker.ts", import.meta.url), {
    type: "module",
  });
  return connectWorker<EngineApi>(worker, "embed");
}
