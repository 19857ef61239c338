import {
  type CallOptions,
  checkedOptions,
  checkFunction,
  checkShape,
  type ErrorData,
  never,
  not,
  PagehoundError,
  wholeNumber,
} from "../../core/index.js";
import {
  type ChatReply,
  type ChatRequest,
  type LanguageModel,
  type ModelInfo,
  RequestQueue,
} from "../language-model.js";
import { EndpointConnection, serverFailure } from "./connection.js";
import { Dialect, isReplyForm, jsonInReply, type ReplyForm } from "./dialect.js";
import {
  askContext,
  type ModelServerName,
  type OfferedModel,
  ownerOf,
  readModelList,
  rootQuery,
} from "./model-lists.js";
import { readReply } from "./read-reply.js";

/**
 * Context size if neither the caller nor the server states one. Ollama, which reports none before
 * it has loaded a model, usually runs with this many tokens, and truncates longer prompts silently.
 */
const defaultContextLength = 4096;
const defaultTimeout = 120_000;
const defaultReplyTimeout = 1_800_000;
/** Milliseconds to wait for each address that may report the context size. */
const contextTimeout = 3_000;

/** Where a model is served, and its known properties. */
export interface EndpointOptions {
  /** Base address, such as `http://localhost:11434/v1`. Must be http or https. */
  readonly url: string;
  /**
   * Name of a model there.
   *
   * @defaultValue the first that the endpoint lists
   */
  readonly model?: string | undefined;
  /** Sent as a bearer token. It appears in no error and in no trace. */
  readonly apiKey?: string | undefined;
  /**
   * The context size: tokens of prompt and reply together. By default it is what the endpoint's
   * list of models says (`max_model_len` of vLLM, `meta.n_ctx` of llama.cpp, `context_length` of
   * others), else what the usual addresses below the endpoint's root say (`/props` of llama.cpp,
   * `/api/ps` and `/api/show` of Ollama, `/api/v0/models` of LM Studio), else 4,096, which is
   * reported to `onNotice`. Ollama reports nothing for a model that it has not loaded, and
   * truncates longer prompts silently: set the length it runs with, and never more than that.
   */
  readonly contextLength?: number | undefined;
  /**
   * See `ModelInfo.choosesTools`. True by default, because served models are usually large enough.
   *
   * @defaultValue `true`
   */
  readonly choosesTools?: boolean | undefined;
  /** Additional headers of each request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Milliseconds without a byte after which a request fails.
   *
   * @defaultValue `120_000`
   */
  readonly timeout?: number | undefined;
  /**
   * Milliseconds after which a reply is abandoned, however steadily it arrives.
   *
   * @defaultValue 1,800,000 (half an hour)
   */
  readonly replyTimeout?: number | undefined;
  /**
   * The strictest form of replies that the server is known to support, as `onNotice` reported it
   * earlier. If the server refuses it, the next simpler one is used.
   *
   * @defaultValue `"schema"`
   */
  readonly replyForm?: ReplyForm | undefined;
  /**
   * Called once a simpler way of requesting replies has worked and will be used from now on, and if
   * the context size is unknown.
   */
  readonly onNotice?: ((notice: EndpointNotice) => void) | undefined;
}

/**
 * Connects to an endpoint that speaks OpenAI's chat completions: Ollama, llama.cpp, vLLM and
 * others. Prompts, including document text, are sent there (`info.sendsTo`), and nowhere else:
 * redirects are refused, and no cookies are sent. If a server cannot enforce the form of a reply, a
 * simpler one is requested (`onNotice`), and finally text that is searched for JSON; a `<think>`
 * block at the start of a reply is removed. Reading stops at the size of the longest possible
 * reply.
 *
 * Throws `invalid-argument` for an invalid address, `unknown-model` naming the available models,
 * and `endpoint-failed`.
 *
 * @example
 * ```ts
 * import { connectEndpoint } from "pagehound/models";
 *
 * const model = await connectEndpoint({ url: "http://localhost:11434/v1", model: "qwen3" });
 * ```
 */
