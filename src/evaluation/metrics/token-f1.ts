import { answerTokens } from "./answer-tokens.js";
import { harmonicMean } from "./harmonic-mean.js";

/**
 * Token F1 of SQuAD (Rajpurkar et al. 2016): precision is the share of the answer's tokens that gold
 * has, recall the share of gold's tokens that the answer has, a token counting as often as both have
 * it. When one of them has no tokens, 1 if the other has none either, else 0.
 */
export function tokenF1(answer: string, gold: string): number {
  const ours = answerTokens(answer);
  const theirs = answerTokens(gold);
  if (ours.length === 0 || theirs.length === 0) return ours.length === theirs.length ? 1 : 0;
  const left = new Map<string, number>();
  for (const token of theirs) left.set(token, (left.get(token) ?? 0) + 1);
  let common = 0;
  for (const token of ours) {
    const count = left.get(token) ?? 0;
    if (count === 0) continue;
    left.set(token, count - 1);
    common++;
  }
  return harmonicMean(common / ours.length, common / theirs.length);
}
