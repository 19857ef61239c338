import { checkedOptions, checkFunction, checkShape, not } from "../../core/arguments.js";
import type { CallOptions } from "../../core/call-options.js";
import { PagehoundError } from "../../core/errors.js";
import type { LanguageModel, ModelInfo } from "../language-model.js";
import { EndpointConnection } from "./connection.js";
import { isReplyForm, type ReplyForm } from "./dialect.js";
import { EndpointModel, type EndpointNotice } from "./endpoint-model.js";
import { type OfferedModel, readModelList } from "./model-lists.js";

/**
 * Tokens of context when neither the caller nor the server says. Ollama, which does not, mostly runs
 * with this many, and cuts longer prompts silently.
 */
const defaultContextLength = 4096;
const defaultTimeout = 120_000;
const defaultReplyTimeout = 1_800_000;

/** Where a model is served, and what is known of it. */
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
   * Tokens of prompt and reply together. Unless told it is what the endpoint's list of models says
   * (`max_model_len` of vLLM, `meta.n_ctx` of llama.cpp, `context_length` of others), else 4,096.
   * Ollama does not say, and cuts longer prompts silently: give the length it runs with, and never
   * more than that.
   */
  readonly contextLength?: number | undefined;
  /**
   * See `ModelInfo.choosesTools`. As what people serve is mostly large enough.
   *
   * @defaultValue `true`
   */
  readonly choosesTools?: boolean | undefined;
  /** Further headers of each request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Milliseconds without a byte after which a request fails.
   *
   * @defaultValue `120_000`
   */
  readonly timeout?: number | undefined;
  /**
   * Milliseconds after which a reply is given up, however steadily it comes.
   *
   * @defaultValue 1,800,000 (half an hour)
   */
  readonly replyTimeout?: number | undefined;
  /**
   * How replies are asked for their form, where it is known that this server takes nothing stricter:
   * what `onNotice` told of it before. A server that refuses it is asked in the next simpler way.
   *
   * @defaultValue `"schema"`
   */
  readonly replyForm?: ReplyForm | undefined;
  /** Told when the server has to be asked in a simpler way from now on, once a reply has come of it. */
  readonly onNotice?: ((notice: EndpointNotice) => void) | undefined;
}

/**
 * Connects to an endpoint that speaks OpenAI's chat completions: Ollama, llama.cpp, vLLM and others.
 * Prompts, and with them text of documents, are sent there (`info.sendsTo`), and nowhere else:
 * redirects are refused, and no cookies are sent. A server that cannot force the form of a reply is
 * asked in a simpler way (`onNotice`), in the end for text, in which JSON is looked for; a `<think>` block at the beginning of a reply is taken away. Whatever a server sends,
 * no more of it is read than a reply can be.
 *
 * Throws `invalid-argument` for an address that cannot be used, `unknown-model` naming the models
 * there are, and `endpoint-failed`.
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
  checkShape("What is passed as options", options, { url: "string", "model?": "string" });
  const { contextLength, timeout = defaultTimeout } = options;
  const { replyTimeout = defaultReplyTimeout } = options;
  if (contextLength !== undefined) checkCount("contextLength", contextLength);
  const { replyForm = "schema", onNotice } = options;
  if (!isReplyForm(replyForm)) throw not("`replyForm`", "the name of a form", replyForm);
  if (onNotice) checkFunction("The option `onNotice`", onNotice);
  checkCount("timeout", timeout);
  checkCount("replyTimeout", replyTimeout);
  const signal = checkedOptions(call).signal ?? new AbortController().signal;
  signal.throwIfAborted();
  const connection = new EndpointConnection({ ...options, timeout, replyTimeout });
  const offered = await listModels(connection, signal);
  const model = pickModel(connection, offered, options.model);
  const info: ModelInfo = {
    id: `openai:${connection.base}#${model.id}`,
    name: model.id,
    provider: "openai",
    contextLength: contextLength ?? (model.contextLength || defaultContextLength),
    sendsTo: connection.origin,
    choosesTools: options.choosesTools ?? true,
  };
  return new EndpointModel(connection, model.id, info, { replyForm, onNotice });
}

/** Timers take no more than this either. */
const largest = 2 ** 31 - 1;

function checkCount(name: string, value: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= largest) return;
  throw new PagehoundError(
    "invalid-argument",
    `${name} is a whole number from 1 to ${largest}, not ${value}.`,
  );
}

/** Some offer hundreds. */
const maxNamed = 20;

/** The models of an endpoint; null when it keeps no list. */
async function listModels(
  connection: EndpointConnection,
  signal: AbortSignal,
): Promise<readonly OfferedModel[] | null> {
  try {
    return readModelList(await connection.json("/models", undefined, signal));
  } catch (thrown) {
    if (!PagehoundError.isInstance(thrown)) throw thrown;
    const { status } = thrown.data;
    if (status === 404 || status === 405 || status === 501) return null;
    throw thrown;
  }
}

/** The model asked for, or the first there is. Ollama's tag `latest` may be left out. */
function pickModel(
  connection: EndpointConnection,
  offered: readonly OfferedModel[] | null,
  asked: string | undefined,
): OfferedModel {
  if (offered === null && asked !== undefined) return { id: asked, contextLength: null };
  const wanted = asked === undefined ? null : [asked, `${asked}:latest`];
  const found = (offered ?? []).find(({ id }) => wanted === null || wanted.includes(id));
  if (found) return found;
  const { base } = connection;
  if (offered === null) {
    throw unknown(connection, `${base} does not say which models it has. Name one.`);
  }
  throw unknown(
    connection,
    offered.length === 0
      ? `${base} offers no model. Load one into the server first.`
      : `There is no model “${asked}” at ${base}. It offers: ${namesOf(offered)}.`,
  );
}

function namesOf(offered: readonly OfferedModel[]): string {
  const names = offered.slice(0, maxNamed).map(({ id }) => id);
  const left = offered.length - names.length;
  return names.join(", ") + (left > 0 ? ` and ${left} more` : "");
}

function unknown(connection: EndpointConnection, message: string): PagehoundError {
  return new PagehoundError("unknown-model", message, { data: { url: connection.base } });
}
