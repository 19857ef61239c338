import { cutText } from "../../core/index.js";
import { yesOrNoIn } from "../../figures/index.js";
import { type Basis, type Found, type Measured, measure, readGold } from "./measure.js";
import { answersQuestion, asksWhether, findClaims, splitSentences } from "./polarity.js";

export interface GradedQuestion {
  readonly question: string;
  /** Answers, any of which is right. */
  readonly goldAnswers: readonly string[];
  readonly answer: string;
}

/** Whether an answer is right; `refusal`: it says that the documents contain no answer. */
export type Verdict = "correct" | "incorrect" | "refusal";

export interface Grade {
  readonly verdict: Verdict;
  /** One sentence for people. */
  readonly reason: string;
  /** The basis of the decision. */
  readonly basis: Basis | "same-text" | "refusal" | "no-gold";
}

/**
 * Grades an answer by rules, without a model: the same in every run, in Node as in browsers. Never
 * throws. English wording is understood; numbers in the languages of `numbersIn`.
 *
 * - Gold is a number: correct if the answer claims it, up to rounding, in its opening or concluding
 *   sentences; scale words, currency, and percent or fraction make no difference.
 * - Gold says yes or no: the answer's yes or no counts most, then gold's words and numbers. The
 *   same yes with other amounts is incorrect, and so is one that introduces a sentence that does
 *   not say it ("Yes: …").
 * - Gold is a text: the answer needs a certain share of gold's words and numbers, apart from those
 *   of the question, and a smaller one if gold is long. Any order and any words between them are
 *   accepted, so an answer that says the opposite in gold's words passes.
 *
 * An answer that declines to answer is a refusal, unless gold's number or most of its words follow.
 * One that repeats a gold answer is correct. With several gold answers the best comparison counts;
 * without any, nothing is correct. Only the first 30,000 characters of an answer are read.
 *
 * How well this agrees with people: `npm run bench -- grader`.
 */
export function gradeAnswer({ question, goldAnswers, answer: whole }: GradedQuestion): Grade {
  const answer = whole.slice(0, longestAnswer);
  const golds = goldAnswers.filter((gold) => gold.trim() !== "");
  const same = golds.find((gold) => folded(gold) === folded(answer));
  if (same !== undefined) {
    return { verdict: "correct", reason: "The answer is gold, word for word.", basis: "same-text" };
  }
  const declined = findRefusal(answer, asksWhether(question));
  const best = bestOf(question, golds, declined ? declined.rest : answer);
  const { opening } = findClaims(answer);
  const isAnswered = declined?.before.some(
    (sentence) =>
      // A "yes" in a text that declines is a guess.
      (sentence === opening || !asksWhether(question)) && answersQuestion(question, sentence),
  );
  if (declined && !isAnswered && !(best && best.score > afterAll[best.basis])) {
    const reason =
      declined.sentence === ""
        ? "The answer is empty."
        : `It declines to answer: "${cutText(declined.sentence, longestQuote)}"`;
    return { verdict: "refusal", reason, basis: "refusal" };
  }
  if (!best) return { verdict: "incorrect", reason: "There is no gold answer.", basis: "no-gold" };
  if (best.basis === "yes-no" && isUnsaid(question, answer)) {
    const reason = "It says yes or no before a sentence that does not say so.";
    return { verdict: "incorrect", reason, basis: "yes-no" };
  }
  const verdict = best.score > 0 ? "correct" : "incorrect";
  return { verdict, reason: `It ${best.reason}.`, basis: best.basis };
}

/**
 * How clearly an answer that also declines must be correct to count: people accept a number or a
 * name, but not a guess at a yes.
 */
const afterAll: Readonly<Record<Basis, number>> = {
  number: 0,
  text: 0.5,
  "yes-no": Number.POSITIVE_INFINITY,
};

/** A yes or no that introduces one sentence: "Yes: Bicycles are permitted." */
const yesOrNoThenSentence = /^\s*(yes|no):\s+(\S.*)$/isu;
const name = /(?<=\S\s)\p{Uppercase}[\p{Alpha}\p{N}]*/gu;

/** Whether an answer says yes or no before a sentence that does not say it. */
function isUnsaid(question: string, answer: string): boolean {
  const [, word, sentence = ""] = yesOrNoThenSentence.exec(answer) ?? [];
  if (word === undefined || splitSentences(sentence).length !== 1) return false;
  // Sentences of a document do not repeat the name of its subject.
  const about = (question.match(name) ?? []).join(" ");
  return yesOrNoIn(question, sentence, about) !== word.toLowerCase();
}

function bestOf(question: string, golds: readonly string[], answer: string): Score | undefined {
  const claims = findClaims(answer);
  return golds
    .map((gold) => scoreOf(measure(question, readGold(question, gold), claims)))
    .sort((one, other) => other.score - one.score)[0];
}

