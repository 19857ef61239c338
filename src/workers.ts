import type { ParseSetup } from "./parse/api.js";
import { type HostedWorker, hostWorker } from "./rpc/worker-host.js";

// Bundlers recognise a worker only by `new Worker(new URL("…", import.meta.url), …)` in one piece.

/** Starts the worker that answers questions: the loop, its tools, and the checks of what a model says. */
export function startAgentWorker<Setup>(setup: Setup): HostedWorker {
  const worker = new Worker(new URL("../workers/agent.worker.ts", import.meta.url), {
    type: "module",
  });
  return hostWorker(worker, "agent", setup);
}

/** Starts the worker that holds the collection: the database, the index and the pipeline. */
export function startCollectionWorker<Setup>(setup: Setup): HostedWorker {
  const worker = new Worker(new URL("../workers/collection.worker.ts", import.meta.url), {
    type: "module",
  });
  return hostWorker(worker, "collection", setup);
}

/** Starts a worker that keeps text in memory and matches patterns against it. */
export function startGrepWorker<Setup>(setup: Setup): HostedWorker {
  const worker = new Worker(new URL("../workers/grep.worker.ts", import.meta.url), {
    type: "module",
  });
  return hostWorker(worker, "grep", setup);
}

/** Starts a worker that reads files. */
export function startParseWorker(setup: ParseSetup): HostedWorker {
  const worker = new Worker(new URL("../workers/parse.worker.ts", import.meta.url), {
    type: "module",
  });
  return hostWorker(worker, "parse", setup);
}
