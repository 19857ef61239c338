import {
  answerPolarity,
  type Claims,
  type ContentWord,
  changeDirectionOf,
  contentWords,
  goldPolarity,
  leadingPolarity,
  type Polarity,
  plain,
  sameStem,
  shareFound,
  weighFound,
} from "./polarity.js";
import {
  askedNumber,
  type Quantity,
  quantitiesIn,
  sameQuantity,
  withoutQuantities,
} from "./quantities.js";

/** How much of a gold answer a text contains: its words by weight, and its numbers. */
export interface Found {
  readonly words: number;
  readonly numbers: number;
}

/** How an answer compares with a gold answer, before anything is weighed. */
export interface Measured {
  readonly basis: Basis;
  /** Everything that gold states beyond the question. */
  readonly gold: Found;
  /** The part of `gold` that the answer contains anywhere. */
  readonly found: Found;
  /** How many of gold's numbers the answer claims. */
  readonly claimedNumbers: number;
  /** The share of the opening's content, apart from the question's, that gold contains as well. */
  readonly precision: number;
  /**
   * Whether the answer claims a different amount for what gold names, apart from percentages and
   * differences, and contains none of gold's. Amounts of other things or years may be true.
   */
  readonly otherAmounts: boolean;
  /** The answer's yes or no; 0 if gold has none. */
  readonly polarity: Polarity;
  /** 1 if it matches gold's, -1 if it is the opposite. */
  readonly agrees: Polarity;
  /** Whether the answer begins with its yes or no. */
  readonly leading: boolean;
}

/** Compares an answer's claims with a gold answer. */
export function measure(question: string, gold: Gold, claims: Claims): Measured {
  const polarity = gold.polarity === 0 ? 0 : answerPolarity(question, claims);
  const numbers = statedNumbers(claims);
  const claimed = numbers.filter(({ sentence }) => claims.claims.includes(sentence));
  const stretch = bestStretch(gold, claims.all);
  const words = weighFound(gold.words, stretch.join("\n"));
  return {
    basis: gold.basis,
    gold: { words: words.total, numbers: gold.quantities.length },
    found: { words: words.found, numbers: countFound(question, gold.quantities, numbers) },
    claimedNumbers: countFound(question, gold.quantities, claimed),
    precision: precision(question, gold, claims.opening),
    otherAmounts:
      gold.levels.length > 0 &&
      countFound(question, gold.levels, numbers) === 0 &&
      claimsOther(question, gold, claimed),
    polarity: polarity,
    agrees: polarity === 0 ? 0 : polarity === gold.polarity ? 1 : -1,
    leading: polarity !== 0 && leadingPolarity(claims.opening) !== 0,
  };
}

/** The number of consecutive sentences to search for gold: scattered words do not count. */
const stretchLength = 12;

/** The part of an answer with the most of gold's words; all of a short answer. */
function bestStretch({ words }: Gold, sentences: readonly string[]): readonly string[] {
  let best = sentences.slice(0, stretchLength);
  let most = -1;
  for (let end = stretchLength; end <= sentences.length; end += stretchLength / 2) {
    const stretch = sentences.slice(end - stretchLength, end);
    const { found } = weighFound(words, stretch.join("\n"));
    if (found > most) {
      best = stretch;
      most = found;
    }
  }
  const last = sentences.slice(-stretchLength);
  return weighFound(words, last.join("\n")).found > most ? last : best;
}

/** Smaller numbers are more likely to be counts of something else. */
const smallCount = 10;

interface TellsNumber {
  readonly quantity: Quantity;
  readonly sentence: string;
  readonly falls: boolean;
}

/** All numbers of an answer, read only once, because that takes most of the time of grading. */
function statedNumbers({ all }: Claims): readonly TellsNumber[] {
  return all.flatMap((sentence) => {
    const falls = tellsLoss(sentence);
    return quantitiesIn(sentence).map((quantity) => ({ quantity, sentence, falls }));
  });
}

function countFound(
  question: string,
  quantities: readonly Quantity[],
  numbers: readonly TellsNumber[],
): number {
  const wanted = askedNumber(question);
  return quantities.filter((gold) =>
    numbers.some(({ quantity, falls }) => {
      // Accounts show payments as negative numbers; sentences state a loss without its sign.
      const signless = gold.value >= 0 || falls;
      return sameQuantity(gold, quantity, wanted, signless);
    }),
  ).length;
}

function tellsLoss(sentence: string): boolean {
  const direction = changeDirectionOf(sentence);
  return (
    direction === -1 ||
    direction === null ||
    /\b(?:loss|negative|outflow|deficit|used)/i.test(sentence)
  );
}

/** Whether a claimed number has the kind and measure of one of gold's, whatever its value. */
function claimsOther(question: string, gold: Gold, claimed: readonly TellsNumber[]): boolean {
  const questionWords = contentWords(question).filter(({ stem }) => !/\p{N}/u.test(stem));
  const golds = gold.levels.map((level) => ({
    level,
    measure: measureOf(gold.text, level, questionWords),
  }));
  return claimed.some(({ quantity, sentence }) => {
    const { percent, currency, value } = quantity;
    if (Math.abs(value) < smallCount) return false;
    const claimedMeasure = measureOf(sentence, quantity, questionWords);
    return golds.some(
      ({ level, measure: wanted }) =>
        level.percent === percent &&
        level.currency === currency &&
        sameMeasure(wanted, claimedMeasure),
    );
  });
}

