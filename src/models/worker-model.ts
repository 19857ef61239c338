import { type CallOptions, invalidArgument, not, wholeNumber } from "../core/index.js";
import type { LoadProgress } from "./download/load-progress.js";
import { EngineWorker, type EngineWorkerParts } from "./engine-worker.js";
import type {
  ChatReply,
  ChatRequest,
  CompleteOptions,
  LanguageModel,
  ModelInfo,
  ReadingProgress,
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

export interface WorkerModelParts<Api extends WorkerModelApi>
  extends Omit<EngineWorkerParts<Api>, "load"> {
  readonly info: ModelInfo;
  /** As in `EngineWorkerParts`; resolves to details of the model that are unknown before. */
  load(...args: Parameters<EngineWorkerParts<Api>["load"]>): Promise<Partial<ModelInfo>>;
}

/** The page's side of a model that runs in a worker. */
export class WorkerModel<Api extends WorkerModelApi> implements LanguageModel {
  readonly #engine: EngineWorker<Api>;
  #info: ModelInfo;

  private constructor(parts: WorkerModelParts<Api>) {
    this.#info = parts.info;
    this.#engine = new EngineWorker<Api>({
      ...parts,
      load: async (...args) => {
        this.#info = { ...this.#info, ...(await parts.load(...args)) };
      },
    });
  }

  /** Starts the worker and loads the model. Aborting ends the worker; complete files are kept. */
  static async load<Api extends WorkerModelApi>(
    parts: WorkerModelParts<Api>,
    options: CallOptions<LoadProgress> = {},
  ): Promise<LanguageModel> {
    const model = new WorkerModel(parts);
    await model.#engine.load(options);
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
    return this.#engine.run(async (remote, either) => {
      const waited = performance.now() - begun;
      const reply = await remote.complete(request, {
        signal: either,
        onProgress: (progress) => {
          if (typeof progress === "string") onProgress?.(progress);
          else onReading?.(progress);
        },
      });
      return withWait(reply, waited);
    }, signal);
  }

  unload(): Promise<void> {
    return this.#engine.end();
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
