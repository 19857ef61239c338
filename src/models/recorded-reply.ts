import { type CallOptions, type ErrorCode, PagehoundError } from "../core/index.js";
import type { ChatReply } from "./language-model.js";
import type { RecordedExchange } from "./recorded-exchange.js";

/**
 * Returns the recorded reply of the request number `index`, or fails as the request did. Throws
 * `model-failed` if fewer requests were recorded.
 */
export function recordedReply(
  recording: readonly RecordedExchange[],
  index: number,
  { signal, onProgress }: CallOptions<string> = {},
): ChatReply {
  signal?.throwIfAborted();
  const exchange = recording[index];
  if (!exchange) {
    throw new PagehoundError(
      "model-failed",
      `The recording has only ${recording.length} replies: the run took a different course.`,
    );
  }
  const { reply, failure } = exchange;
  if (reply) {
    onProgress?.(reply.content);
    return reply;
  }
  const { code, message } = failure ?? { code: "model-failed", message: "The model failed." };
  throw new PagehoundError(code as ErrorCode, message);
}
