import { connect } from "../../rpc/connect.js";
import { hostWorker } from "../../rpc/worker-host.js";
import type { EngineApi } from "./engine-api.js";

/** An engine in a worker of its own. */
export interface EmbedWorker {
  readonly remote: EngineApi;
  /** Ends the worker at once; calls that wait, and later ones, reject with `error`. */
  end(error: Error): void;
}

/** Starts the worker that runs transformers.js. */
export function startEmbedWorker(): EmbedWorker {
  // Bundlers recognise a worker only by `new Worker(new URL("…", import.meta.url), …)` in one piece.
  const worker = new Worker(new URL("../../../workers/embed.worker.ts", import.meta.url), {
    type: "module",
  });
  const hosted = hostWorker(worker, "embed", null);
  const { remote, close } = connect<EngineApi>(hosted.port);
  hosted.onFailure = close;
  return {
    remote,
    end(error) {
      close(error);
      hosted.end();
    },
  };
}
