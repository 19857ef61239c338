import {
  type AnswerUnit,
  answerUnits,
  beginsMessage,
  hasColumns,
  isClause,
  isListItem,
  type Span,
} from "../../core/index.js";
import { givesReason, keysOf, type ReadQuestion } from "../../figures/index.js";
import type { SearchHit, SearchResponse } from "../../search/index.js";
import { type AnswerFeatures, type Candidate, candidatesOf } from "./answer-features.js";
import { isShortReply } from "./kinds-of-answers.js";
import { refersBack, sentenceNaming } from "./pronouns.js";

/**
 * The weight of each feature in the log-odds of a sentence or row, compared with the others found
 * for the question. Fitted by `npm run -s bench -- answer-judgement`, which prints these constants.
 */
const weights: Readonly<Record<keyof AnswerFeatures, number>> = {
  cover: 5.06,
  heading: 0.97,
  before: 1.61,
  after: 0.28,
  around: -0.45,
  alike: 2.59,
  pairs: 2.28,
  namesLacking: -1.61,
  hasFigure: 1.88,
  hasCount: 1.02,
  hasPlace: 1.34,
  hasMeasure: 2.78,
  hasMoney: 2.17,
  hasName: 1.28,
  hasWording: 1.11,
  news: -1.51,
  hasYear: 1.24,
  otherYear: -0.55,
  score: 3.2,
  rank: 1.07,
  row: -1.24,
  label: 2,
  sureFigure: 0.78,
  figure: 0.49,
};

/** The features that decide whether the best candidate is the answer. */
export interface BestFeatures {
  readonly odds: number;
  /** The candidate's share of the odds of all candidates. */
  readonly share: number;
  /** The share of the odds of all candidates in the same passage. */
  readonly passage: number;
  /** The distance of its log-odds from those of the best candidate in another passage. */
  readonly margin: number;
  readonly cover: number;
  /** Share of the question's words that the heading and the passage add. */
  readonly context: number;
  readonly missing: number;
  readonly namesLacking: number;
  /** 1 if the candidate has the requested kind of thing. */
  readonly kind: number;
  /** 1 if a number, a date, a person or a place is asked for and the candidate has none. */
  readonly lacking: number;
  /** 1 if the candidate has a number in a requested unit, or the requested count. */
  readonly measure: number;
  /** 1 if a measure or a count is asked for and the candidate has none. */
  readonly lackingMeasure: number;
  /** The part of `cover` and `context` that is due only to words with similar meanings. */
  readonly alike: number;
  readonly row: number;
}

/** Fitted like `weights`. */
const bestBias = -4;
const bestWeights: Readonly<Record<keyof BestFeatures, number>> = {
  odds: 0.18,
  share: 0.27,
  passage: 2.1,
  margin: 0.29,
  cover: 1.27,
  namesLacking: -0.99,
  row: -0.78,
  missing: -4.61,
  context: 0.08,
  kind: -0.32,
  lacking: -1.05,
  measure: 0.26,
  lackingMeasure: -0.75,
  alike: 2.41,
};
/** Larger margins count as this one. */
const widestMargin = 5;

/** Minimum probability at which the best candidate is shown as the likely answer. */
const likely = 0.5;
/** Minimum probability at which the best candidate is shown as a possible answer. */
const possible = 0.35;
/** Candidates with lower odds count as none, though they may be the only ones. */
const leastOdds = 2;

export interface ScoredCandidate extends Candidate {
  readonly odds: number;
}

export interface BestCandidate {
  readonly best: ScoredCandidate;
  readonly features: BestFeatures;
  /** The probability that it is the answer, from 0 to 1. */
  readonly probability: number;
}

/** The sentences and rows of a search's passages that may be the answer, the likeliest first. */
export function scoredCandidates(
  response: SearchResponse,
  question: ReadQuestion,
): readonly ScoredCandidate[] {
  return candidatesOf(response, question)
    .map((candidate) => ({ ...candidate, odds: weighed(candidate.features, weights, 0) }))
    .sort((a, b) => b.odds - a.odds);
}

