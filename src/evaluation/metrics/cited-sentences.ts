import type { AnswerSentence } from "../../agent/answer.js";

/**
 * Faithfulness by code: the share of an answer's sentences with at least one citation that was
 * verified. Null without sentences.
 *
 * The quantity is that of RAGAS (Es et al. 2023, which "Keyword search is all you need" reports); there
 * a model judges whether statements follow from what was retrieved, here quotes are looked up.
 */
export function citedSentences(sentences: readonly AnswerSentence[]): number | null {
  if (sentences.length === 0) return null;
  return sentences.filter(({ citations }) => citations.length > 0).length / sentences.length;
}
