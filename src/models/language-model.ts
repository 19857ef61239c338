import {
  type CallOptions,
  checkShape,
  checkText,
  eitherSignal,
  invalidArgument,
  isWebAddress,
  type JsonSchema,
  messageOf,
  not,
  PagehoundError,
  untilAborted,
} from "../core/index.js";

/** A message of a conversation. The system message comes first, if any; the last one is the user's. */
export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** The required format of a reply: JSON without insignificant white space that fits `schema`. */
export interface JsonSchemaFormat {
  /** Names the schema: one name always has the same schema, so that it is compiled once. */
  readonly name: string;
  readonly schema: JsonSchema;
}

/** A request for one reply, in the shape of OpenAI's chat completions. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  /** Free text by default. A model that cannot be constrained may answer in another format. */
  readonly responseFormat?: JsonSchemaFormat | undefined;
  /**
   * Maximum number of tokens of the reply.
   *
   * @defaultValue what the context leaves
   */
  readonly maxTokens?: number | undefined;
  /** @defaultValue `0` */
  readonly temperature?: number | undefined;
  readonly seed?: number | undefined;
}

/** The cost of a reply, in the model's own tokens. */
export interface ChatUsage {
  /** 0 if they were not counted. */
  readonly promptTokens: number;
  /** Tokens of the prompt that were cached from the previous request; null if unknown. */
  readonly reusedTokens: number | null;
  readonly completionTokens: number;
}

/** A reply. */
export interface ChatReply {
  readonly content: string;
  /** `length`: it was cut off at `maxTokens` or at the end of the context. */
  readonly finishReason: "stop" | "length";
  readonly usage: ChatUsage;
  /** Milliseconds from the request to the first piece of the reply, and to its end. */
  readonly timing: { readonly firstToken: number | null; readonly total: number };
}

/** How much of a prompt a model has read, which may take minutes before a reply begins. */
export interface ReadingProgress {
  /** Tokens of the prompt that are read, including cached ones. */
  readonly read: number;
  readonly total: number;
  /** Milliseconds until the whole prompt is read, at the speed so far; null while unknown. */
  readonly millisecondsLeft: number | null;
}

/** How to follow and stop a reply. */
export interface CompleteOptions extends CallOptions<string> {
  /** Called while the prompt is read, by engines that know their progress. */
  readonly onReading?: ((progress: ReadingProgress) => void) | undefined;
}

/** Where a model runs. */
export type ModelProvider =
  | "web-llm"
  | "transformers"
  | "wllama"
  | "prompt-api"
  | "openai"
  | "custom";

/** The description of a model, known before its first request. It can be cloned between threads. */
export interface ModelInfo {
  /** Unique among providers, such as `web-llm:Qwen3-1.7B-q4f16_1-MLC` or `openai:http://localhost:11434/v1#qwen3`. */
  readonly id: string;
  /** The display name. */
  readonly name: string;
  readonly provider: ModelProvider;
  /** The context size: tokens of prompt and reply together. */
  readonly contextLength: number;
  /** Origin that prompts, with document text, are sent to; null if they stay on this device. */
  readonly sendsTo: string | null;
  /** Whether the model is known to choose tools well enough; other models run a fixed pipeline. */
  readonly choosesTools: boolean;
  /** Parameters in billions; by default read from the model's name, such as `Qwen3-1.7B`. */
  readonly parameters?: number | undefined;
  /** Prompt tokens that the model reads per second on this device; missing until measured. */
  readonly readingSpeed?: number | undefined;
  /**
   * Texts that the model's tokenizer treats as control tokens, in addition to the usual ones of
   * chat templates, such as `<|im_start|>`, `[INST]` and `</s>`. Document text never reaches the
   * model with either kind intact.
   */
  readonly controlTokens?: readonly string[] | undefined;
}

/**
 * A language model that is ready to answer. It handles one request at a time; a second waits.
 * `complete` throws only `PagehoundError`s, or the signal's reason.
 */
