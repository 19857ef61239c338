import { type ContentWord, contentWords, sameStem } from "./content-words.js";
import { goldPolarity, type Polarity } from "./polarity.js";
import { type Quantity, quantitiesIn, withoutQuantities } from "./quantities.js";
import { plain } from "./split-sentences.js";

/** What a gold answer says that the question does not. */
export interface Gold {
  readonly text: string;
  readonly polarity: Polarity;
  readonly quantities: readonly Quantity[];
  /** Those of `quantities` that are no percentage and no difference ("by $2.5bn"), which can be told in other ways. */
  readonly levels: readonly Quantity[];
  readonly words: readonly ContentWord[];
  /** Whether it is a number and nothing else. */
  readonly isNumber: boolean;
}

/** Words that say in what a number is counted. */
const unitWords =
  /\b(?:us|usd|eur|gbp|dollars?|euros?|pounds?|cents?|percent(?:age)?|points?|times|x|days?|years?|months?|weeks?|hours?|minutes?|seconds?|shares?|basis|bps|ratio|mn|bn|miles?|kilomet(?:er|re)s?|km|met(?:er|re)s?|feet|inches|kg|degrees?)\b/giu;

const changeBefore =
  /\b(?:by|change of|(?:de|in)crease of|decline of|drop of|growth of|rise of)\s+(?:about |approximately |around |roughly |nearly )?~?\s*$/i;

const asksYear =
  /\bwhen\b|\b(?:what|which)\b[^?]{0,20}\byear\b|\byear (?:did|was|were|is|has|had)\b/i;

/**
 * Reads a gold answer. What the question says itself tells nothing, unless gold says nothing else,
 * not even yes or no.
 */
export function readGold(question: string, text: string): Gold {
  const gold = plain(text);
  const alone = !asksYear.test(question);
  const known = contentWords(question);
  const named = quantitiesIn(question);
  const quantities = quantitiesIn(gold, alone);
  const words = contentWords(withoutQuantities(gold, alone).replace(/^\s*(?:yes|no)\b/i, ""));
  const newQuantities = quantities.filter(({ value }) => !named.some((one) => one.value === value));
  const newWords = words.filter(({ stem }) => !known.some((word) => sameStem(word.stem, stem)));
  const polarity = goldPolarity(question, gold);
  const repeats = polarity === 0 && newQuantities.length === 0 && newWords.length === 0;
  const own = repeats ? quantities : newQuantities;
  const rest = withoutQuantities(gold, alone).replace(unitWords, " ");
  return {
    text: gold,
    polarity,
    quantities: own,
    levels: own.filter(
      ({ start, percent }) =>
        !percent && !changeBefore.test(gold.slice(Math.max(0, start - 30), start)),
    ),
    words: repeats ? words : newWords,
    isNumber: quantities.length > 0 && contentWords(rest).length === 0,
  };
}

/** What a gold answer is compared by: the one number that it is, its yes or no, or its text. */
export type Basis = "number" | "yes-no" | "text";

/** Says what a gold answer is compared by. */
export function goldBasis(question: string, text: string): Basis {
  const { isNumber, polarity } = readGold(question, text);
  return isNumber ? "number" : polarity === 0 ? "text" : "yes-no";
}
