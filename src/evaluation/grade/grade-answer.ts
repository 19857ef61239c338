import { findClaims } from "./claims.js";
import { type Basis, readGold } from "./gold.js";
import { measure } from "./measure.js";
import { asksWhether } from "./polarity.js";
import { findRefusal } from "./refusal.js";
import { type Score, scoreOf, type Thresholds, thresholds } from "./score.js";

/** An answer and what it is graded by. */
export interface GradedQuestion {
  readonly question: string;
  /** Answers, any of which is right. */
  readonly goldAnswers: readonly string[];
  readonly answer: string;
}

export type Verdict = "correct" | "incorrect" | "refusal";

/** A grade with its reason. */
export interface Grade {
  readonly verdict: Verdict;
  /** One sentence for people. */
  readonly reason: string;
  /** What decided. */
  readonly basis: Basis | "same-text" | "refusal" | "no-gold";
}

/**
 * Grades an answer by rules, without a model: the same in every run, in Node as in browsers. Never
 * throws. English wording is understood; numbers in the languages of `numbersIn`.
 *
 * - Gold is a number: correct when the answer claims it, in its opening or concluding sentences, up
 *   to rounding; scale words, currency, and percent against fraction make no difference.
 * - Gold says yes or no: the answer's yes or no counts most, then gold's words and numbers. The same
 *   yes with other amounts is incorrect.
 * - Gold is a text: the share of its words and numbers that the answer says, of those that the
 *   question does not; less is asked when gold is long. Any order and any words between will do, so
 *   an answer that says the opposite in gold's words passes.
 *
 * An answer that declines to answer is a refusal, unless gold's number or most of its words follow.
 * One that repeats a gold answer is correct. With several gold answers the best comparison counts;
 * without any, nothing is correct. Of an answer only the first 30,000 characters are read.
 *
 * How far this agrees with people: `npm run eval:grader`.
 *
 * @param weights other thresholds than those in use, to try them
 */
export function gradeAnswer(
  { question, goldAnswers, answer: whole }: GradedQuestion,
  weights: Thresholds = thresholds,
): Grade {
  const answer = whole.slice(0, longestAnswer);
  const golds = goldAnswers.filter((gold) => gold.trim() !== "");
  const same = golds.find((gold) => folded(gold) === folded(answer));
  if (same !== undefined) {
    return { verdict: "correct", reason: "The answer is gold, word for word.", basis: "same-text" };
  }
  const declined = findRefusal(answer, asksWhether(question));
  const best = bestOf(question, golds, declined ? declined.rest : answer, weights);
  if (declined && !(best && best.score > afterAll[best.basis])) {
    const reason =
      declined.sentence === ""
        ? "The answer is empty."
        : `It declines to answer: "${cut(declined.sentence)}"`;
    return { verdict: "refusal", reason, basis: "refusal" };
  }
  if (!best) return { verdict: "incorrect", reason: "There is no gold answer.", basis: "no-gold" };
  const verdict = best.score > 0 ? "correct" : "incorrect";
  return { verdict, reason: `It ${best.reason}.`, basis: best.basis };
}

/**
 * How clearly an answer that also declines has to be correct to count: people take a number or a
 * name for an answer, but no guess at a yes.
 */
const afterAll: Readonly<Record<Basis, number>> = {
  number: 0,
  text: 0.5,
  "yes-no": Number.POSITIVE_INFINITY,
};

function bestOf(
  question: string,
  golds: readonly string[],
  answer: string,
  weights: Thresholds,
): Score | undefined {
  const claims = findClaims(answer);
  return golds
    .map((gold) => scoreOf(measure(question, readGold(question, gold), claims), weights))
    .sort((one, other) => other.score - one.score)[0];
}

/** Characters; what is longer is no answer but a copied document. */
const longestAnswer = 30_000;
const longestQuote = 160;

function cut(sentence: string): string {
  return sentence.length > longestQuote ? `${sentence.slice(0, longestQuote)} …` : sentence;
}

function folded(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s.]+/g, " ")
    .trim();
}
