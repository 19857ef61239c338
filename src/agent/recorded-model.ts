import { type ErrorCode, PagehoundError } from "../core/errors.js";
import type { LanguageModel, ModelInfo } from "../model/language-model.js";
import type { Trace, TracedTurn } from "./trace.js";

/** A model that gives back what another replied, in the same order. */
export interface RecordedModel extends LanguageModel {
  /** How many requests were made to it. */
  readonly requests: number;
}

/**
 * The model of a trace, played from the recording: a request that failed then fails in the same way.
 * Throws `model-failed` when more is asked than was recorded.
 */
export function recordedModel(info: ModelInfo, steps: Trace["steps"]): RecordedModel {
  const turns = recordedTurns(steps);
  let requests = 0;
  return {
    info,
    get requests() {
      return requests;
    },
    complete: async (_request, options) => {
      options?.signal?.throwIfAborted();
      const turn = turns[requests++];
      if (!turn) {
        throw new PagehoundError(
          "model-failed",
          `The recording has no more than ${turns.length} replies: the run has taken another course.`,
        );
      }
      const { reply, failure } = turn;
      if (reply) {
        options?.onProgress?.(reply.content);
        return reply;
      }
      const { code, message } = failure ?? { code: "model-failed", message: "The model failed." };
      throw new PagehoundError(code as ErrorCode, message);
    },
    unload: async () => {},
  };
}

/** The requests to the model that a trace has recorded. */
export function recordedTurns(steps: Trace["steps"]): readonly TracedTurn[] {
  return steps.filter((step) => step.type === "turn");
}