export async function connectEndpoint(
  options: EndpointOptions,
  call: CallOptions = {},
): Promise<LanguageModel> {
  checkShape("The options argument", options, { url: "string", "model?": "string" });
  const { contextLength, timeout = defaultTimeout } = options;
  const { replyTimeout = defaultReplyTimeout } = options;
  if (contextLength !== undefined) wholeNumber("contextLength", contextLength, 1, largest);
  const { replyForm = "schema", onNotice } = options;
  if (!isReplyForm(replyForm)) throw not("`replyForm`", "the name of a form", replyForm);
  if (onNotice) checkFunction("The option `onNotice`", onNotice);
  wholeNumber("timeout", timeout, 1, largest);
  wholeNumber("replyTimeout", replyTimeout, 1, largest);
  const signal = checkedOptions(call).signal ?? never();
  signal.throwIfAborted();
  const connection = new EndpointConnection({ ...options, timeout, replyTimeout });
  const { models: offered, program } = await listModels(connection, signal);
  const model = pickModel(connection, offered, options.model);
  let known = contextLength ?? (model.contextLength || null);
  if (known === null) {
    const patience = Math.min(timeout, contextTimeout);
    const limits = { ...options, timeout: patience, replyTimeout: patience };
    known = await askContext(model, program, rootQuery(connection, limits, signal));
    signal.throwIfAborted();
  }
  if (known === null) {
    const message = contextWords(connection.origin);
    onNotice?.({ about: "context-length", replyForm, message });
  }
  const info: ModelInfo = {
    id: `openai:${connection.base}#${model.id}`,
    name: model.id,
    provider: "openai",
    contextLength: known ?? defaultContextLength,
    sendsTo: connection.origin,
    choosesTools: options.choosesTools ?? true,
  };
  return new EndpointModel(connection, model.id, info, { replyForm, onNotice });
}

/** Maximum of a count or a time; also the maximum delay of a timer. */
const largest = 2 ** 31 - 1;

/** Maximum number of models that an error lists; some endpoints offer hundreds. */
const maxNamed = 20;

interface Listed {
  /** Null if it has no list. */
  readonly models: readonly OfferedModel[] | null;
  /** The program that serves the endpoint, if the list says so. */
  readonly program: ModelServerName | null;
}

async function listModels(connection: EndpointConnection, signal: AbortSignal): Promise<Listed> {
  try {
    const body = await connection.json("/models", undefined, signal);
    return { models: readModelList(body), program: ownerOf(body) };
  } catch (thrown) {
    if (!PagehoundError.isInstance(thrown)) throw thrown;
    const { status } = thrown.data;
    if (status === 404 || status === 405 || status === 501) return { models: null, program: null };
    throw thrown;
  }
}

/** Returns the requested model, or the first one. Ollama's tag `latest` may be omitted. */
function pickModel(
  connection: EndpointConnection,
  offered: readonly OfferedModel[] | null,
  id: string | undefined,
): OfferedModel {
  if (offered === null && id !== undefined) return { id: id, contextLength: null };
  const wanted = id === undefined ? null : [id, `${id}:latest`];
  const found = (offered ?? []).find(({ id }) => wanted === null || wanted.includes(id));
  if (found) return found;
  const { base: url } = connection;
  if (offered === null) throw unknown(`${url} does not list its models. Specify one.`, { url });
  if (offered.length === 0 || id === undefined) {
    throw unknown(`${url} offers no model. Load one into the server first.`, { url });
  }
  const names = namesOf(offered);
  const message = `There is no model “${id}” at ${url}. Choose one that it offers: ${names}.`;
  throw unknown(message, { url, model: id, offered: names });
}

function namesOf(offered: readonly OfferedModel[]): string {
  const names = offered.slice(0, maxNamed).map(({ id }) => id);
  const left = offered.length - names.length;
  return names.join(", ") + (left > 0 ? ` and ${left} more` : "");
}

