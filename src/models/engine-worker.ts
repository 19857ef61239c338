import {
  type CallOptions,
  type ConnectedWorker,
  type ErrorCode,
  PagehoundError,
  succeedsWithin,
} from "../core/index.js";
import type { LoadProgress } from "./download/load-progress.js";
import { RequestQueue } from "./language-model.js";

/** What every engine's worker offers. */
interface EngineApi {
  /** Resolves when the engine is idle; after an abort, once it has stopped. */
  rest(request: null, options?: CallOptions): Promise<void>;
}

/** Errors after which the engine's state is unknown, or the engine no longer exists. */
const fatal: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "device-lost",
  "not-enough-memory",
  "worker-failed",
  "model-failed",
  "internal",
]);

export interface EngineWorkerParts<Api> {
  startWorker(): ConnectedWorker<Api>;
  /**
   * Loads the model into a new worker.
   *
   * @param fetches false to use only stored files, because nobody has agreed to a download
   */
  load(remote: Api, fetches: boolean, options: CallOptions<LoadProgress>): Promise<void>;
  /** Minimum time, in milliseconds, for an engine to become idle after an abort. */
  readonly patience: number;
}

/** Maximum of `patience`, in milliseconds: the first load may have included a long download. */
const mostPatience = 60_000;

/**
 * The page's side of an engine in a worker. Runs one request at a time. Replaces the worker after
 * an error that the engine may not survive, and after an abort that it does not follow.
 */
export class EngineWorker<Api extends EngineApi> {
  readonly #parts: EngineWorkerParts<Api>;
  readonly #queue = new RequestQueue();
  #worker: ConnectedWorker<Api> | null = null;
  /** How many milliseconds the latest load took. */
  #loadTime = 0;

  constructor(parts: EngineWorkerParts<Api>) {
    this.#parts = parts;
  }

  /** Starts the worker and loads the model. Aborting ends the worker; complete files are kept. */
  async load({ signal, onProgress }: CallOptions<LoadProgress>): Promise<void> {
    try {
      await this.#queue.run((either) => this.#start(true, { signal: either, onProgress }), signal);
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /** Runs a request after all earlier ones, on a new worker if the last one was ended. */
  run<T>(work: (remote: Api, signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#queue.run(async (either) => {
      const worker = this.#worker ?? (await this.#start(false, { signal: either }));
      try {
        return await work(worker.remote, either);
      } catch (error) {
        if (either.aborted) await this.#rest(worker);
        else if (PagehoundError.isInstance(error) && fatal.has(error.code)) this.#drop(error);
        throw error;
      }
    }, signal);
  }

  /** Ends the worker for good; later requests reject with `closed`. */
  async end(): Promise<void> {
    const closed = this.#queue.close();
    this.#drop(new PagehoundError("closed", "The model was unloaded."));
    await closed;
  }

  async #start(
    fetches: boolean,
    options: CallOptions<LoadProgress>,
  ): Promise<ConnectedWorker<Api>> {
    const worker = this.#parts.startWorker();
    this.#worker = worker;
    const started = performance.now();
    try {
      await this.#parts.load(worker.remote, fetches, options);
      this.#loadTime = performance.now() - started;
      return worker;
    } catch (error) {
      this.#drop(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  /**
   * Ends an engine that does not become idle, because it hangs or cannot be interrupted. It has as
   * much time as a reload takes, so that the next request waits at most twice as long as necessary.
   */
  async #rest(worker: ConnectedWorker<Api>): Promise<void> {
    const patience = Math.max(this.#parts.patience, Math.min(this.#loadTime, mostPatience));
    const isAtRest = await succeedsWithin(worker.remote.rest(null), patience);
    if (!isAtRest) this.#drop(new PagehoundError("closed", "The engine was ended after an abort."));
  }

  #drop(error: Error): void {
    this.#worker?.end(error);
    this.#worker = null;
  }
}