/** The likeliest candidate of a list, in which the likeliest come first; null if there is none. */
export function bestOf(
  candidates: readonly ScoredCandidate[],
  hits: readonly SearchHit[],
): BestCandidate | null {
  const best = candidates.find(({ isOut }) => !isOut);
  if (!best || best.odds < leastOdds) return null;
  const textOf = ({ hit, unit }: ScoredCandidate): string =>
    hits[hit]?.text.slice(unit.start, unit.end) ?? "";
  const text = textOf(best);
  const others = candidates.filter((other) => textOf(other) !== text);
  const rival = others.find(({ hit }) => hit !== best.hit);
  const sumOf = (some: readonly ScoredCandidate[]): number =>
    some.reduce((sum, { odds }) => sum + Math.exp(odds - best.odds), 0);
  // Copies of the same sentence count once.
  const whole = sumOf([best, ...others]);
  const { cover, heading, before, around, namesLacking, row } = best.features;
  const { hasFigure, hasName, hasWording } = best.features;
  const features: BestFeatures = {
    odds: best.odds,
    share: 1 / whole,
    passage: sumOf(candidates.filter(({ hit }) => hit === best.hit)) / whole,
    margin: rival ? Math.min(widestMargin, best.odds - rival.odds) : widestMargin,
    ...{ cover, namesLacking, row, missing: best.missing },
    context: heading + before + around,
    kind: hasFigure + hasName + hasWording,
    lacking: best.lacking,
    measure: Math.min(
      1,
      best.features.hasMeasure + best.features.hasMoney + best.features.hasCount,
    ),
    lackingMeasure: best.lackingMeasure,
    alike: best.features.alike,
  };
  return { best, features, probability: logistic(weighed(features, bestWeights, bestBias)) };
}

/**
 * Best candidates below this probability count as no answer. Of 898 questions about articles, 4% of
 * these were the answer.
 */
const hopeless = 0.05;

/**
 * True if nothing that a search found can be the answer, so that no model needs to look for it.
 * False if the search found figures of statements, or no positions of the question's words, because
 * such results cannot be judged this way.
 */
export function lacksAnswer(response: SearchResponse, question: ReadQuestion): boolean {
  const { hits } = response;
  if (hits.some(({ figures = [] }) => figures.length > 0)) return false;
  if (hits.every(({ marks }) => marks.length === 0)) return false;
  const best = bestOf(scoredCandidates(response, question), hits);
  return best === null || best.probability < hopeless;
}

/** Minimum odds, relative to the best sentence, for an adjacent sentence to be marked with it. */
const nearShare = 0.1;

/**
 * The sentences to mark for a candidate: the candidate itself and at most one adjacent sentence,
 * unless only one of the two has the requested figure. It is the previous one if the candidate
 * begins with "it" or "these", the next one if only that gives a reason that is asked for, otherwise
 * one that is likely enough. If a person is asked for and the candidate only says "she", it begins
 * with the sentence that names her.
 */
