import { wordTokens } from "./word-tokens.js";

/**
 * Answer length ratio (AU-RAG, section 6.1): words of the answer by words of gold; above 1 the answer
 * is longer. Null when gold has no words.
 */
export function answerLengthRatio(answer: string, gold: string): number | null {
  const length = wordTokens(gold).length;
  return length === 0 ? null : wordTokens(answer).length / length;
}
