import type { Embedder } from "../embed/embedder.js";
import type { EvaluationQuestion } from "./data-set.js";
import { cosineSimilarity } from "./metrics/cosine-similarity.js";
import type { EvaluationRecord } from "./outcome.js";

/**
 * The highest cosine similarity of a recorded answer's vector to that of a gold answer; null where
 * there is no answer in words, or no gold answer. Throws what the embedder throws.
 */
export async function answerSimilarity(
  embedder: Embedder,
  question: EvaluationQuestion,
  { outcome }: EvaluationRecord,
  signal: AbortSignal,
): Promise<number | null> {
  const golds = question.answers.filter((gold) => gold.trim() !== "");
  const answer = outcome?.answer;
  if (answer?.kind !== "answered" || golds.length === 0 || question.unanswerable) return null;
  const texts = [answer.text, ...golds];
  const [given, ...gold] = await embedder.embed(texts, { kind: "passage", signal });
  return given ? Math.max(...gold.map((vector) => cosineSimilarity(given, vector))) : null;
}
