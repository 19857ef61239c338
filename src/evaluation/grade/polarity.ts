import { changeDirectionOf, contentWords, sameStem, shareFound } from "./content-words.js";
import { quantitiesIn, withoutQuantities } from "./quantities.js";
import { type Claims, splitSentences } from "./split-sentences.js";

/** What a text says of what is asked: that it is so (1), that it is not (-1), or neither (0). */
export type Polarity = 1 | 0 | -1;

const negation =
  /\b(?:not|no|never|neither|nor|without|none|cannot|hardly|unlikely|lacks?|fail(?:s|ed)? to|rather than)\b|n't\b/gi;
const yes = /^(?:yes|yeah|yep|correct|true|indeed|absolutely)\b/i;
const no =
  /^(?:no|nope|false|incorrect|not really|not exactly)\b(?!\s+\p{L}+\s+(?:is|are|was|were|has|have|can|does|did)\b)/iu;
const askedWhether =
  /(?:^|[,:;]\s*(?:and\s+|so\s+)?)(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might)\b/i;

const clauseEnd = /[,;:—–]\s|\b(?:but|however|instead|although|though|while|whereas)\b/i;

/** Share of the question's words, by weight, that a sentence about it has at least. */
const onTopic = 0.34;
/** The same of a sentence that answers it by itself. */
const answering = 0.6;

/** Tells what a thing is, how it is worked out, or what is there to read, rather than the answer. */
const preamble =
  /\b(?:typically|usually|generally|calculated|defined?|formula|measures?|we (?:have|need)|need(?:s|ed)? to|refers? to|in order to|the question|my knowledge)\b|:$/i;
const source =
  /^(?:based on|according to|from|in|given|per)\b[^,]{0,80}\b(?:context|text|documents?|filings?|reports?|information|evidence|data|excerpts?)\b[^,]{0,60},\s*/i;
const sourceOnly = /\b(?:context|text|documents?|filings?|information|evidence|excerpts?)\b/i;

/**
 * Whether a sentence answers a question by itself, rightly or not: it is about what is asked, and
 * says yes or no, or which, or how much.
 */
export function answersQuestion(question: string, sentence: string): boolean {
  const told = sentence.replace(source, "");
  if (preamble.test(told) || sourceOnly.test(told)) return false;
  const asked = mainQuestion(question);
  const words = contentWords(asked);
  if (shareFound(words, told) < answering) return false;
  if (asksWhether(question)) return sentencePolarity(asked, told, answering) !== 0;
  const known = quantitiesIn(question);
  const quantities = quantitiesIn(told);
  if (quantities.some(({ value }) => known.every((one) => one.value !== value))) return true;
  if (asksAmount.test(asked)) return false;
  return contentWords(withoutQuantities(told)).some(
    ({ stem }) => !words.some((word) => sameStem(word.stem, stem)),
  );
}

const asksAmount =
  /\bhow (?:much|many|large|high|long|old)\b|\b(?:ratio|margin|percent(?:age)?|amount|number|total|average|rate|growth|turnover|value|price|cost|ebitda|capex)\b|%/i;

/** Whether a question can be answered with yes or no, "increased" and "decreased" included. */
export function asksWhether(question: string): boolean {
  return askedWhether.test(mainQuestion(question));
}

/** The sentence that asks, without what is told about how to answer. */
function mainQuestion(question: string): string {
  const sentences = splitSentences(question);
  return sentences.find((sentence) => sentence.endsWith("?")) ?? sentences[0] ?? "";
}

/** Yes or no, where a text begins with it. */
export function leadingPolarity(text: string): Polarity {
  const start = text.trim().replace(/^["'([]+/, "");
  return yes.test(start) ? 1 : no.test(start) ? -1 : 0;
}

/**
 * What the gold answer says of a question that asks whether. "No" may open the gold answer of any
 * question.
 */
export function goldPolarity(question: string, gold: string): Polarity {
  const leading = leadingPolarity(gold);
  if (!asksWhether(question)) return 0;
  if (leading !== 0) return leading;
  return sentencePolarity(mainQuestion(question), splitSentences(gold)[0] ?? "", 0);
}

/**
 * What an answer says of a question that asks whether: its yes or no, else what its claims make of
 * the question's words, turned around by negations and by the opposite direction ("decreased" where
 * "increased" is asked).
 */
export function answerPolarity(question: string, { opening, concluding }: Claims): Polarity {
  const leading = leadingPolarity(opening);
  if (leading !== 0) return leading;
  const asked = mainQuestion(question);
  const signs = [opening, ...concluding].map((sentence) =>
    sentencePolarity(asked, sentence, onTopic),
  );
  const sum = signs.reduce<number>((total, one) => total + one, 0);
  return sum > 0 ? 1 : sum < 0 ? -1 : (signs.findLast((sign) => sign !== 0) ?? 0);
}

/**
 * What a sentence makes of a question, by the clause of it that is most about the question.
 *
 * @param overlap share of the question's content words that the sentence has at least
 */
function sentencePolarity(question: string, sentence: string, overlap: number): Polarity {
  const leading = leadingPolarity(sentence);
  if (leading !== 0) return leading;
  const words = contentWords(question);
  if (shareFound(words, sentence) < overlap) return 0;
  const asked = changeDirectionOf(question);
  const clauses = sentence.split(clauseEnd).map((clause) => {
    const told = changeDirectionOf(clause);
    const tells = asked === 0 ? 0 : told === 0 ? 0 : 1;
    return { clause, told: told ?? 0, about: shareFound(words, clause) + tells };
  });
  const best = clauses.reduce((one, other) => (other.about > one.about ? other : one));
  const negated = (best.clause.match(negation)?.length ?? 0) % 2 === 1;
  const { told } = best;
  // "Increase or decrease?": what counts is which of the two.
  if (asked === null) return told === 0 ? 0 : negated === told > 0 ? -1 : 1;
  if (asked !== 0 && told === 0) return negated ? -1 : 0;
  return negated !== (told === -asked && told !== 0) ? -1 : 1;
}
