import { mean } from "../../../src/evaluation/metrics/metric-info.js";
import type { VocabularyPoint } from "./words.js";

/** Heaps' law: a text of n words has about K · n^β distinct words. */
export interface HeapsLaw {
  readonly k: number;
  readonly beta: number;
}

/** Fits the law by least squares: a straight line through the logarithms. */
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
 * The vocabulary that the law predicts for a text of `words` words that had the vocabulary `known`
 * earlier, applying β from there on.
 */
export function vocabularyAt({ beta }: HeapsLaw, known: VocabularyPoint, words: number): number {
  return known.vocabulary * (words / known.words) ** beta;
}
