import type { HostApi, WorkerKind } from "../collection/api.js";
import { PagehoundError } from "../core/errors.js";
import type { ParseSetup } from "../parse/format.js";
import { transfer } from "../rpc/remote.js";
import { type HostedWorker, hostWorker, loadWorker } from "../rpc/worker-host.js";

/** The folder that workers are loaded from; null for beside the library. */
type WorkerBase = string | null;

// Bundlers recognise a worker only by `new Worker(new URL("…", import.meta.url), …)` in one piece.

/** Starts the worker that answers questions: the loop, its tools, and the checks of what a model says. */
export function startAgentWorker(base: WorkerBase): HostedWorker {
  const beside = () =>
    new Worker(new URL("../../workers/agent.worker.ts", import.meta.url), { type: "module" });
  return hostWorker(() => loadWorker("agent", base, beside), "agent", null);
}

/** Starts the worker that holds the collection: the database, the index and the pipeline. */
export function startCollectionWorker(base: WorkerBase): HostedWorker {
  const beside = () =>
    new Worker(new URL("../../workers/collection.worker.ts", import.meta.url), { type: "module" });
  return hostWorker(() => loadWorker("collection", base, beside), "collection", null);
}

/** Starts a worker that keeps text in memory and matches patterns against it. */
function startGrepWorker(base: WorkerBase): HostedWorker {
  const beside = () =>
    new Worker(new URL("../../workers/grep.worker.ts", import.meta.url), { type: "module" });
  return hostWorker(() => loadWorker("grep", base, beside), "grep", null);
}

/** Starts a worker that reads files. */
export function startParseWorker(setup: ParseSetup, base: WorkerBase = null): HostedWorker {
  const beside = () =>
    new Worker(new URL("../../workers/parse.worker.ts", import.meta.url), { type: "module" });
  return hostWorker(() => loadWorker("parse", base, beside), "parse", setup);
}

/** Starts and ends workers for the collection worker, and tells it of those that die. */
export class WorkerStarter {
  readonly #workers = new Map<number, HostedWorker>();
  #started = 0;

  /** What is served to the collection worker. */
  readonly api: HostApi;

  constructor(
    setup: ParseSetup,
    base: WorkerBase,
    onFailure: (worker: number, message: string) => void,
  ) {
    const start: Readonly<Record<WorkerKind, () => HostedWorker>> = {
      parse: () => startParseWorker(setup, base),
      grep: () => startGrepWorker(base),
    };
    this.api = {
      startWorker: async ({ kind }) => {
        const id = ++this.#started;
        const worker = start[kind]();
        worker.onFailure = ({ message }) => onFailure(id, message);
        this.#workers.set(id, worker);
        return transfer({ worker: id, port: worker.port }, [worker.port]);
      },
      endWorker: async ({ worker: id }) => {
        const worker = this.#workers.get(id);
        if (!worker) throw new PagehoundError("not-found", `There is no worker ${id}.`);
        worker.end();
        this.#workers.delete(id);
      },
      wasLeft: async ({ session }) => wasLeft(session),
    };
  }

  /** Ends all of them. */
  end(): void {
    for (const worker of this.#workers.values()) worker.end();
    this.#workers.clear();
  }
}

/** Where the browser keeps which sessions were left in order. */
const key = "pagehound:left";
/** More are not asked for: only the last session that read is. */
const maxKept = 50;

/** Tells a page that was left from one that was ended, by its own work or from outside. */
export interface SessionMark {
  /** Names this session, and no other. */
  readonly id: string;
  /** It is ended in order, or by leaving the page. */
  leave(): void;
  /** It ended by a fault: leaving the page does not count any more. */
  fail(): void;
}

/**
 * Marks a session, until it is left. When a page is closed, or another one is opened in its place,
 * nothing but a synchronous store is sure to be written in time, and `localStorage` is the only one.
 */
export function markSession(): SessionMark {
  const id = crypto.randomUUID();
  const listening = new AbortController();
  const { signal } = listening;
  const left = (): void => write([id, ...read()].slice(0, maxKept));
  addEventListener("pagehide", left, { signal });
  // It was kept asleep, and goes on.
  const back = (): void => write(read().filter((other) => other !== id));
  addEventListener("pageshow", ({ persisted }) => persisted && back(), { signal });
  return {
    id,
    leave: () => {
      if (signal.aborted) return;
      listening.abort();
      left();
    },
    fail: () => listening.abort(),
  };
}

/** Whether a session was left in order, as far as can be told. */
function wasLeft(session: string): boolean {
  return read().includes(session);
}

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

function write(sessions: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(sessions));
  } catch {
    // Without it a page that was closed in the middle of a file looks like one that was stopped by it.
  }
}
