import { checkEach, checkShape } from "../core/arguments.js";
import { type ErrorCode, PagehoundError } from "../core/errors.js";
import type { ChatReply, ChatRequest, LanguageModel, ModelInfo } from "../models/language-model.js";
import { checkModel } from "../models/language-model.js";
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
  checkModel(model);
  const noted: Noted[] = [];
  return {
    model: {
      info: ofAnySpeed(model.info),
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

/** A model that plays a recording. */
export interface ReplayingModel {
  readonly model: LanguageModel;
  /** What was asked otherwise than it is recorded, the first of it, in words for people; null when nothing was. */
  difference(): string | null;
}

type Messages = readonly { readonly role: string; readonly content: string }[];

/**
 * Gives what another model replied, with its times and tokens, in the order in which it was asked; a
 * request that failed then fails in the same way. A request that differs from the recorded one is
 * answered all the same, and named by `difference`. Throws `model-failed` when more is asked than
 * was recorded.
 */
export function replayingModel(
  exchanges: readonly RecordedExchange[],
  info: ModelInfo,
): ReplayingModel {
  checkEach("What was recorded", exchanges, {});
  checkShape("The `info` of a model", info, { id: "string" });
  const recorded = recordedMessages(exchanges);
  let requests = 0;
  let difference: string | null = null;
  return {
    model: {
      info: ofAnySpeed(info),
      complete: async (request, options) => {
        options?.signal?.throwIfAborted();
        const index = requests++;
        const exchange = exchanges[index];
        if (!exchange) {
          difference ??= `The model was asked ${index + 1} times; the recording has ${exchanges.length}.`;
          throw new PagehoundError(
            "model-failed",
            `The recording has no more than ${exchanges.length} replies: the run has taken another course.`,
          );
        }
        difference ??= requestDifference(index, request, exchange, recorded[index] ?? []);
        const { reply, failure } = exchange;
        if (reply) {
          options?.onProgress?.(reply.content);
          return reply;
        }
        const { code, message } = failure ?? { code: "model-failed", message: "The model failed." };
        throw new PagehoundError(code as ErrorCode, message);
      },
      unload: async () => {},
    },
    difference: () => {
      if (difference !== null || requests >= exchanges.length) return difference;
      return `The model was asked ${requests} times; the recording has ${exchanges.length}.`;
    },
  };
}

/** The messages of each request in full. */
export function recordedMessages(exchanges: readonly RecordedExchange[]): readonly Messages[] {
  const all: Messages[] = [];
  for (const { keptMessages, addedMessages } of exchanges) {
    all.push([...(all.at(-1) ?? []).slice(0, keptMessages), ...addedMessages]);
  }
  return all;
}

function requestDifference(
  index: number,
  { messages, responseFormat }: ChatRequest,
  { format }: RecordedExchange,
  recorded: Messages,
): string | null {
  const request = `Request ${index + 1} to the model`;
  for (let at = 0; at < Math.max(messages.length, recorded.length); at++) {
    const now = messages[at];
    const then = recorded[at];
    if (now && then && now.role === then.role && now.content === then.content) continue;
    const message = `message ${at + 1}`;
    if (!now) return `${request} lacks ${message}, which the recording has.`;
    if (!then) return `${request} has ${message}, which the recording lacks.`;
    if (now.role !== then.role) {
      return `${request}: ${message} is by ${now.role}, in the recording by ${then.role}.`;
    }
    return `${request}: ${message} differs${textDifference(now.content, then.content)}`;
  }
  const asked = responseFormat?.name ?? null;
  if (asked === format) return null;
  return `${request} asks for ${asked ?? "free text"}, the recorded one for ${format ?? "free text"}.`;
}

/** Characters shown of each side where two texts part. */
const shown = 60;

function textDifference(now: string, then: string): string {
  if (withoutDocumentIds(now) === withoutDocumentIds(then)) {
    return " in the ids of documents only: they were added in another order than when it was recorded.";
  }
  let at = 0;
  while (now[at] === then[at]) at++;
  const around = (text: string) => {
    const piece = text.slice(Math.max(0, at - 20), at + shown);
    return piece === "" ? "nothing" : `“${piece.replace(/\s+/g, " ")}”`;
  };
  return ` at character ${at + 1}: ${around(now)}, in the recording ${around(then)}.`;
}

/** A text with every id of a document or of a place in it made the same. */
function withoutDocumentIds(text: string): string {
  return text.replace(/\bd\d+(?=\b|\.)/g, "d");
}

/** A model that is asked the same however fast it reads, so that what is recorded can be replayed anywhere. */
function ofAnySpeed(info: ModelInfo): ModelInfo {
  return { readingSpeed: Number.MAX_SAFE_INTEGER, ...info };
}
