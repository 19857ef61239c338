import type { AnswerSentence } from "../../agent/answer.js";
import { type NumberKind, numbersIn } from "../../core/numbers.js";

const counted: readonly NumberKind[] = ["quantity", "year", "date", "ordinal"];

/**
 * The share of an answer's numbers that were supported: found in what is cited or in the question, or
 * given by the calculator. Null without numbers.
 *
 * Counted are the quantities, years, days and ordinals in digits of each sentence, and what is named
 * in `unsupportedNumbers` besides, such as numbers in words and names with a number. Each time that a
 * sentence has a number counts.
 */
export function supportedNumbers(sentences: readonly AnswerSentence[]): number | null {
  let all = 0;
  let unsupported = 0;
  for (const sentence of sentences) {
    const numbers = numbersIn(sentence.text)
      .filter(({ kind }) => counted.includes(kind))
      .map(({ text }) => text);
    all += numbers.length;
    for (const named of sentence.unsupportedNumbers) {
      unsupported++;
      // "March 14" names the day in it.
      const at = numbers.findIndex((number) => named.includes(number));
      if (at >= 0) numbers.splice(at, 1);
      else all++;
    }
  }
  return all === 0 ? null : (all - unsupported) / all;
}
