import { tokenBreaker } from "../core/control-tokens.js";
import { PagehoundError } from "../core/errors.js";
import { untilAborted } from "../core/until-aborted.js";
import type {
  ChatReply,
  ChatRequest,
  JsonSchemaFormat,
  LanguageModel,
} from "../model/language-model.js";
import { DraftStream } from "./draft-stream.js";
import type { RunState } from "./run-state.js";
import { Transcript } from "./transcript.js";

/** A reply needs so much room at least to be worth asking for. */
const leastReply = 48;
/** No token is longer on average; a reply with more characters ignores the limit it was given. */
const mostCharactersPerToken = 16;

/** What the model said. */
export interface TalkReply {
  readonly content: string;
  /** False when it was cut off. */
  readonly whole: boolean;
}

/**
 * The conversation with the model during a run: every request is measured, recorded and bounded,
 * in tokens and in time.
 */
export class Talk {
  readonly transcript: Transcript;
  readonly #state: RunState;
  readonly #model: LanguageModel;
  /** Milliseconds without a sign of life after which a request is given up. */
  readonly #patience: number;

  constructor(state: RunState, model: LanguageModel, system: string, patience: number) {
    this.#state = state;
    this.#model = model;
    this.#patience = patience;
    this.transcript = new Transcript(state.gauge, system, tokenBreaker(model.info.controlTokens));
  }

  /** Tokens that the context has left beside the prompt. */
  get room(): number {
    return this.#model.info.contextLength - this.transcript.tokens;
  }

  /**
   * Asks for the next reply, of `maxTokens` at most and as much as there is room for. A lost device
   * is given one more try. Throws what the model throws, `context-exceeded` when there is no room,
   * and the signal's reason.
   */
  async ask(format: JsonSchemaFormat, maxTokens: number, callsLeft: number): Promise<TalkReply> {
    const state = this.#state;
    const room = Math.min(maxTokens, this.room);
    if (room < leastReply) {
      throw new PagehoundError(
        "context-exceeded",
        "There is no room left for a reply in the model's context.",
      );
    }
    const turn = state.meter.usage.turns + 1;
    state.emit({ type: "turn-start", turn, callsLeft });
    const request = {
      messages: this.transcript.messages,
      responseFormat: format,
      maxTokens: room,
      temperature: 0,
    };
    try {
      return await this.#send(request);
    } catch (error) {
      if (!PagehoundError.isInstance(error) || error.code !== "device-lost") throw error;
      state.tracer.note("device-lost", error.message);
      return this.#send(request);
    }
  }

  async #send(request: ChatRequest & { responseFormat: JsonSchemaFormat }): Promise<TalkReply> {
    const { meter, tracer, gauge, emit } = this.#state;
    const { transcript } = this;
    const keptMessages = transcript.keptMessages;
    const asked = {
      keptMessages,
      addedMessages: request.messages.slice(keptMessages),
      format: request.responseFormat.name,
      at: meter.elapsed,
    };
    const estimated = transcript.tokens;
    const reusable = transcript.reusableTokens;
    meter.add({ turns: 1 });
    transcript.send();
    const drafts = new DraftStream((index, text) => emit({ type: "sentence-draft", index, text }));
    try {
      const reply = await this.#complete(request, (delta) => {
        meter.noteFirstToken();
        drafts.add(delta);
      });
      tracer.turn({ ...asked, reply, failure: null });
      const { promptTokens, reusedTokens, completionTokens } = reply.usage;
      meter.add({
        promptTokens: promptTokens || estimated,
        reusedTokens: reusedTokens ?? Math.min(reusable, promptTokens || estimated),
        generatedTokens: completionTokens,
      });
      gauge.learn(estimated, promptTokens);
      const whole = reply.finishReason === "stop";
      transcript.reply(reply.content, whole);
      return { content: reply.content, whole };
    } catch (thrown) {
      const error = this.#understood(thrown);
      const { code, message } = error;
      tracer.turn({ ...asked, reply: null, failure: { code, message } });
      throw error;
    }
  }

  /** The request, given up when nothing comes for too long, and cut off when too much comes. */
  async #complete(request: ChatRequest, onProgress: (delta: string) => void): Promise<ChatReply> {
    const started = performance.now();
    const most = (request.maxTokens ?? 0) * mostCharactersPerToken;
    let content = "";
    const silence = new AbortController();
    const signal = AbortSignal.any([this.#state.signal, silence.signal]);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listen = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(silent(this.#patience)), this.#patience);
    };
    listen();
    let cutOff: (reply: ChatReply) => void = () => {};
    const tooLong = new Promise<ChatReply>((resolve) => {
      cutOff = resolve;
    });
    try {
      const reply = this.#model.complete(request, {
        signal,
        onProgress: (delta) => {
          if (silence.signal.aborted) return;
          listen();
          // All of it may come in one piece.
          const piece = delta.slice(0, most + 1 - content.length);
          content += piece;
          onProgress(piece);
          if (content.length <= most) return;
          cutOff(cutReply(content, performance.now() - started));
          silence.abort(new DOMException("The reply is too long.", "AbortError"));
        },
      });
      // A model that does not heed its signal is not waited for.
      const given = await Promise.race([tooLong, untilAborted(reply, signal)]);
      // Nor one that says all at its end.
      if (given.content.length <= most + 1) return given;
      return cutReply(given.content.slice(0, most), performance.now() - started);
    } finally {
      clearTimeout(timer);
    }
  }

  /** What a model threw as a typed error; the reason of an abort is thrown on as it is. */
  #understood(thrown: unknown): PagehoundError {
    this.#state.signal.throwIfAborted();
    if (PagehoundError.isInstance(thrown)) return thrown;
    return new PagehoundError("model-failed", "The model failed while it was answering.", {
      cause: thrown,
    });
  }
}

/** A reply that was cut off here, because the model did not. What it cost is not known. */
function cutReply(content: string, total: number): ChatReply {
  return {
    content,
    finishReason: "length",
    usage: { promptTokens: 0, reusedTokens: null, completionTokens: 0 },
    timing: { firstToken: null, total },
  };
}

function silent(patience: number): PagehoundError {
  const seconds = Math.round(patience / 1000);
  return new PagehoundError(
    "model-failed",
    `The model gave no sign of life for ${seconds} seconds, so it was no longer waited for. A smaller model may do better on this device.`,
  );
}