function unknown(message: string, data: ErrorData): PagehoundError {
  return new PagehoundError("unknown-model", message, { data });
}

/** A notice that a server lacks something. It is not an error. */
export interface EndpointNotice {
  /**
   * - `reply-form`: replies are requested in a simpler way.
   * - `context-length`: the model's context size is unknown, so a small one is assumed.
   */
  readonly about: "reply-form" | "context-length";
  /** How reply formats are requested from now on. */
  readonly replyForm: ReplyForm;
  /** The notice in one sentence. */
  readonly message: string;
}

/** How to communicate with an endpoint. */
export interface SpeakingOptions {
  readonly replyForm: ReplyForm;
  readonly onNotice: ((notice: EndpointNotice) => void) | undefined;
}

/** A model behind an endpoint that speaks OpenAI's chat completions. */
class EndpointModel implements LanguageModel {
  readonly info: ModelInfo;
  readonly #connection: EndpointConnection;
  readonly #model: string;
  readonly #dialect: Dialect;
  readonly #onNotice: SpeakingOptions["onNotice"];
  readonly #queue = new RequestQueue();

  constructor(
    connection: EndpointConnection,
    model: string,
    info: ModelInfo,
    { replyForm, onNotice }: SpeakingOptions,
  ) {
    this.info = info;
    this.#connection = connection;
    this.#model = model;
    this.#dialect = new Dialect(replyForm);
    this.#onNotice = onNotice;
  }

  complete(request: ChatRequest, options: CallOptions<string> = {}): Promise<ChatReply> {
    const startedAt = performance.now();
    return this.#queue.run(async (signal) => {
      let begun = false;
      const onPiece = (piece: string) => {
        begun = true;
        if (!signal.aborted) options.onProgress?.(piece);
      };
      let form = this.#dialect.form;
      while (true) {
        const body = this.#dialect.body(this.#model, request, form);
        try {
          const reply = await this.#connection.exchange(
            "/chat/completions",
            body,
            signal,
            (response, time) =>
              readReply(this.#connection, response, time, { request, onPiece, startedAt }),
          );
          return this.#formed(reply, request, form);
        } catch (thrown) {
          const failure = serverFailure(thrown);
          // A reply that has begun to arrive is not requested again.
          if (begun || failure === undefined) throw thrown;
          if (this.#dialect.leavesOut(failure)) continue;
          const weaker = request.responseFormat ? this.#dialect.weaker(form, failure) : null;
          if (weaker === null) throw thrown;
          form = weaker;
        }
      }
    }, options.signal);
  }

  /** There is nothing to free here: the server decides how long it keeps its model. */
  unload(): Promise<void> {
    return this.#queue.close();
  }

  /** Reduces a received reply to the requested format. */
  #formed(reply: ChatReply, { responseFormat }: ChatRequest, form: ReplyForm): ChatReply {
    if (responseFormat === undefined) return reply;
    if (this.#dialect.keep(form)) {
      const message = noticeWords(this.#connection.origin, form);
      this.#onNotice?.({ about: "reply-form", replyForm: form, message });
    }
    return { ...reply, content: jsonInReply(reply.content, responseFormat.schema) };
  }
}

function contextWords(origin: string): string {
  return `${origin} does not report the context length of its model, so ${defaultContextLength.toLocaleString("en")} tokens are assumed. Enter the length it runs with: if it is longer, answers can use more text; if it is shorter, prompts may be cut silently.`;
}

function noticeWords(origin: string, form: ReplyForm): string {
  switch (form) {
    case "schema":
      return `${origin} enforces the requested reply format.`;
    case "simple-schema":
      return `${origin} does not support lengths and patterns in the reply format, so they are omitted.`;
    case "json":
      return `${origin} does not support JSON schemas, so it is asked for any JSON, which is checked here.`;
    case "text":
      return `${origin} does not support reply formats, so JSON is looked for in what it writes.`;
  }
}
