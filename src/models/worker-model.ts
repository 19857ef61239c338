import {
  type CallOptions,
  type ConnectedWorker,
  type ErrorCode,
  PagehoundError,
  succeedsWithin,
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

/** What the worker of an engine offers besides loading. Ending the worker frees its memory and stops everything at once. */
export interface WorkerModelApi {
  /**
   * One at a time; reports how far the prompt is read, then the pieces of the reply. Aborting it
   * interrupts the engine at its next step.
   */
  complete(
    request: ChatRequest,
    options?: CallOptions<string | ReadingProgress>,
  ): Promise<ChatReply>;
  /** Resolves when the engine does nothing: after an abort, when it has come to rest. */
  rest(request: null, options?: CallOptions): Promise<void>;
}

/** After these the engine's state is not known, or the engine is gone. */
const fatal: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "device-lost",
  "not-enough-memory",
  "worker-failed",
  "model-failed",
  "internal",
]);

/** What a model is made of. */
export interface WorkerModelParts<Api extends WorkerModelApi> {
  readonly info: ModelInfo;
  startWorker(): ConnectedWorker<Api>;
  /** Loads the model into a new worker; resolves with what is known of it only then. */
  load(remote: Api, options: CallOptions<LoadProgress>): Promise<Partial<ModelInfo>>;
  /** As `load`, but only from what is stored: nobody agreed to a download here. */
  reload(remote: Api, options: { readonly signal: AbortSignal }): Promise<unknown>;
  /** Milliseconds that an engine has to come to rest after an abort, at least. */
  readonly patience: number;
}

/** Milliseconds that an engine has to come to rest at most; the first load may be a long download. */
const mostPatience = 60_000;

/** The page's side of a model that runs in a worker. */
export class WorkerModel<Api extends WorkerModelApi> implements LanguageModel {
  readonly #parts: WorkerModelParts<Api>;
  readonly #queue = new RequestQueue();
  #info: ModelInfo;
  #worker: ConnectedWorker<Api> | null = null;
  /** Milliseconds that the latest load took. */
  #loadTime = 0;

  constructor(parts: WorkerModelParts<Api>) {
    this.#info = parts.info;
    this.#parts = parts;
  }

  /** Some of it is known only once it is loaded. */
  get info(): ModelInfo {
    return this.#info;
  }

  /** Starts the worker and loads the model. Aborting ends the worker; complete files are kept. */
  load({ signal, onProgress }: CallOptions<LoadProgress> = {}): Promise<void> {
    return this.#queue.run(async (either) => {
      await this.#start(async (worker) => {
        const options = { signal: either, onProgress };
        this.#info = { ...this.#info, ...(await this.#parts.load(worker.remote, options)) };
      });
    }, signal);
  }

  async complete(
    request: ChatRequest,
    { signal, onProgress, onReading }: CompleteOptions = {},
  ): Promise<ChatReply> {
    const asked = performance.now();
    checkRequest(request);
    return this.#queue.run(async (either) => {
      const worker = this.#worker ?? (await this.#restart(either));
      const waited = performance.now() - asked;
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

  /** A new worker in the place of one that was ended. */
  #restart(signal: AbortSignal): Promise<ConnectedWorker<Api>> {
    return this.#start(async (worker) => {
      await this.#parts.reload(worker.remote, { signal });
    });
  }

  async #start(
    load: (worker: ConnectedWorker<Api>) => Promise<void>,
  ): Promise<ConnectedWorker<Api>> {
    const worker = this.#parts.startWorker();
    this.#worker = worker;
    const started = performance.now();
    try {
      await load(worker);
      this.#loadTime = performance.now() - started;
      return worker;
    } catch (error) {
      this.#end(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  /**
   * An engine that does not come to rest, since it hangs or reads in one go, is ended with its worker:
   * after as long as it takes to load the model again, so that the next request waits at most twice as
   * long as it has to.
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

/** The caller's time, which began when it asked. */
function withWait(reply: ChatReply, waited: number): ChatReply {
  const { firstToken, total } = reply.timing;
  const timing = {
    firstToken: firstToken === null ? null : firstToken + waited,
    total: total + waited,
  };
  return { ...reply, timing };
}

/**
 * Throws `invalid-argument` for what an engine would refuse, before it is asked: from its own error
 * nobody could tell whether it can still be used.
 */
function checkRequest({ messages, maxTokens, temperature, seed }: ChatRequest): void {
  if (maxTokens !== undefined && !(Number.isInteger(maxTokens) && maxTokens > 0)) {
    throw refused(`maxTokens is a whole number of tokens, at least 1, not ${maxTokens}.`);
  }
  if (temperature !== undefined && !(Number.isFinite(temperature) && temperature >= 0)) {
    throw refused(`temperature is a number from 0, not ${temperature}.`);
  }
  if (seed !== undefined && !Number.isInteger(seed)) {
    throw refused(`seed is a whole number, not ${seed}.`);
  }
  const isOrdered = messages.every(({ role }, index) => role !== "system" || index === 0);
  if (!isOrdered || messages.at(-1)?.role !== "user") {
    throw refused(
      "The messages of a request begin with the system's, if any, and end with the user's.",
    );
  }
}

function refused(message: string): PagehoundError {
  return new PagehoundError("invalid-argument", message);
}
