import type { EvaluationQuestion } from "./data-set.js";
import type { ScoredRecord } from "./evaluate.js";
import type { EvaluationRecord } from "./outcome.js";
import { scoreRecord } from "./score-record.js";

/**
 * A record with its scores, those that a judge or vectors have given included. Needs nothing else, so
 * that a recording can be scored again at any time, with the same figures.
 */
export function scoredRecord(question: EvaluationQuestion, record: EvaluationRecord): ScoredRecord {
  const { judgement, similarity } = record;
  const judge = judgement?.verdict ? (judgement.verdict === "correct" ? 1 : 0) : undefined;
  return {
    record,
    scores: scoreRecord(question, record, { judge, similarity: similarity ?? undefined }),
  };
}
