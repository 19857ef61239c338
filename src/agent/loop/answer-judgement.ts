import { keysOf, type ReadQuestion } from "../../figures/index.js";
import type { SearchHit, SearchResponse } from "../../search/index.js";
import { type AnswerFeatures, type Candidate, candidatesOf } from "./answer-features.js";

/**
 * What each feature adds to the log-odds that a sentence or row is the answer. Fitted by
 * `npm run -s bench -- answer-judgement`, which prints these constants again.
 */
const bias = -4.39;
const weights: Readonly<Record<keyof AnswerFeatures, number>> = {
  cover: 0.79,
  heading: 2.13,
  beside: 0.09,
  behind: -3.22,
  missing: -3.09,
  absent: -2.86,
  pairs: 1.07,
  namesLacking: -1.62,
  hasKind: 0.37,
  lacksKind: -0.33,
  hasYear: 0.14,
  otherYear: -1.34,
  score: 1.15,
  rank: 2.47,
  row: -1.89,
  label: 1.61,
  sureFigure: 0.93,
  figure: 1.15,
};

/** Weights that decide if the best candidate is the answer. Fitted like `weights`. */
export interface BestFeatures {
  /** Its log-odds … */
  readonly odds: number;
  /** … and how far they are above those of the best one in another passage. */
  readonly margin: number;
  readonly cover: number;
  readonly missing: number;
}

const bestBias = -2.93;
const bestWeights: Readonly<Record<keyof BestFeatures, number>> = {
  odds: 0.17,
  margin: 0.7,
  cover: 1.8,
  missing: -3.77,
};
/** The log-odds that stand for those of no other candidate. */
const noRival = -5;

/** From this probability on, the best candidate is shown as the likely answer … */
const likely = 0.5;
/** … and from this one on as a possible one. */
const possible = 0.25;

/** A candidate with its log-odds. */
export interface ScoredCandidate extends Candidate {
  readonly odds: number;
}

/** The best of some candidates. */
export interface BestCandidate {
  readonly best: ScoredCandidate;
  readonly features: BestFeatures;
  /** How likely it is the answer, from 0 to 1. */
  readonly probability: number;
}

/** The sentences and rows of a search's passages that may be the answer, the likeliest first. */
export function scoredCandidates(
  response: SearchResponse,
  question: ReadQuestion,
): readonly ScoredCandidate[] {
  return candidatesOf(response, question)
    .map((candidate) => ({ ...candidate, odds: weighed(candidate.features, weights, bias) }))
    .sort((a, b) => b.odds - a.odds);
}

/** The likeliest of some candidates, which are in order; null of none. */
export function bestOf(
  candidates: readonly ScoredCandidate[],
  hits: readonly SearchHit[],
): BestCandidate | null {
  const [best] = candidates;
  if (!best) return null;
  const textOf = ({ hit, unit }: ScoredCandidate): string =>
    hits[hit]?.text.slice(unit.start, unit.end) ?? "";
  const rival = candidates.find(
    (other) => other.hit !== best.hit && textOf(other) !== textOf(best),
  );
  const { cover, missing } = best.features;
  const features = {
    ...{ odds: best.odds, cover, missing },
    margin: best.odds - (rival?.odds ?? noRival),
  };
  return { best, features, probability: logistic(weighed(features, bestWeights, bestBias)) };
}

/** How a probability is shown; null if nothing is to be marked. */
export function certaintyOf(probability: number): "likely" | "possible" | null {
  return probability >= likely ? "likely" : probability >= possible ? "possible" : null;
}

/**
 * The words of a question that no document searched has, without those that only ask, and those that
 * were mistaken for typing errors.
 */
export function missingWords(
  { unmatched, corrections }: SearchResponse,
  { asking }: ReadQuestion,
): readonly string[] {
  const corrected = new Set(corrections.map(({ from }) => from));
  return unmatched.filter(
    (word) => !corrected.has(word) && !keysOf(word).every((key) => asking.has(key)),
  );
}

/** Whether a name or a number of a question stands in no document searched, so that no text answers it. */
export function lacksName(response: SearchResponse, question: ReadQuestion): boolean {
  return missingWords(response, question).some((word) =>
    keysOf(word).some((key) => question.names.has(key)),
  );
}

/** The probability of log-odds. */
export function logistic(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}

function weighed<Name extends string>(
  features: Readonly<Record<Name, number>>,
  by: Readonly<Record<Name, number>>,
  constant: number,
): number {
  let sum = constant;
  for (const name in by) sum += features[name] * by[name];
  return sum;
}