/** Characters; a longer text is not an answer but a copied document. */
const longestAnswer = 30_000;
const longestQuote = 160;

function folded(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s.]+/g, " ")
    .trim();
}

/** How much of gold an answer must contain; `middle` and `number` are weights, the rest shares. */
export interface Thresholds {
  /** The required share for a short gold answer, and for a long one. */
  readonly short: number;
  readonly long: number;
  /** Weight of gold's words and numbers at which the required share is halfway between the two. */
  readonly middle: number;
  /** The weight of a number in gold; a name weighs 2. */
  readonly number: number;
  /** Additional credit if the answer says nothing that gold does not. */
  readonly precision: number;
  /** Credit for the same yes or no, and penalty for the other; doubled if it opens the answer. */
  readonly polarity: number;
}

/**
 * Chosen among the best that `npm run bench -- grader --path FILE --fit` finds on the tuning half
 * of FinanceBench's graded answers (arXiv:2311.11944), because they also suit answers of general
 * knowledge that people graded (EVOUNA, arXiv:2305.12421).
 */
export const thresholds: Thresholds = {
  short: 0.4,
  long: 0.1,
  middle: 4,
  number: 2,
  precision: 0.2,
  polarity: 0.6,
};

/** The result of a comparison. */
export interface Score {
  readonly basis: Basis;
  /** The score, above 0 if the answer is correct; its scale depends on the basis. */
  readonly score: number;
  /** One clause for people. */
  readonly reason: string;
}

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
  const { coverage, score } = textScore(measured, weights);
  const share = `says ${Math.round(coverage * 100)} % of what gold says`;
  if (measured.agrees === 0) return { basis, score, reason: share };
  const weight = weights.polarity * (measured.leading ? 2 : 1);
  const word = measured.polarity > 0 ? "yes" : "no";
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
): { readonly coverage: number; readonly score: number } {
  const weigh = ({ words, numbers }: Found): number => words + weights.number * numbers;
  const total = weigh(gold);
  const coverage = total === 0 ? 0 : weigh(found) / total;
  const needed =
    weights.long + (weights.short - weights.long) / (1 + (total / weights.middle) ** 2);
  const bonus = coverage > 0 ? weights.precision * precision : 0;
  return { coverage, score: coverage + bonus - needed };
}

/** In answers of at most this many sentences, the second one counts like the first. */
const shortAnswer = 3;

/** Verbs that mean giving an answer. */
const giving =
  "(?:definitively |conclusively |accurately |directly |reliably )?(?:be )?(?:answer(?:ed)?|determined?|provided?|calculated?|conclude[d]?|computed?|found|find|give[n]?|say|said|tell|told|confirm(?:ed)?|ascertain(?:ed)?|assess(?:ed)?|identif(?:y|ied)|known?|derived?|establish(?:ed)?|verif(?:y|ied)|completed?|evaluated?|compared?|access(?:ed)?|made|make|specif(?:y|ied)|state[d]?|locate[d]?|offer|help|assist|drawn|retrieved?|disclosed?|fulfil+)";

/** "I cannot determine": a statement like this is not an answer. */
const inability = [
  `\\b(?:can ?not|can't|could not|couldn't|unable to|not able to|(?:im|not )possible to|not in a position to)\\s+${giving}`,
  `\\bno (?:conclusion|answer) can be\\b`,
  "\\b(?:i|we) (?:do not|don't|did not|didn't|would not|wouldn't) (?:currently |actually |yet )?(?:have|know|possess|see|find)\\b(?! (?:any )?(?:doubt|reason))",
  "\\bi(?:'m| am) (?:sorry|afraid|unable|not (?:sure|certain|aware|able))\\b",
  "\\bas an? (?:ai|(?:large )?language model)\\b",
  "\\b(?:insufficient|not enough|inadequate) (?:information|data|evidence|detail|context)",
  "\\b(?:do|does|did) not (?:have|include|contain) (?:enough|sufficient|access)",
  "^(?:unfortunately|sorry)\\b.*\\b(?:not|no|n't)\\b",
  "\\b(?:not|never) (?:answerable|determinable)\\b",
  "\\bnot found\\b",
];

const source =
  "(?:text|context|information|documents?|filings?|reports?|excerpts?|passages?|evidence|exhibits?|statements?|data|sources?|table|article|paper|it|they)";
const facts =
  "(?:information|data|details?|figures?|evidence|breakdown|context|references?|values?|amounts?|numbers?|answer)";

