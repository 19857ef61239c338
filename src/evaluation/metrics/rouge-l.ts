import { commonSubsequence } from "./common-subsequence.js";
import { harmonicMean } from "./harmonic-mean.js";
import { wordTokens } from "./word-tokens.js";

/**
 * ROUGE-L (Lin, "ROUGE: A Package for Automatic Evaluation of Summaries", 2004, section 3, sentence
 * level; AU-RAG reports it): the F1 (β = 1) of the longest common subsequence of words relative to
 * the answer's length and to gold's. Words are in small letters and not stemmed. 0 when one of them
 * has no words.
 */
export function rougeL(answer: string, gold: string): number {
  const ours = wordTokens(answer);
  const theirs = wordTokens(gold);
  if (ours.length === 0 || theirs.length === 0) return 0;
  const common = commonSubsequence(ours, theirs);
  return harmonicMean(common / ours.length, common / theirs.length);
}
