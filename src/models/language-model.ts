import {
  type CallOptions,
  checkShape,
  checkText,
  type JsonSchema,
  not,
  PagehoundError,
  untilAborted,
} from "../core/index.js";

/** A message of a conversation. The system message comes first, if any; the last one is the user's. */
export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** The form a reply must have: JSON without free white space that fits `schema`. */
export interface JsonSchemaFormat {
  /** Names the schema: the same name always comes with the same schema, so that it can be compiled once. */
  readonly name: string;
  readonly schema: JsonSchema;
}

/** A request for one reply, in the shape of OpenAI's chat completions. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  /** Free text by default. A model that cannot be forced may answer in another form. */
  readonly responseFormat?: JsonSchemaFormat | undefined;
  /**
   * Tokens of the reply at most.
   *
   * @defaultValue what the context leaves
   */
  readonly maxTokens?: number | undefined;
  /** @defaultValue `0` */
  readonly temperature?: number | undefined;
  readonly seed?: number | undefined;
}

/** What a reply cost, in the model's own tokens. */
export interface ChatUsage {
  /** 0 when nobody counted them. */
  readonly promptTokens: number;
  /** Tokens of the prompt that the engine still had from the request before; null when it does not say. */
  readonly reusedTokens: number | null;
  readonly completionTokens: number;
}

/** A reply. */
export interface ChatReply {
  readonly content: string;
  /** `length`: it was cut off at `maxTokens` or where the context ended. */
  readonly finishReason: "stop" | "length";
  readonly usage: ChatUsage;
  /** Milliseconds from the request to the first piece of the reply, and to its end. */
  readonly timing: { readonly firstToken: number | null; readonly total: number };
}

/** How far a model has read a prompt, which may take minutes before the first piece of a reply. */
export interface ReadingProgress {
  /** Tokens of the prompt that are read, those included that the engine still had. */
  readonly read: number;
  readonly total: number;
  /** Milliseconds until all is read, from the speed so far; null while it cannot be told. */
  readonly millisecondsLeft: number | null;
}

