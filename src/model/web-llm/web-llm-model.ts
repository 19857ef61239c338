import type { CallOptions } from "../../core/call-options.js";
import { type ErrorCode, PagehoundError } from "../../core/errors.js";
import { succeedsWithin } from "../../rpc/succeeds-within.js";
import type { ChatReply, ChatRequest, LanguageModel, ModelInfo } from "../language-model.js";
import type { LoadProgress } from "../load-progress.js";
import { RequestQueue } from "../request-queue.js";
import { checkRequest } from "./check-request.js";
import type { EngineModel } from "./engine-api.js";
import type { EngineWorker } from "./start-engine-worker.js";

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
  readonly model: EngineModel;
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