/** The measure of a number, judging by the words around it. */
interface NamedMeasure {
  /** The words of the number's clause, or of the sentence before the number if that has none. */
  readonly text: string;
  /** The words of `text` that name something and are not in the question. */
  readonly specific: readonly ContentWord[];
  /** The share of the question's words in `text`. */
  readonly asked: number;
  readonly years: readonly string[];
}

const clauseBreak =
  /[,;:()—–](?=\s|$)|[.!?](?=\s|$)|\b(?:and|but|while|whereas|compared|although|though)\b/gi;
const yearsIn = /(?<!\d)(?:19|20)\d{2}(?!\d)/g;

function measureOf(
  sentence: string,
  { start, end }: Pick<Quantity, "start" | "end">,
  questionWords: readonly ContentWord[],
): NamedMeasure {
  let from = 0;
  let to = sentence.length;
  for (const { index, 0: found } of sentence.matchAll(clauseBreak)) {
    if (index < start) from = index + found.length;
    else if (index >= end) {
      to = index;
      break;
    }
  }
  const wordsFrom = (place: number) =>
    withoutQuantities(sentence.slice(place, to)).replace(unitWords, " ").replace(yearsIn, " ");
  const clause = wordsFrom(from);
  const text = contentWords(clause).length === 0 ? wordsFrom(0) : clause;
  return {
    text,
    specific: contentWords(text).filter(
      ({ stem, weight }) =>
        weight >= 1 &&
        !/\p{N}/u.test(stem) &&
        !questionWords.some((word) => sameStem(word.stem, stem)),
    ),
    asked: shareFound(questionWords, text),
    years: sentence.slice(from, to).match(yearsIn) ?? [],
  };
}

/** Share of the subject's words, by weight, that must also occur near the other number. */
const sameName = 0.5;
/** Share of the question's words that must occur there. */
const namesAsked = 0.2;

function sameMeasure(gold: NamedMeasure, claimed: NamedMeasure): boolean {
  const sharesYear = claimed.years.some((year) => gold.years.includes(year));
  if (gold.years.length > 0 && claimed.years.length > 0 && !sharesYear) return false;
  // A number without a name is about the question's subject.
  if (claimed.specific.length === 0) return true;
  return gold.specific.length === 0
    ? claimed.asked >= namesAsked
    : shareFound(gold.specific, claimed.text) >= sameName;
}

function precision(question: string, gold: Gold, sentence: string): number {
  const known = contentWords(question);
  const newWords = contentWords(withoutQuantities(sentence)).filter(
    ({ stem }) => !known.some((word) => sameStem(word.stem, stem)),
  );
  return shareFound(newWords, gold.text);
}

/** The part of a gold answer that the question does not state. */
export interface Gold {
  readonly text: string;
  readonly polarity: Polarity;
  readonly quantities: readonly Quantity[];
  /** Those of `quantities` that are neither percentages nor differences ("by $2.5bn"). */
  readonly levels: readonly Quantity[];
  readonly words: readonly ContentWord[];
  /** The basis on which it is compared. */
  readonly basis: Basis;
}

/** Words that state the unit of a number. */
const unitWords =
  /\b(?:us|usd|eur|gbp|dollars?|euros?|pounds?|cents?|percent(?:age)?|points?|times|x|days?|years?|months?|weeks?|hours?|minutes?|seconds?|shares?|basis|bps|ratio|mn|bn|miles?|kilomet(?:er|re)s?|km|met(?:er|re)s?|feet|inches|kg|degrees?)\b/giu;

const changeBefore =
  /\b(?:by|change of|(?:de|in)crease of|decline of|drop of|growth of|rise of)\s{1,9}(?:about |approximately |around |roughly |nearly )?~?\s{0,9}$/i;

const asksYear =
  /\bwhen\b|\b(?:what|which)\b[^?]{0,20}\byear\b|\byear (?:did|was|were|is|has|had)\b/i;

/** Reads a gold answer, ignoring what the question says, unless gold says nothing else. */
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
  const counted = repeats ? quantities : newQuantities;
  const rest = withoutQuantities(gold, alone).replace(unitWords, " ");
  const isNumber = quantities.length > 0 && contentWords(rest).length === 0;
  return {
    text: gold,
    polarity,
    quantities: counted,
    levels: counted.filter(
      ({ start, percent }) =>
        !percent && !changeBefore.test(gold.slice(Math.max(0, start - 30), start)),
    ),
    words: repeats ? words : newWords,
    basis: isNumber ? "number" : polarity === 0 ? "text" : "yes-no",
  };
}

/** The basis on which a gold answer is compared: its only number, its yes or no, or its text. */
export type Basis = "number" | "yes-no" | "text";
