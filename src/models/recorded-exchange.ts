import { count, list, nullable, number, object, oneOf, type Shape, text } from "../core/index.js";
import type { ChatReply } from "./language-model.js";

/**
 * A recorded request to a model and its reply. Only what the request adds is kept, because prompts
 * mostly grow at the end.
 */
export interface RecordedExchange {
  /** How many messages at the start of the prompt are the same as in the previous exchange. */
  readonly keptMessages: number;
  readonly addedMessages: readonly { readonly role: string; readonly content: string }[];
  /** Name of the requested format, or null. */
  readonly format: string | null;
  /** Null if the request failed. */
  readonly reply: ChatReply | null;
  /** Code and message of the failure; null if there was none. */
  readonly failure: { readonly code: string; readonly message: string } | null;
}

/** The members of a recorded request to a model and its reply. */
export const exchangeShapes: {
  readonly [Name in keyof RecordedExchange]: Shape<RecordedExchange[Name]>;
} = {
  keptMessages: count,
  addedMessages: list(object({ role: text, content: text })),
  format: nullable(text),
  reply: nullable(
    object({
      content: text,
      finishReason: oneOf("stop", "length"),
      usage: object({
        promptTokens: number,
        reusedTokens: nullable(number),
        completionTokens: number,
      }),
      timing: object({ firstToken: nullable(number), total: number }),
    }),
  ),
  failure: nullable(object({ code: text, message: text })),
};
