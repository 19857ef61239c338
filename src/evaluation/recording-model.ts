import { PagehoundError } from "../core/errors.js";
import type { ChatReply, ChatRequest, LanguageModel } from "../model/language-model.js";
import type { RecordedExchange } from "./outcome.js";

/** A model that notes what it is asked and what it says. */
export interface RecordingModel {
  readonly model: LanguageModel;
  /** All requests so far, in the order in which they were made. */
  exchanges(): readonly RecordedExchange[];
}

interface Noted {
  readonly request: ChatRequest;
  reply: ChatReply | null;
  failure: RecordedExchange["failure"];
}

/** Wraps a model so that every request to it is recorded, those that fail included. */
export function recordingModel(model: LanguageModel): RecordingModel {
  const noted: Noted[] = [];
  return {
    model: {
      info: model.info,
      complete: async (request, options) => {
        const exchange: Noted = { request, reply: null, failure: null };
        noted.push(exchange);
        try {
          exchange.reply = await model.complete(request, options);
          return exchange.reply;
        } catch (thrown) {
          exchange.failure = failureOf(thrown);
          throw thrown;
        }
      },
      unload: () => model.unload(),
    },
    exchanges: () =>
      noted.map(({ request, reply, failure }, index) => {
        const before = noted[index - 1]?.request.messages ?? [];
        const { messages, responseFormat } = request;
        const keptMessages = keptFrom(before, messages);
        return {
          keptMessages,
          addedMessages: messages
            .slice(keptMessages)
            .map(({ role, content }) => ({ role, content })),
          format: responseFormat?.name ?? null,
          reply,
          failure,
        };
      }),
  };
}

/** The code and the words of an error, as they are kept in a record. */
export function failureOf(thrown: unknown): { readonly code: string; readonly message: string } {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: PagehoundError.isInstance(thrown) ? thrown.code : "internal", message };
}

/** How many messages at the beginning of `now` are the same as in `before`. */
function keptFrom(before: ChatRequest["messages"], now: ChatRequest["messages"]): number {
  const differs = now.findIndex(({ role, content }, index) => {
    const other = before[index];
    return other?.role !== role || other.content !== content;
  });
  return differs < 0 ? now.length : differs;
}
