import type { CallOptions } from "../../core/call-options.js";
import { PagehoundError } from "../../core/errors.js";
import type { ChatReply, ChatRequest, LanguageModel, ModelInfo } from "../language-model.js";
import { RequestQueue } from "../request-queue.js";
import type { Connection } from "./connection.js";
import { Dialect } from "./dialect.js";
import { serverFailure } from "./failures.js";
import { readReply } from "./read-reply.js";

/** A model behind an endpoint that speaks OpenAI's chat completions. */
export class EndpointModel implements LanguageModel {
  readonly info: ModelInfo;
  readonly #connection: Connection;
  readonly #model: string;
  readonly #dialect = new Dialect();
  readonly #queue = new RequestQueue();

  constructor(connection: Connection, model: string, info: ModelInfo) {
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
