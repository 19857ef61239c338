import { mean } from "../../../src/evaluation/metrics/metric-info.js";
import type { VocabularyPoint } from "./words.js";

/** Heaps' law: a text of n words has about K · n^β distinct ones. */
export interface HeapsLaw {
  readonly k: number;
  readonly beta: number;
}

/** The law that fits best: a straight line through the logarithms, by least squares. */
export function fitHeaps(growth: readonly VocabularyPoint[]): HeapsLaw {
  const x = growth.map(({ words }) => Math.log(words));
  const y = growth.map(({ vocabulary }) => Math.log(vocabulary));
  const [meanX, meanY] = [mean(x), mean(y)];
  const slope = (others: readonly number[], middle: number) =>
    mean(x.map((value, index) => (value - meanX) * ((others[index] ?? 0) - middle)));
  const beta = slope(y, meanY) / slope(x, meanX);
  return { beta, k: Math.exp(meanY - beta * meanX) };
}

/**
 * The vocabulary of a text of `words` words by the law, if it had the one at `known` before: the
 * law's β applies from there on.
 */
export function vocabularyAt({ beta }: HeapsLaw, known: VocabularyPoint, words: number): number {
  return known.vocabulary * (words / known.words) ** beta;
}
