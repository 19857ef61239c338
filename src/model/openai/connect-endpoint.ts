import type { CallOptions } from "../../core/call-options.js";
import { PagehoundError } from "../../core/errors.js";
import type { LanguageModel } from "../language-model.js";
import { Connection } from "./connection.js";
import { EndpointModel } from "./endpoint-model.js";
import { listModels, pickModel } from "./list-models.js";

/**
 * Tokens of context when neither the caller nor the server says. Ollama, which does not, mostly runs
 * with this many, and cuts longer prompts silently.
 */
const defaultContextLength = 4096;
const defaultTimeout = 120_000;
const defaultReplyTimeout = 1_800_000;

export interface EndpointOptions {
  /** Base address, such as `http://localhost:11434/v1`. Must be http or https. */
  readonly url: string;
  /** Name of a model there; the first that the endpoint lists unless told. */
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
  /** See `ModelInfo.choosesTools`; true unless told, as what people serve is mostly large enough. */
  readonly choosesTools?: boolean | undefined;
  /** Further headers of each request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds without a byte after which a request fails; 120,000 unless told. */
  readonly timeout?: number | undefined;
  /**
   * Milliseconds after which a reply is given up, however steadily it comes; 1,800,000 (half an hour)
   * unless told.
   */
  readonly replyTimeout?: number | undefined;
}

/**
 * Connects to an endpoint that speaks OpenAI's chat completions: Ollama, llama.cpp, vLLM and others.
 * Prompts, and with them text of documents, are sent there (`info.sendsTo`), and nowhere else:
 * redirects are refused, and no cookies are sent. A server that cannot force the form of a reply is
 * asked without; a `<think>` block at the beginning of a reply is taken away. Whatever a server sends,
 * no more of it is read than a reply can be.
 *
 * Throws `invalid-argument` for an address that cannot be used, `unknown-model` naming the models
 * there are, and `endpoint-failed`.
 */
export async function connectEndpoint(
  options: EndpointOptions,
  call: CallOptions = {},
): Promise<LanguageModel> {
  const { contextLength, timeout = defaultTimeout } = options;
  const { replyTimeout = defaultReplyTimeout } = options;
  if (contextLength !== undefined) checkCount("contextLength", contextLength);
  checkCount("timeout", timeout);
  checkCount("replyTimeout", replyTimeout);
  const signal = call.signal ?? new AbortController().signal;
  signal.throwIfAborted();
  const connection = new Connection({ ...options, timeout, replyTimeout });
  const offered = await listModels(connection, signal);
  const model = pickModel(connection, offered, options.model);
  return new EndpointModel(connection, model.id, {
    id: `openai:${connection.base}#${model.id}`,
    name: model.id,
    provider: "openai",
    contextLength: contextLength ?? (model.contextLength || defaultContextLength),
    sendsTo: connection.origin,
    choosesTools: options.choosesTools ?? true,
  });
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
