import type { CallOptions } from "../../core/call-options.js";
import type { ChatReply, ChatRequest } from "../language-model.js";
import type { LoadProgress } from "../load-progress.js";
import type { CacheBackend } from "./file-store.js";

/** A model as the engine's worker is told of it. */
export interface EngineModel {
  readonly id: string;
  /** URL of the folder with the weights, ending with `/`. */
  readonly folder: string;
  /** URL of the model library. */
  readonly library: string;
  readonly contextLength: number;
  /** See `WebLlmModel.thinks`. */
  readonly thinks: boolean;
  /** WebGPU features it cannot do without. */
  readonly features: readonly string[];
  readonly cacheBackend: CacheBackend;
}

/** What the engine's worker offers. Ending the worker frees its memory and stops everything at once. */
export interface EngineApi {
  /**
   * Must be called first, once. Resolves when the model has given a first token, with its
   * tokenizer's own control tokens (`ModelInfo.controlTokens`).
   */
  load(model: EngineModel, options?: CallOptions<LoadProgress>): Promise<readonly string[]>;
  /** As `load`, and once in its place, but only from what is stored: `model-failed` where that is not all. */
  reload(model: EngineModel, options?: CallOptions<LoadProgress>): Promise<readonly string[]>;
  /** One at a time. Aborting it interrupts the engine at its next step. */
  complete(request: ChatRequest, options?: CallOptions<string>): Promise<ChatReply>;
  /** Resolves when the engine does nothing: after an abort, when it has come to rest. */
  rest(request: null, options?: CallOptions): Promise<void>;
}
