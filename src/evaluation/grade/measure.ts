import type { Claims } from "./claims.js";
import { contentWords, sameStem, shareFound, weighFound } from "./content-words.js";
import { directionOf } from "./directions.js";
import type { Basis, Gold } from "./gold.js";
import { answerPolarity, leadingPolarity, type Polarity } from "./polarity.js";
import {
  askedNumber,
  type Quantity,
  quantitiesIn,
  sameQuantity,
  withoutQuantities,
} from "./quantities.js";

/** What of a gold answer stands in a text: the weight of its words, and how many of its numbers. */
export interface Found {
  readonly words: number;
  readonly numbers: number;
}

/** How an answer compares with a gold answer, before anything is weighed. */
export interface Measured {
  readonly basis: Basis;
  /** All that gold says beyond the question. */
  readonly gold: Found;
  /** What of it the answer says anywhere. */
  readonly found: Found;
  /** How many of gold's numbers it claims. */
  readonly claimedNumbers: number;
  /** Share of what the answer's opening says beyond the question that gold says as well. */
  readonly precision: number;
  /** Whether it claims other amounts than gold's, percentages and differences left aside, and has none of those. */
  readonly otherAmounts: boolean;
  /** The answer's yes or no; 0 where gold has none. */
  readonly told: Polarity;
  /** Whether it is gold's: 1, or the other: -1. */
  readonly agrees: Polarity;
  /** Whether the answer begins with it. */
  readonly leading: boolean;
}

/** Compares an answer's claims with a gold answer. */
export function measure(question: string, gold: Gold, claims: Claims): Measured {
  const told = gold.polarity === 0 ? 0 : answerPolarity(question, claims);
  const numbers = numbersTold(claims);
  const claimed = numbers.filter(({ sentence }) => claims.claims.includes(sentence));
  const stretch = bestStretch(gold, claims.all);
  const words = weighFound(gold.words, stretch.join("\n"));
  return {
    basis: gold.isNumber ? "number" : gold.polarity === 0 ? "text" : "yes-no",
    gold: { words: words.total, numbers: gold.quantities.length },
    found: { words: words.found, numbers: countFound(question, gold.quantities, numbers) },
    claimedNumbers: countFound(question, gold.quantities, claimed),
    precision: precision(question, gold, claims.opening),
    otherAmounts:
      gold.levels.length > 0 &&
      countFound(question, gold.levels, numbers) === 0 &&
      claimsKind(gold.levels, claimed),
    told,
    agrees: told === 0 ? 0 : told === gold.polarity ? 1 : -1,
    leading: told !== 0 && leadingPolarity(claims.opening) !== 0,
  };
}

/** Sentences in a row that gold has to be found in: what is strewn over a long text is not said. */
const stretchLength = 12;

/** The stretch of an answer that has most of gold's words; all of a short answer. */
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

/** Numbers below are rather counts of something else. */
const smallCount = 10;

/** A number of an answer, with the sentence it stands in. */
interface TellsNumber {
  readonly quantity: Quantity;
  readonly sentence: string;
  readonly falls: boolean;
}

/** All numbers of an answer. Reading them takes most of the time of grading, so it is done once. */
function numbersTold({ all }: Claims): readonly TellsNumber[] {
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
  const asked = askedNumber(question);
  return quantities.filter((gold) =>
    numbers.some(({ quantity, falls }) => {
      // Accounts show what is paid as a negative number; sentences tell a loss without its sign.
      const signless = gold.value >= 0 || falls;
      return sameQuantity(gold, quantity, asked, signless);
    }),
  ).length;
}

function tellsLoss(sentence: string): boolean {
  const direction = directionOf(sentence);
  return (
    direction === -1 ||
    direction === null ||
    /\b(?:loss|negative|outflow|deficit|used)/i.test(sentence)
  );
}

/** Whether there is a number of the kind of one of these: a percentage, an amount of money, or neither. */
function claimsKind(quantities: readonly Quantity[], claimed: readonly TellsNumber[]): boolean {
  return claimed.some(
    ({ quantity: { percent, currency, value } }) =>
      Math.abs(value) >= smallCount &&
      quantities.some((one) => one.percent === percent && one.currency === currency),
  );
}

function precision(question: string, gold: Gold, sentence: string): number {
  const known = contentWords(question);
  const own = contentWords(withoutQuantities(sentence)).filter(
    ({ stem }) => !known.some((word) => sameStem(word.stem, stem)),
  );
  return shareFound(own, gold.text);
}
