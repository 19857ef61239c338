import type { RunUsage } from "../../agent/answer.js";
import type { EvaluationAnswer, RetrievedText, StrategyOutcome } from "../outcome.js";

/** What a strategy cost that asks no model; `begun` is when it began. */
export function usageWithoutModel(begun: number): RunUsage {
  return {
    calls: 0,
    turns: 0,
    promptTokens: 0,
    reusedTokens: 0,
    generatedTokens: 0,
    folds: 0,
    firstToken: null,
    total: Math.round(performance.now() - begun),
  };
}

/** What comes of a strategy that only retrieves; `depth` is how many texts at most. */
export function retrievedOnly(
  retrieved: readonly RetrievedText[],
  depth: number,
  begun: number,
): StrategyOutcome {
  return { retrieved, depth, answer: null, calls: [], usage: usageWithoutModel(begun) };
}

/** An answer that nothing of was checked. */
export function uncheckedAnswer(text: string): EvaluationAnswer {
  return { text, kind: "answered", reason: null, sentences: [], checked: false };
}

/** The model says that the documents do not tell. */
export const uncheckedNotFound: EvaluationAnswer = {
  text: "",
  kind: "not-found",
  reason: null,
  sentences: [],
  checked: false,
};

/** No answer came about. */
export function failedAnswer(reason: string, checked = false): EvaluationAnswer {
  return { text: "", kind: "failed", reason, sentences: [], checked };
}
