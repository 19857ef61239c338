import {
  type CallOptions,
  checkedOptions,
  checkShape,
  messageOf,
  not,
  PagehoundError,
  wholeNumber,
} from "../core/index.js";
import {
  type ChatReply,
  type ChatRequest,
  type ChatUsage,
  type LanguageModel,
  type ModelInfo,
  RequestQueue,
  roughTokens,
} from "./language-model.js";

/** A reply of a custom model, with optional details in addition to its text. */
export interface CustomReply {
  readonly content: string;
  /**
   * `length` if the reply was cut off.
   *
   * @defaultValue `stop`
   */
  readonly finishReason?: ChatReply["finishReason"] | undefined;
  /**
   * Token counts, in the model's own tokens.
   *
   * @defaultValue estimated
   */
  readonly usage?: Partial<ChatUsage> | undefined;
}

/** A custom model. */
export interface CustomModelOptions {
  /** The display name, also used in the model's id: `custom:` and this name. */
  readonly name: string;
  /** The context size: tokens of prompt and reply together. Requests stay within it. */
  readonly contextLength: number;
  /**
   * Writes one reply, and returns its text as a whole or in pieces as they arrive. Called for one
   * request at a time. Three optional hints of the request improve the reply: `responseFormat` (a
   * schema of the JSON to write), `maxTokens` and `temperature`. When `signal` aborts, the reply is
   * discarded; the next request waits until this one has settled. Anything it throws becomes
   * `model-failed`, unless it is a `PagehoundError`.
   */
  readonly complete: (
    request: ChatRequest,
    call: { readonly signal: AbortSignal },
  ) => string | CustomReply | Promise<string | CustomReply> | AsyncIterable<string>;
  /**
   * Origin to which prompts, including document text, are sent; it is shown to the person. Null
   * (the default) if they stay on this device. Set it for any model that is not on this device.
   */
  readonly sendsTo?: string | null | undefined;
  /**
   * See `ModelInfo.choosesTools`.
   *
   * @defaultValue `false`
   */
  readonly choosesTools?: boolean | undefined;
  /** See `ModelInfo.controlTokens`. */
  readonly controlTokens?: readonly string[] | undefined;
  /** Frees the model's resources. Called once, after the last request. */
  readonly unload?: (() => void | Promise<void>) | undefined;
}

/**
 * The simplest way to add a model: a function that writes a reply. It is called for one request at
 * a time; aborting and `unload` work as with the library's own models. Throws `invalid-argument`.
 *
 * @example
 * ```ts
 * import { customModel } from "pagehound/models";
 *
 * const model = customModel({
 *   name: "My model",
 *   contextLength: 32_768,
 *   sendsTo: "https://models.example",
 *   complete: async ({ messages, responseFormat }, { signal }) => {
 *     const body = JSON.stringify({ messages, schema: responseFormat?.schema });
 *     const response = await fetch("https://models.example/reply", { method: "POST", body, signal });
 *     return response.text();
 *   },
 * });
 * const { sentences } = await hound.ask("How long is the notice period?", { model });
 * ```
 */
export function customModel(options: CustomModelOptions): LanguageModel {
  checkShape("A model", options, {
    name: "string",
    contextLength: "number",
    complete: "function",
    "sendsTo?": "string",
    "choosesTools?": "boolean",
    "controlTokens?": "list",
    "unload?": "function",
  });
  const { name, contextLength, sendsTo = null, choosesTools = false, controlTokens } = options;
  if (name.trim() === "") throw not("A model's name", "text", name);
  wholeNumber("A model's `contextLength`", contextLength, 1);
  const info: ModelInfo = {
    id: `custom:${name}`,
    name,
    provider: "custom",
    contextLength,
    sendsTo,
    choosesTools,
    ...(controlTokens ? { controlTokens } : {}),
  };
  return new CustomModel(info, options);
}

/** A model whose replies are written by the caller's function. */
class CustomModel implements LanguageModel {
  readonly info: ModelInfo;
  readonly #options: CustomModelOptions;
  readonly #queue = new RequestQueue();
  #unloaded: Promise<void> | null = null;

  constructor(info: ModelInfo, options: CustomModelOptions) {
    this.info = info;
    this.#options = options;
  }

  async complete(request: ChatRequest, options: CallOptions<string> = {}): Promise<ChatReply> {
    checkShape("A request", request, { messages: "list" });
    const { signal: caller, onProgress } = checkedOptions(options);
    const startedAt = performance.now();
    const elapsed = (): number => performance.now() - startedAt;
    return this.#queue.run(async (signal) => {
      let firstToken: number | null = null;
      const say = (piece: string): void => {
        if (piece === "" || signal.aborted) return;
        firstToken ??= elapsed();
        onProgress?.(piece);
      };
      try {
        const { content, finishReason = "stop", usage } = await this.#written(request, signal, say);
        signal.throwIfAborted();
        const prompt = request.messages.reduce((sum, { content }) => sum + content.length, 0);
        return {
          content,
          finishReason,
          usage: {
            promptTokens: roughTokens(prompt),
            reusedTokens: null,
            completionTokens: roughTokens(content.length),
            ...usage,
          },
          timing: { firstToken, total: elapsed() },
        };
      } catch (thrown) {
        signal.throwIfAborted();
        throw failure(this.info.name, thrown);
      }
    }, caller);
  }

  unload(): Promise<void> {
    this.#unloaded ??= this.#queue.close().then(() => this.#options.unload?.());
    return this.#unloaded;
  }

  async #written(
    request: ChatRequest,
    signal: AbortSignal,
    say: (piece: string) => void,
  ): Promise<CustomReply> {
    const writing = this.#options.complete(request, { signal });
    if (isInPieces(writing)) {
      let content = "";
      for await (const piece of writing) {
        // Leaving the loop early notifies the generator.
        signal.throwIfAborted();
        if (typeof piece !== "string") throw not("Each piece of a reply", "text", piece);
        content += piece;
        say(piece);
      }
      return { content };
    }
    const written = await writing;
    const reply = typeof written === "string" ? { content: written } : written;
    checkShape("A reply", reply, { content: "string" });
    say(reply.content);
    return reply;
  }
}

function isInPieces(writing: unknown): writing is AsyncIterable<string> {
  return typeof writing === "object" && writing !== null && Symbol.asyncIterator in writing;
}

function failure(name: string, thrown: unknown): PagehoundError {
  if (PagehoundError.isInstance(thrown)) return thrown;
  const reason = messageOf(thrown);
  return new PagehoundError("model-failed", `${name} failed: ${reason}`, { cause: thrown });
}