/** How a reply is followed and stopped. */
export interface CompleteOptions extends CallOptions<string> {
  /** Told while the prompt is read, by engines that know how far they are. */
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

/** What is known of a model before it is asked anything. All of it can be cloned between threads. */
export interface ModelInfo {
  /** Unique among providers, such as `web-llm:Qwen3-1.7B-q4f16_1-MLC` or `openai:http://localhost:11434/v1#qwen3`. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  readonly provider: ModelProvider;
  /** Tokens of prompt and reply together. */
  readonly contextLength: number;
  /** Origin that prompts, and with them text of documents, are sent to; null when they stay on this device. */
  readonly sendsTo: string | null;
  /** Whether it is known to choose tools well enough; others are given a fixed pipeline. */
  readonly choosesTools: boolean;
  /** Parameters in billions, where they are known; else they are read from its name, such as `Qwen3-1.7B`. */
  readonly parameters?: number | undefined;
  /** Tokens of a prompt that it reads in a second on this device; missing until that was measured. */
  readonly readingSpeed?: number | undefined;
  /**
   * Texts that its tokenizer takes for control besides the usual ones of chat templates, such as
   * `<|im_start|>`, `[INST]` and `</s>`. Text that is asked about never reaches the model with one
   * of either kind whole.
   */
  readonly controlTokens?: readonly string[] | undefined;
}

/**
 * A language model that is ready to answer. One request at a time; a second waits for the first.
 * All that `complete` throws is a `PagehoundError`, or the signal's reason.
 */
export interface LanguageModel {
  readonly info: ModelInfo;
  /**
   * One reply; `onProgress` gets its pieces as they come. When the signal aborts it rejects at once,
   * and the engine stops at its next step; an engine that is still busy a few seconds later is ended,
   * and loaded again by the next request. Throws `context-exceeded`, `device-lost`,
   * `not-enough-memory`, `endpoint-failed`, `model-failed`, `closed`, and `invalid-argument` for a
   * form or a limit that the engine cannot keep to.
   */
  complete(request: ChatRequest, options?: CompleteOptions): Promise<ChatReply>;
  /** Frees its memory. Requests that wait, and later ones, reject with `closed`. */
  unload(): Promise<void>;
}

/** Seconds until the first word of a reply at most, where that can be: of the graphics chip, and of others. */
const chipSeconds = 2;
const otherSeconds = 10;
/** What a model on the processor is given to read before its speed is known. */
const cautiousTokens = 220;
/** Fewer tokens than this tell nothing of a speed. */
const fewTokens = 40;

/**
 * How many tokens a model can read before people wait too long for its first word: 10 seconds, 2 on the
 * graphics chip. Infinite where it is not known, but for models on the processor.
 */
export function readableTokens(info: Pick<ModelInfo, "provider" | "readingSpeed">): number {
  checkShape("A model's `info`", info, { provider: "string", "readingSpeed?": "number" });
  const { provider, readingSpeed } = info;
  if (readingSpeed === undefined) return provider === "wllama" ? cautiousTokens : Infinity;
  return readingSpeed * (provider === "web-llm" ? chipSeconds : otherSeconds);
}

/**
 * Billions of parameters, as the model or its name says: "Qwen3-1.7B", "SmolLM2-135M", "llama3.2:3b";
 * of a mixture of experts all of them. Null where neither does.
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
  const said = `${id.replace(/^.*[/#]/u, "")} ${name}`.matchAll(
    /(?<![\p{L}\d.])(?:e)?(\d+(?:\.\d+)?)\s?(b|m)(?![\p{L}\d])/giu,
  );
  const sizes = [...said].map(
    ([, size, unit]) => Number(size) / (unit?.toLowerCase() === "m" ? 1000 : 1),
  );
  return sizes.length === 0 ? null : Math.max(...sizes);
}

/** Tokens that a model read in a second before it began a reply; undefined where that does not tell. */
export function readingSpeedOf(reply: Pick<ChatReply, "usage" | "timing">): number | undefined {
  // Models of others may give less than they promise, and answer all the same.
  const { usage, timing } = (reply ?? {}) as Partial<ChatReply>;
  const read = (usage?.promptTokens ?? 0) - (usage?.reusedTokens ?? 0);
  if (!(read >= fewTokens) || !timing?.firstToken) return undefined;
  return (read / timing.firstToken) * 1000;
}

/**
 * Throws `invalid-argument` for what is no `LanguageModel`, naming what it lacks and what makes one.
 * What callers without types pass is checked: a promise of a model, its name, or an engine of its own.
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
    const told = cause instanceof Error ? cause.message : String(cause);
    throw new PagehoundError("invalid-argument", `${told} ${makers} (pagehound/models).`, {
      cause,
    });
  }
}

/** A model as people name it in one line. */
export type ModelName =
  /** No model: questions are answered with the best passages. */
  | { readonly provider: "none" }
  /** `model` is null for the first that the endpoint offers. */
  | { readonly provider: "openai"; readonly url: string; readonly model: string | null }
  | { readonly provider: "web-llm"; readonly model: string }
  | { readonly provider: "wllama"; readonly url: string }
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
  const [, provider, rest = ""] = /^(openai|web-llm|wllama):(\S.*)$/s.exec(name) ?? [];
  if (provider === "web-llm" && !/\s/.test(rest)) return { provider, model: rest };
  if (provider === "wllama") return { provider, url: rest };
  if (provider === "openai") {
    const hash = rest.indexOf("#");
    const url = hash < 0 ? rest : rest.slice(0, hash);
    const model = hash < 0 ? "" : rest.slice(hash + 1);
    if (/^https?:\/\/[^/]/i.test(url)) return { provider, url, model: model === "" ? null : model };
  }
  throw new PagehoundError(
    "unknown-model",
    `“${name.slice(0, 100)}” names no model. Write none, browser, web-llm:ID, wllama:URL, or openai:URL#MODEL such as openai:http://localhost:11434/v1#qwen3.`,
  );
}

/** Tokens of so many characters, for whoever is not told: a token has about four. */
export function roughTokens(characters: number): number {
  return Math.ceil(characters / 4);
}

/** Lets requests to a model through one after the other. */
export class RequestQueue {
  #last: Promise<unknown> = Promise.resolve();
  readonly #closed = new AbortController();

  /**
   * Runs `work` when all earlier work has ended. Rejects at once with the signal's reason, or with
   * `closed`; work that runs is told by the signal it is given, and the next waits until it has ended.
   */
  run<T>(work: (signal: AbortSignal) => Promise<T>, caller?: AbortSignal): Promise<T> {
    const signal = caller ? AbortSignal.any([caller, this.#closed.signal]) : this.#closed.signal;
    const task = this.#last.then(() => {
      signal.throwIfAborted();
      return work(signal);
    });
    this.#last = task.catch(() => {});
    return untilAborted(task, signal);
  }

  /** Rejects what waits, runs, or comes later with `closed`; resolves when nothing runs any more. */
  async close(): Promise<void> {
    this.#closed.abort(
      new PagehoundError("closed", "The model was unloaded. Load it again to ask it."),
    );
    await this.#last;
  }
}
