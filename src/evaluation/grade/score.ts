import type { Basis } from "./gold.js";
import type { Found, Measured } from "./measure.js";

/** How much of gold an answer has to say; `middle` and `number` are weights, the others shares of gold. */
export interface Thresholds {
  /** What is asked of an answer when gold is short, and when it is long. */
  readonly short: number;
  readonly long: number;
  /** Weight of gold's words and numbers at which what is asked lies in the middle of the two. */
  readonly middle: number;
  /** What a number of gold weighs; a name weighs 2. */
  readonly number: number;
  /** What it counts besides when the answer says nothing that gold does not. */
  readonly precision: number;
  /** What the same yes or no counts, and what the other takes off; twice when it opens the answer. */
  readonly polarity: number;
}

/**
 * Among the best that `npm run eval:grader -- --path FILE --fit` finds on the tuning half of
 * FinanceBench's graded answers (arXiv:2311.11944), those that also suit answers of general knowledge
 * that people graded (EVOUNA, arXiv:2305.12421).
 */
export const thresholds: Thresholds = {
  short: 0.4,
  long: 0.1,
  middle: 4,
  number: 2,
  precision: 0.2,
  polarity: 0.6,
};

/** What a comparison comes to. */
export interface Score {
  readonly basis: Basis;
  /** Above 0 when the answer is correct; how far depends on the basis. */
  readonly score: number;
  /** One clause for people. */
  readonly reason: string;
}

/** Weighs what was measured. */
export function scoreOf(measured: Measured, weights: Thresholds = thresholds): Score {
  const { basis, gold, claimedNumbers } = measured;
  if (basis === "number") {
    const all = claimedNumbers === gold.numbers;
    return {
      basis,
      score: all ? 1 : -1,
      reason: all ? "claims gold's number" : "does not claim gold's number",
    };
  }
  const { said, score } = textScore(measured, weights);
  const share = `says ${Math.round(said * 100)} % of what gold says`;
  if (measured.agrees === 0) return { basis, score, reason: share };
  const weight = weights.polarity * (measured.leading ? 2 : 1);
  const word = measured.told > 0 ? "yes" : "no";
  if (measured.agrees < 0) {
    return {
      basis,
      score: score - weight,
      reason: `says ${word}, which gold does not, and ${share}`,
    };
  }
  if (measured.otherAmounts) {
    return { basis, score: -1, reason: `says ${word} as gold does, but for other amounts` };
  }
  return { basis, score: score + weight, reason: `says ${word}, as gold does` };
}

function textScore(
  { gold, found, precision }: Measured,
  weights: Thresholds,
): { readonly said: number; readonly score: number } {
  const weigh = ({ words, numbers }: Found): number => words + weights.number * numbers;
  const total = weigh(gold);
  const said = total === 0 ? 0 : weigh(found) / total;
  const asked = weights.long + (weights.short - weights.long) / (1 + (total / weights.middle) ** 2);
  const bonus = said > 0 ? weights.precision * precision : 0;
  return { said, score: said + bonus - asked };
}