export interface LanguageModel {
  readonly info: ModelInfo;
  /**
   * Writes one reply; `onProgress` receives its pieces as they arrive. When the signal aborts, it
   * rejects at once, and the engine stops at its next step. An engine that is still busy a few
   * seconds later is ended, and the next request loads it again. Throws `context-exceeded`,
   * `device-lost`, `not-enough-memory`, `endpoint-failed`, `model-failed`, `closed`, and
   * `invalid-argument` for a format or a limit that the engine does not support.
   */
  complete(request: ChatRequest, options?: CompleteOptions): Promise<ChatReply>;
  /** Frees its memory. Pending and later requests reject with `closed`. */
  unload(): Promise<void>;
}

/** The target time in seconds to the first word of a reply: on the GPU, and elsewhere. */
const chipSeconds = 2;
const otherSeconds = 10;
/** Maximum number of prompt tokens for a model on the CPU while its speed is unknown. */
const cautiousTokens = 220;
/** Minimum number of prompt tokens from which a speed can be measured. */
const fewTokens = 40;

/**
 * Returns how many tokens a model can read before people wait too long for its first word: 10
 * seconds, 2 on the GPU. Infinite if its speed is unknown, except for models on the CPU.
 */
export function readableTokens(info: Pick<ModelInfo, "provider" | "readingSpeed">): number {
  checkShape("A model's `info`", info, { provider: "string", "readingSpeed?": "number" });
  const { provider, readingSpeed } = info;
  if (readingSpeed === undefined) return provider === "wllama" ? cautiousTokens : Infinity;
  return readingSpeed * (provider === "web-llm" ? chipSeconds : otherSeconds);
}

/**
 * Returns billions of parameters, from the model or its name: "Qwen3-1.7B", "SmolLM2-135M",
 * "llama3.2:3b"; for a mixture of experts, all of them. Null if neither states it.
 */
export function parametersOf(
  info: Partial<Pick<ModelInfo, "id" | "name" | "parameters">>,
): number | null {
  checkShape("A model's `info`", info, {
    "id?": "string",
    "name?": "string",
    "parameters?": "number",
  });
  const { parameters, id = "", name = "" } = info;
  if (parameters !== undefined) return parameters;
  const matches = `${id.replace(/^.*[/#]/u, "")} ${name}`.matchAll(
    /(?<![a-zß-ɏḀ-ỿ\d.])(?:e)?(\d+(?:\.\d+)?)\s?(b|m)(?![a-zß-ɏḀ-ỿ\d])/giu,
  );
  const sizes = [...matches].map(
    ([, size, unit]) => Number(size) / (unit?.toLowerCase() === "m" ? 1000 : 1),
  );
  return sizes.length === 0 ? null : Math.max(...sizes);
}

/** The prompt tokens read per second before a reply began; undefined if unmeasurable. */
export function readingSpeedOf(reply: Pick<ChatReply, "usage" | "timing">): number | undefined {
  // Third-party models may return less than they promise, and still answer.
  const { usage, timing } = (reply ?? {}) as Partial<ChatReply>;
  const read = (usage?.promptTokens ?? 0) - (usage?.reusedTokens ?? 0);
  if (!(read >= fewTokens) || !timing?.firstToken) return undefined;
  return (read / timing.firstToken) * 1000;
}

/**
 * Throws `invalid-argument` for a value that is not a `LanguageModel`, naming what it lacks and how
 * to create one. Callers without types may pass anything: a promise of a model, its name, or a
 * custom engine.
 */
export function checkModel(model: unknown): asserts model is LanguageModel {
  const makers =
    "Pass what loadWebLlm, loadTransformers, loadWllama, loadPromptApi or connectEndpoint resolve to, or make one with customModel({ name, contextLength, complete })";
  try {
    checkShape("A model", model, { info: "object", complete: "function" });
    const { info } = model as LanguageModel;
    checkShape("A model's `info`", info, { id: "string", name: "string", contextLength: "number" });
    if (!(info.contextLength > 0))
      throw not("A model's context", "a number of tokens", info.contextLength);
  } catch (cause) {
    const reason = messageOf(cause);
    throw invalidArgument(`${reason} ${makers} (pagehound/models).`, {
      cause,
    });
  }
}

