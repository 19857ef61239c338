import { answerTokens } from "./answer-tokens.js";

/** Exact match of SQuAD (Rajpurkar et al. 2016): whether both have the same tokens in the same order. */
export function exactMatch(answer: string, gold: string): boolean {
  return answerTokens(answer).join(" ") === answerTokens(gold).join(" ");
}
