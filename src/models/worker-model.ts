import {
  type CallOptions,
  type ConnectedWorker,
  type ErrorCode,
  invalidArgument,
  not,
  PagehoundError,
  succeedsWithin,
  wholeNumber,
} from "../core/index.js";
import type { LoadProgress } from "./download/load-progress.js";
import {
  type ChatReply,
  type ChatRequest,
  type CompleteOptions,
  type LanguageModel,
  type ModelInfo,
  type ReadingProgress,
  RequestQueue,
} from "./language-model.js";

/**
 * The interface of an engine's worker, apart from loading. Ending the worker frees its memory and
 * stops everything at once.
 */
export interface WorkerModelApi {
  /**
   * Writes a reply, one at a time. Reports how much of the prompt has been read, then the pieces of
   * the reply. Aborting it interrupts the engine at its next step.
   */
  complete(
    request: ChatRequest,
    options?: CallOptions<string | ReadingProgress>,
  ): Promise<ChatReply>;
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

export interface WorkerModelParts<Api extends WorkerModelApi> {
  readonly info: ModelInfo;
  startWorker(): ConnectedWorker<Api>;
  /**
   * Loads the model into a new worker. Resolves to details that are unknown before that.
   *
   * @param fetches false to use only stored files
   */
  load(
    remote: Api,
    fetches: boolean,
    options: CallOptions<LoadProgress>,
  ): Promise<Partial<ModelInfo>>;
  /** Minimum time, in milliseconds, for an engine to become idle after an abort. */
  readonly patience: number;
}

/** Maximum of `patience`, in milliseconds: the first load may have included a long download. */
const mostPatience = 60_000;

/** The page's side of a model that runs in a worker. */
export class WorkerModel<Api extends WorkerModelApi> implements LanguageModel {
  readonly #parts: WorkerModelParts<Api>;
  readonly #queue = new RequestQueue();
  #info: ModelInfo;
  #worker: ConnectedWorker<Api> | null = null;
  /** How many milliseconds the latest load took. */
  #loadTime = 0;

  private constructor(parts: WorkerModelParts<Api>) {
    this.#info = parts.info;
    this.#parts = parts;
  }

  /** Starts the worker and loads the model. Aborting ends the worker; complete files are kept. */
  static async load<Api extends WorkerModelApi>(
    parts: WorkerModelParts<Api>,
    { signal, onProgress }: CallOptions<LoadProgress> = {},
  ): Promise<LanguageModel> {
    const model = new WorkerModel(parts);
    try {
      await model.#queue.run(
        (either) => model.#start(true, { signal: either, onProgress }),
        signal,
      );
    } catch (error) {
      await model.unload();
      throw error;
    }
    return model;
  }

  /** Some details are known only once the model is loaded. */
  get info(): ModelInfo {
    return this.#info;
  }

  async complete(
    request: ChatRequest,
    { signal, onProgress, onReading }: CompleteOptions = {},
  ): Promise<ChatReply> {
    const begun = performance.now();
    checkRequest(request);
    return this.#queue.run(async (either) => {
      // Nobody has agreed to a download here.
      const worker = this.#worker ?? (await this.#start(false, { signal: either }));
      const waited = performance.now() - begun;
      try {
        const reply = await worker.remote.complete(request, {
          signal: either,
          onProgress: (progress) => {
            if (typeof progress === "string") onProgress?.(progress);
            else onReading?.(progress);
          },
        });
        return withWait(reply, waited);
      } catch (error) {
        if (either.aborted) await this.#rest(worker);
        else if (PagehoundError.isInstance(error) && fatal.has(error.code)) this.#end(error);
        throw error;
      }
    }, signal);
  }

  async unload(): Promise<void> {
    const closed = this.#queue.close();
    this.#end(new PagehoundError("closed", "The model was unloaded."));
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
      const details = await this.#parts.load(worker.remote, fetches, options);
      this.#info = { ...this.#info, ...details };
      this.#loadTime = performance.now() - started;
      return worker;
    } catch (error) {
      this.#end(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  /**
   * Ends an engine and its worker if the engine does not become idle, because it hangs or cannot be
   * interrupted. The engine has as much time as a reload takes, so that the next request waits at
   * most twice as long as necessary.
   */
  async #rest(worker: ConnectedWorker<Api>): Promise<void> {
    const patience = Math.max(this.#parts.patience, Math.min(this.#loadTime, mostPatience));
    const isAtRest = await succeedsWithin(worker.remote.rest(null), patience);
    if (!isAtRest) this.#end(new PagehoundError("closed", "The engine was ended after an abort."));
  }

  #end(error: Error): void {
    this.#worker?.end(error);
    this.#worker = null;
  }
}

/** Adds the time that the request waited before it started. */
function withWait(reply: ChatReply, waited: number): ChatReply {
  const { firstToken, total } = reply.timing;
  const timing = {
    firstToken: firstToken === null ? null : firstToken + waited,
    total: total + waited,
  };
  return { ...reply, timing };
}

/**
 * Throws `invalid-argument` for values that an engine would reject, without calling it: the
 * engine's own error would not show whether it is still usable.
 */
function checkRequest({ messages, maxTokens, temperature, seed }: ChatRequest): void {
  if (maxTokens !== undefined) wholeNumber("maxTokens", maxTokens, 1);
  if (temperature !== undefined && !(Number.isFinite(temperature) && temperature >= 0)) {
    throw not("temperature", "a number of at least 0", temperature);
  }
  if (seed !== undefined && !Number.isInteger(seed)) throw not("seed", "a whole number", seed);
  const isOrdered = messages.every(({ role }, index) => role !== "system" || index === 0);
  if (!isOrdered || messages.at(-1)?.role !== "user") {
    throw invalidArgument(
      "The messages of a request must begin with the system message, if any, and end with a user message.",
    );
  }
}