/** "The text does not provide information". */
const absence = [
  `\\b(?:do|does|did)(?: not|n't)(?: \\w+ly)? (?:contain|provide|include|have|give|offer|list|detail|specify|disclose|state|reveal|say|cover|address)\\b[^.]{0,40}\\b${facts}\\b`,
  `\\b${source}(?: \\w+){0,3} (?:do|does|did)(?: not|n't)(?: \\w+ly)? (?:contain|provide|include|give|offer|list|detail|specify|disclose|state|reveal|say|cover|address)\\b`,
  "\\b(?:is|are|was|were|been)(?: not|n't)(?: \\w+ly)? (?:provided|stated|available|disclosed|given|specified|contained|listed|detailed|known|shown)\\b",
  `\\b(?:no|without|lacks?|lacking)(?: \\w+){0,3} ${facts}\\b`,
  "\\b(?:haven't|have not) provided\\b",
];

/** "There is no mention": a "no" if the question asks whether something is so. */
const silence = [
  "\\b(?:do|does|did)(?: not|n't)(?: \\w+ly)? (?:mention|indicate|suggest|discuss|show)\\b",
  "\\b(?:is|are|was|were|been)(?: not|n't)(?: \\w+ly)? (?:mentioned|included|reported|found|present|clear|indicated)\\b",
  "\\bno(?: \\w+){0,2} (?:mention|indication|sign)\\b",
];

/** Sends the reader elsewhere. */
const deflection = [
  "\\bplease (?:provide|refer|check|consult|see|note that|let me know|share|visit|clarify)\\b",
  "\\bif you (?:can |could |have |provide|would |need)",
  "\\byou (?:would|will|can|could|should|may|might) (?:typically |also |need |have to |want |find |refer |use |look |check |visit |then )",
  "\\b(?:i|we) (?:recommend|suggest|advise)\\b",
  "\\bone would (?:typically |need )",
  "\\b(?:would|is|are) (?:be )?(?:needed|required|necessary)\\b",
  "\\b(?:i|we) (?:would|will|can|could) (?:be happy|be able|be glad|help|need)\\b",
];

const inabilityPattern = new RegExp(inability.join("|"), "i");
const absencePattern = new RegExp(absence.join("|"), "i");
const silencePattern = new RegExp(silence.join("|"), "i");
const deflectionPattern = new RegExp(deflection.join("|"), "i");

/** How an answer declines to answer. */
export interface Refusal {
  /** The sentence that declines; empty for an empty answer. */
  readonly sentence: string;
  /** The rest of the text, which does not decline: perhaps an answer after all. */
  readonly rest: string;
  /** The sentences of `rest` before `sentence`, except those that say nothing is mentioned. */
  readonly before: readonly string[];
}

/** A mere possibility is not an answer. */
const guess = /\b(?:might|could|would|may) (?:be|include|have)\b/i;
const pleasantry =
  /^(?:i hope (?:this|that) helps|let me know|please let me know|is there anything|feel free)\b/i;

/**
 * Finds how an answer declines to answer, by its wording (English); null if it does not. An empty
 * answer declines. That a document does not mention something is an answer if the question asks
 * whether something is so.
 */
export function findRefusal(answer: string, asksWhether: boolean): Refusal | null {
  const sentences = splitSentences(answer).filter((sentence) => !pleasantry.test(sentence));
  const missing = (sentence: string): boolean =>
    absencePattern.test(sentence) || (!asksWhether && silencePattern.test(sentence));
  const sentence = decliningSentence(sentences, missing);
  if (sentence === null) return null;
  const isStatement = (one: string): boolean =>
    !missing(one) && ![inabilityPattern, deflectionPattern, guess].some((is) => is.test(one));
  return {
    sentence,
    rest: sentences.filter(isStatement).join("\n"),
    before: sentences
      .slice(0, Math.max(0, sentences.indexOf(sentence)))
      .filter((one) => isStatement(one) && !silencePattern.test(one)),
  };
}

function decliningSentence(
  sentences: readonly string[],
  missing: (sentence: string) => boolean,
): string | null {
  const first = sentences[0] ?? "";
  const last = sentences.at(-1) ?? "";
  if (first === "") return "";
  const ends = [...new Set([...sentences.slice(0, 2), ...sentences.slice(-2)])];
  const unable = ends.find((sentence) => inabilityPattern.test(sentence));
  if (unable !== undefined) return unable;
  const early = sentences.length > shortAnswer ? [first] : sentences.slice(0, 2);
  const absent = early.find(missing);
  if (absent !== undefined) return absent;
  const elsewhere = sentences.filter((sentence) => deflectionPattern.test(sentence));
  if (missing(last) && elsewhere.length > 0) return last;
  // Instructions for finding the answer are not an answer.
  if (elsewhere.length > 1 || deflectionPattern.test(last)) return elsewhere[0] ?? last;
  return null;
}
