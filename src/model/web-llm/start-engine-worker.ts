import { type ConnectedWorker, connectWorker } from "../../rpc/connect-worker.js";
import type { EngineApi } from "./engine-api.js";

/** An engine in a worker of its own. */
export type EngineWorker = ConnectedWorker<EngineApi>;

/** Starts the worker that runs web-llm. */
export function startEngineWorker(): EngineWorker {
  // Bundlers recognise a worker only by `new Worker(new URL("…", import.meta.url), …)` in one piece.
  const worker = new Worker(new URL("../../../workers/web-llm.worker.ts", import.meta.url), {
    type: "module",
  });
  return connectWorker<EngineApi>(worker, "web-llm");
}