/** The parsed name of a model; see `parseModelName`. */
export type ModelName =
  /** No model: questions are answered with the best passages. */
  | { readonly provider: "none" }
  /** `model` is null for the first one that the endpoint lists. */
  | { readonly provider: "openai"; readonly url: string; readonly model: string | null }
  | { readonly provider: "web-llm"; readonly model: string }
  | { readonly provider: "wllama"; readonly url: string }
  | { readonly provider: "transformers"; readonly url: string }
  | { readonly provider: "prompt-api" };

/**
 * Reads the name of a model: `none`, `browser`, `web-llm:ID`, `wllama:URL` of a GGUF file, or
 * `openai:URL#MODEL` with the base address of an endpoint, such as
 * `openai:http://localhost:11434/v1#qwen3`. Throws `unknown-model`.
 */
export function parseModelName(text: string): ModelName {
  checkText("The name of a model", text);
  const name = text.trim();
  if (name === "none") return { provider: "none" };
  if (name === "browser") return { provider: "prompt-api" };
  const [, provider, rest = ""] = /^(openai|transformers|web-llm|wllama):(\S.*)$/s.exec(name) ?? [];
  if (provider === "web-llm" && !/\s/.test(rest)) return { provider, model: rest };
  if (provider === "wllama" || provider === "transformers") return { provider, url: rest };
  if (provider === "openai") {
    const hash = rest.indexOf("#");
    const url = hash < 0 ? rest : rest.slice(0, hash);
    const model = hash < 0 ? "" : rest.slice(hash + 1);
    if (isWebAddress(url)) return { provider, url, model: model === "" ? null : model };
  }
  throw new PagehoundError(
    "unknown-model",
    `“${name.slice(0, 100)}” is not a model. Write none, browser, web-llm:ID, wllama:URL, transformers:URL, or openai:URL#MODEL such as openai:http://localhost:11434/v1#qwen3.`,
  );
}

/** Options of every model that is loaded from files and runs on this device. */
export interface LocalModelOptions {
  /**
   * The display name.
   *
   * @defaultValue the name of the file or folder
   */
  readonly name?: string | undefined;
  /** Tokens of prompt and reply together, 4096 by default; never more than the model supports. */
  readonly contextLength?: number | undefined;
  /**
   * Whether the model is known to choose tools well. Models of this size rarely do.
   *
   * @defaultValue `false`
   */
  readonly choosesTools?: boolean | undefined;
  /**
   * Whether to store downloaded files in this browser.
   *
   * @defaultValue `true`
   */
  readonly cache?: boolean | undefined;
}

/** Estimates the number of tokens for this many characters: a token has about four. */
export function roughTokens(characters: number): number {
  return Math.ceil(characters / 4);
}

/** Runs requests to a model one at a time. */
export class RequestQueue {
  #last: Promise<unknown> = Promise.resolve();
  readonly #closed = new AbortController();

  /**
   * Runs `work` after all earlier work. Rejects at once with the signal's reason, or with `closed`;
   * running work is stopped through its own signal, and the next waits until it has ended.
   */
  run<T>(work: (signal: AbortSignal) => Promise<T>, caller?: AbortSignal): Promise<T> {
    const signal = eitherSignal(caller, this.#closed.signal);
    const task = this.#last.then(() => {
      signal.throwIfAborted();
      return work(signal);
    });
    this.#last = task.catch(() => {});
    return untilAborted(task, signal);
  }

  /** Rejects pending, running and later work with `closed`; resolves when nothing is running. */
  async close(): Promise<void> {
    this.#closed.abort(
      new PagehoundError("closed", "The model was unloaded. Load it again to use it."),
    );
    await this.#last;
  }
}
