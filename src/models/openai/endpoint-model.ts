import type { CallOptions } from "../../core/call-options.js";
import type { ChatReply, ChatRequest, LanguageModel, ModelInfo } from "../language-model.js";
import { RequestQueue } from "../request-queue.js";
import { type EndpointConnection, serverFailure } from "./connection.js";
import { Dialect, jsonInReply, type ReplyForm } from "./dialect.js";
import { readReply } from "./read-reply.js";

/** What had to be done without, so that a server understands. Nothing has failed. */
export interface EndpointNotice {
  /** How forms are asked for from now on. */
  readonly replyForm: ReplyForm;
  /** The same in one sentence. */
  readonly message: string;
}

/** How an endpoint is spoken to. */
export interface SpeakingOptions {
  readonly replyForm: ReplyForm;
  readonly onNotice: ((notice: EndpointNotice) => void) | undefined;
}

/** A model behind an endpoint that speaks OpenAI's chat completions. */
export class EndpointModel implements LanguageModel {
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
          // What has begun to come is not asked for again.
          if (begun || failure === undefined) throw thrown;
          if (this.#dialect.leavesOut(failure)) continue;
          const weaker = request.responseFormat ? this.#dialect.weaker(form, failure) : null;
          if (weaker === null) throw thrown;
          form = weaker;
        }
      }
    }, options.signal);
  }

  /** There is nothing to free here: the server keeps its model as it likes. */
  unload(): Promise<void> {
    return this.#queue.close();
  }

  /** A reply that came, with no more in it than the form that was asked for. */
  #formed(reply: ChatReply, { responseFormat }: ChatRequest, form: ReplyForm): ChatReply {
    if (responseFormat === undefined) return reply;
    if (this.#dialect.keep(form)) {
      const message = noticeWords(this.#connection.origin, form);
      this.#onNotice?.({ replyForm: form, message });
    }
    return { ...reply, content: jsonInReply(reply.content, responseFormat.schema) };
  }
}

function noticeWords(origin: string, form: ReplyForm): string {
  switch (form) {
    case "schema":
      return `${origin} keeps replies to the form that is asked for.`;
    case "simple-schema":
      return `${origin} could not work with the lengths and patterns of the form that is asked for, so it is asked without them.`;
    case "json":
      return `${origin} knows no JSON schemas, so it is asked for any JSON, and what it writes is checked here.`;
    case "text":
      return `${origin} cannot be held to a form, so JSON is looked for in what it writes.`;
  }
}