export function markedSpan(
  { hit, unit, odds, features }: ScoredCandidate,
  candidates: readonly ScoredCandidate[],
  text: string,
  { kind, keys }: Pick<ReadQuestion, "kind" | "keys">,
): Span {
  const { start, end } = unit;
  if (unit.kind === "row") return { start, end };
  // Items of a list, clauses, lines of columns and messages of a chat stand on their own.
  const follows = (first: Span, second: Span): boolean =>
    text.slice(first.end, second.start).trim() === "" &&
    !beginsItem(text.slice(second.start, second.end));
  const isBeside = (other: AnswerUnit): boolean =>
    other.start >= end ? follows(unit, other) : follows(other, unit);
  const neighbours = candidates.filter(
    (other) =>
      other.hit === hit &&
      other.unit.start !== start &&
      other.unit.kind === "sentence" &&
      !other.isOut &&
      other.odds <= odds &&
      other.features.hasFigure === features.hasFigure &&
      isBeside(other.unit),
  );
  const before = refersBack(text.slice(start, end))
    ? neighbours.find((other) => other.unit.start < start)
    : undefined;
  const reason =
    kind === "reason"
      ? neighbours.find(
          (other) => other.unit.start >= end && other.features.hasWording > features.hasWording,
        )
      : undefined;
  // "Yes." alone says little, and the next sentence may give the reason.
  const isShort = isShortReply(text.slice(start, end));
  const lacksReason = kind === "reason" && !reason && features.hasWording === 0;
  const more = isShort || lacksReason ? sentenceBehind(text, end) : undefined;
  if (more && (isShort || givesReason(text.slice(more.start, more.end))))
    return { start, end: more.end };
  const near =
    before ?? reason ?? neighbours.find((other) => Math.exp(other.odds - odds) >= nearShare);
  const named = kind === "person" ? sentenceNaming(text, unit, keys) : undefined;
  if (named) return { start: named.start, end };
  if (!near) return { start, end };
  return { start: Math.min(start, near.unit.start), end: Math.max(end, near.unit.end) };
}

function beginsItem(content: string): boolean {
  const [line = ""] = content.split("\n", 1);
  return isListItem(line) || hasColumns(line) || isClause(line) || beginsMessage(line);
}

/** The sentence of the same paragraph after a place in a text. */
function sentenceBehind(text: string, from: number): Span | undefined {
  const [rest = ""] = text.slice(from).split("\n\n", 1);
  const [next] = answerUnits(rest);
  return next && { start: from + next.start, end: from + next.end };
}

/** The displayed confidence for a probability; null if nothing should be marked. */
export function certaintyOf(probability: number): "likely" | "possible" | null {
  return probability >= likely ? "likely" : probability >= possible ? "possible" : null;
}

/** The words of a question that no searched document contains, except asking and corrected ones. */
export function missingWords(
  { unmatched, corrections }: SearchResponse,
  question: ReadQuestion,
): readonly string[] {
  const corrected = new Set(corrections.map(({ from }) => from));
  return unmatched.filter(
    (word) => !corrected.has(word) && !onlyAsks(word, question) && !onlyJoins(word, question),
  );
}

/** True if a word of a question says nothing about what it asks for, such as "many". */
export function onlyAsks(word: string, { asking }: Pick<ReadQuestion, "asking">): boolean {
  return keysOf(word).every((key) => asking.has(key));
}

/** True if a word only joins others: "nous", in whatever language the rest of the question is. */
function onlyJoins(word: string, { joining }: Pick<ReadQuestion, "joining">): boolean {
  return keysOf(word).every((key) => joining.has(key));
}

/**
 * True if no searched document contains a name or number from the question, or the role, the quality,
 * the thing or the things to be counted that it asks about ("auditor" in "Who is the auditor of
 * Acme?"), so that no text can answer it.
 */
export function lacksName(response: SearchResponse, question: ReadQuestion): boolean {
  const { alike = [], hits } = response;
  const { kind, names, role, quality, counted, thing, keys } = question;
  // A similar word counts only next to another word of the question.
  const hasAlike = (key: string): boolean => {
    const forms = alike.flatMap(({ word, forms }) => (keysOf(word).includes(key) ? forms : []));
    const similar = new Set(forms.flatMap(keysOf));
    const others = new Set(keys.filter((other) => other !== key && other.length > 3));
    return hits.some(({ text, heading, path }) => {
      const found = keysOf(`${text} ${heading ?? ""} ${path}`);
      return found.some((one) => similar.has(one)) && found.some((one) => others.has(one));
    });
  };
  return missingWords(response, question).some((word) =>
    keysOf(word).some(
      (key) =>
        names.has(key) ||
        role.has(key) ||
        ((quality.has(key) || counted.has(key) || (kind === "any" && thing.has(key))) &&
          !hasAlike(key)),
    ),
  );
}

/** The probability of log-odds. */
function logistic(odds: number): number {
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
