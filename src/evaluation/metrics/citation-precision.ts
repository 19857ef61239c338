import type { AnswerSentence } from "../../agent/answer.js";

/**
 * Citation precision: of the citations that the model claimed, the share whose quote stands at the
 * cited place. Code checks every one: `citations` were kept, `dropped` were not. Null when none was
 * claimed. After the citation precision of Gao et al. (ALCE, arXiv:2305.14627), where a model judges.
 */
export function citationPrecision(sentences: readonly AnswerSentence[]): number | null {
  const kept = sentences.reduce((sum, { citations }) => sum + citations.length, 0);
  const dropped = sentences.reduce((sum, sentence) => sum + sentence.dropped.length, 0);
  return kept + dropped === 0 ? null : kept / (kept + dropped);
}
