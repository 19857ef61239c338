import type { CallOptions } from "../../core/call-options.js";
import type { LoadProgress } from "../download/load-progress.js";
import type { ChatMessage, ChatReply, ChatRequest } from "../language-model.js";

/** A model as the engine's worker is told of it. */
export interface WebLlmEngineModel {
  readonly id: string;
  /** URL of the folder with the weights, ending with `/`. */
  readonly folder: string;
  /** URL of the model library. */
  readonly library: string;
  /** See `WebLlmVariant.manifest`. */
  readonly manifest?: string | undefined;
  readonly contextLength: number;
  /** See `WebLlmModel.thinks`. */
  readonly thinks: boolean;
  /** WebGPU features it cannot do without. */
  readonly features: readonly string[];
  readonly cacheBackend: CacheBackend;
}

/** What the engine's worker offers. Ending the worker frees its memory and stops everything at once. */
export interface WebLlmEngineApi {
  /**
   * Must be called first, once. Resolves when the model has given a first token, with its
   * tokenizer's own control tokens (`ModelInfo.controlTokens`).
   */
  load(model: WebLlmEngineModel, options?: CallOptions<LoadProgress>): Promise<readonly string[]>;
  /** As `load`, and once in its place, but only from what is stored: `model-failed` where that is not all. */
  reload(model: WebLlmEngineModel, options?: CallOptions<LoadProgress>): Promise<readonly string[]>;
  /** One at a time. Aborting it interrupts the engine at its next step. */
  complete(request: ChatRequest, options?: CallOptions<string>): Promise<ChatReply>;
  /** Resolves when the engine does nothing: after an abort, when it has come to rest. */
  rest(request: null, options?: CallOptions): Promise<void>;
}

/** A request in web-llm's own words. */
export interface GenerateRequest {
  readonly messages: readonly ChatMessage[];
  readonly temperature: number;
  readonly seed: number | undefined;
  readonly maxTokens: number | undefined;
  /** EBNF that the reply must match; anything when undefined. */
  readonly grammar: string | undefined;
  /** False to have it not think aloud; undefined for models that never do. */
  readonly thinking: false | undefined;
}

/** What comes out of the engine: pieces of text, then why it ended, then what it cost. */
export type EngineOutput =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "end"; readonly reason: string }
  /** `promptTokens` are those that were read, without those it still had. */
  | { readonly type: "usage"; readonly promptTokens: number; readonly completionTokens: number };

/** What is used of web-llm, so that tests can do without a graphics adapter. May throw anything. */
export interface WebLlmEngine {
  /** `onLoad` gets the share of the weights that is in memory, from 0 to 1. */
  load(onLoad: (share: number) => void): Promise<void>;
  generate(request: GenerateRequest): AsyncIterable<EngineOutput>;
  /** Stops a generation at its next step. */
  interrupt(): void;
}

/** Where web-llm looks for the files of models, by its own names. */
export type CacheBackend = "cache" | "indexeddb" | "opfs";

/** The three places that web-llm keeps files in. */
export const storeScopes = ["webllm/model", "webllm/config", "webllm/wasm"] as const;
export type StoreScope = (typeof storeScopes)[number];

/** How web-llm reads a file; only IndexedDB keeps the two apart. */
export type StoredForm = "arraybuffer" | "json";

/** A file that is stored. */
export interface WebLlmStoredFile {
  readonly url: string;
  readonly bytes: number;
}

/**
 * Files of models on this device, by URL, kept as web-llm 0.2.86 keeps them, so that it finds what is
 * written here. A file is there whole or not at all.
 */
export interface WebLlmFileStore {
  /** Bytes of a file; null when it is not there. */
  size(scope: StoreScope, url: string): Promise<number | null>;
  read(scope: StoreScope, url: string): Promise<Uint8Array<ArrayBuffer> | null>;
  write(
    scope: StoreScope,
    url: string,
    content: Uint8Array<ArrayBuffer>,
    form: StoredForm,
  ): Promise<void>;
  remove(scope: StoreScope, url: string): Promise<void>;
  list(scope: StoreScope): Promise<readonly WebLlmStoredFile[]>;
}
