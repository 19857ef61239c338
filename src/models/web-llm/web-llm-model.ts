import type { CallOptions } from "../../core/call-options.js";
import { type ErrorCode, PagehoundError } from "../../core/errors.js";
import {
  type ConnectedWorker,
  connectWorker,
  loadWorker,
  succeedsWithin,
} from "../../rpc/worker-host.js";
import type { LoadProgress } from "../download/load-progress.js";
import {
  type ChatReply,
  type ChatRequest,
  type LanguageModel,
  type ModelInfo,
  RequestQueue,
} from "../language-model.js";
import type { WebLlmEngineApi, WebLlmEngineModel } from "./engine-api.js";

/** After these the engine's state is not known, or the engine is gone. */
const fatal: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "device-lost",
  "not-enough-memory",
  "worker-failed",
  "model-failed",
  "internal",
]);

/** What a model is made of. */
export interface WebLlmModelParts {
  readonly info: ModelInfo;
  readonly model: WebLlmEngineModel;
  startWorker(): EngineWorker;
  /** Milliseconds that an engine has to come to rest after an abort. */
  readonly patience: number;
}

/** The page's side of a model that runs in web-llm. */
export class WebLlmLanguageModel implements LanguageModel {
  readonly #parts: WebLlmModelParts;
  readonly #queue = new RequestQueue();
  #info: ModelInfo;
  #worker: EngineWorker | null = null;

  constructor(parts: WebLlmModelParts) {
    this.#info = parts.info;
    this.#parts = parts;
  }

  /** Its control tokens are known once it is loaded. */
  get info(): ModelInfo {
    return this.#info;
  }

  /** Starts the worker and loads the model. Aborting ends the worker; complete files are kept. */
  load({ signal, onProgress }: CallOptions<LoadProgress> = {}): Promise<void> {
    return this.#queue.run(async (either) => {
      await this.#start(async (worker) => {
        const options = { signal: either, onProgress };
        const controlTokens = await worker.remote.load(this.#parts.model, options);
        this.#info = { ...this.#info, controlTokens };
      });
    }, signal);
  }

  async complete(
    request: ChatRequest,
    { signal, onProgress }: CallOptions<string> = {},
  ): Promise<ChatReply> {
    const asked = performance.now();
    checkRequest(request);
    return this.#queue.run(async (either) => {
      const worker = this.#worker ?? (await this.#restart(either));
      const waited = performance.now() - asked;
      try {
        const reply = await worker.remote.complete(request, { signal: either, onProgress });
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

  /** A new worker in the place of one that was ended. Nobody agreed to a download here. */
  #restart(signal: AbortSignal): Promise<EngineWorker> {
    return this.#start(async (worker) => {
      await worker.remote.reload(this.#parts.model, { signal });
    });
  }

  async #start(load: (worker: EngineWorker) => Promise<void>): Promise<EngineWorker> {
    const worker = this.#parts.startWorker();
    this.#worker = worker;
    try {
      await load(worker);
      return worker;
    } catch (error) {
      this.#end(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  /** An engine that still reads the prompt cannot be interrupted; its worker can be ended. */
  async #rest(worker: EngineWorker): Promise<void> {
    const isAtRest = await succeedsWithin(worker.remote.rest(null), this.#parts.patience);
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
 * Throws `invalid-argument` for what web-llm would refuse, before it is asked: from its own error
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

/** An engine in a worker of its own. */
export type EngineWorker = ConnectedWorker<WebLlmEngineApi>;

/** Starts the worker that runs web-llm. */
export function startEngineWorker(workerBase?: string | URL): EngineWorker {
  // Bundlers recognise a worker only by `new Worker(new URL("…", import.meta.url), …)` in one piece.
  const beside = () =>
    new Worker(new URL("../../../workers/web-llm.worker.ts", import.meta.url), { type: "module" });
  return connectWorker<WebLlmEngineApi>(() => loadWorker("web-llm", workerBase, beside), "web-llm");
}
