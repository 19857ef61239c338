import type { CallOptions } from "../../core/call-options.js";
import { PagehoundError } from "../../core/errors.js";
import type { ChatReply, ChatRequest, LanguageModel, ModelInfo } from "../language-model.js";
import { RequestQueue } from "../request-queue.js";
import { type EndpointConnection, type ServerFailure, serverFailure } from "./connection.js";
import { readReply } from "./read-reply.js";

/** A model behind an endpoint that speaks OpenAI's chat completions. */
export class EndpointModel implements LanguageModel {
  readonly info: ModelInfo;
  readonly #connection: EndpointConnection;
  readonly #model: string;
  readonly #dialect = new Dialect();
  readonly #queue = new RequestQueue();

  constructor(connection: EndpointConnection, model: string, info: ModelInfo) {
    this.info = info;
    this.#connection = connection;
    this.#model = model;
  }

  complete(request: ChatRequest, options: CallOptions<string> = {}): Promise<ChatReply> {
    const startedAt = performance.now();
    return this.#queue.run(async (signal) => {
      const onPiece = (piece: string) => {
        if (!signal.aborted) options.onProgress?.(piece);
      };
      while (true) {
        const body = this.#dialect.body(this.#model, request);
        try {
          return await this.#connection.exchange(
            "/chat/completions",
            body,
            signal,
            (response, time) =>
              readReply(this.#connection, response, time, { request, onPiece, startedAt }),
          );
        } catch (thrown) {
          if (!this.#givesWay(request, thrown)) throw thrown;
        }
      }
    }, options.signal);
  }

  /** There is nothing to free here: the server keeps its model as it likes. */
  unload(): Promise<void> {
    return this.#queue.close();
  }

  #givesWay(request: ChatRequest, thrown: unknown): boolean {
    const failure = serverFailure(thrown);
    if (failure === undefined || !PagehoundError.isInstance(thrown)) return false;
    return this.#dialect.adapt(request, Number(thrown.data.status), failure);
  }
}

/** How strictly the form of a reply is asked for, the strictest first. */
const formats = ["json_schema", "json_object", "none"] as const;

/**
 * The body of a request as a server takes it. Servers differ in what they know; what one refuses is
 * said in another way from then on.
 */
class Dialect {
  /** For each named form, how many ways of asking for it were refused. */
  readonly #refusedFormats = new Map<string, number>();
  #usageInStream = true;
  #temperature = true;
  #tokenLimit: "max_tokens" | "max_completion_tokens" = "max_tokens";

  body(model: string, request: ChatRequest): Readonly<Record<string, unknown>> {
    const { messages, maxTokens, temperature = 0, seed } = request;
    return {
      model,
      messages: messages.map(({ role, content }) => ({ role, content })),
      stream: true,
      ...(this.#usageInStream ? { stream_options: { include_usage: true } } : {}),
      ...(this.#temperature ? { temperature } : {}),
      ...(seed === undefined ? {} : { seed }),
      ...(maxTokens === undefined ? {} : { [this.#tokenLimit]: maxTokens }),
      ...this.#format(request),
    };
  }

  /** Gives way to a refusal. False when there is nothing left to give way in. */
  adapt(request: ChatRequest, status: number, failure: ServerFailure): boolean {
    if (status !== 400 && status !== 422) return false;
    const { message, parameter } = failure;
    const about = (name: string) => parameter === name || message.includes(name);
    if (about("max_completion_tokens") && this.#tokenLimit === "max_tokens") {
      this.#tokenLimit = "max_completion_tokens";
      return true;
    }
    if (about("stream_options") && this.#usageInStream) {
      this.#usageInStream = false;
      return true;
    }
    if (parameter === "temperature" && this.#temperature) {
      this.#temperature = false;
      return true;
    }
    const refused = this.#refused(request);
    if (!/response_format|json_schema|json_object|json schema|grammar/i.test(message + parameter))
      return false;
    if (request.responseFormat === undefined || refused === formats.length - 1) return false;
    this.#refusedFormats.set(request.responseFormat.name, refused + 1);
    return true;
  }

  #refused({ responseFormat }: ChatRequest): number {
    return responseFormat ? (this.#refusedFormats.get(responseFormat.name) ?? 0) : 0;
  }

  #format(request: ChatRequest): Readonly<Record<string, unknown>> {
    if (request.responseFormat === undefined) return {};
    const { name, schema } = request.responseFormat;
    const type = formats[this.#refused(request)];
    if (type === "json_schema") {
      return { response_format: { type, json_schema: { name, schema, strict: true } } };
    }
    return type === "json_object" ? { response_format: { type } } : {};
  }
}
