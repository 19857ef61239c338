import { type NumberInText, numbersIn } from "../../core/numbers.js";
import { wordTokens } from "./word-tokens.js";

/** Words besides a number that leave a gold answer a number: "about 4.2 times", "an increase of 3 %". */
const wordsBeside = 4;

/** A number that an answer states. */
export interface StatedNumber {
  readonly number: NumberInText;
  /** Its likeliest reading, with its scale word and its sign; percentages are not divided by 100. */
  readonly value: number;
  /** Whether words next to it say that it went down: "decreased by 25 %", "a loss of 3". */
  readonly falls: boolean;
  /** Whether they say that it went up: "rose by 25 %", "a gain of 3". */
  readonly rises: boolean;
}

/**
 * The number that an answer ends with, as answers mostly state their result last (Uniyal et al.,
 * "Agentic Context Strategies for Multi-Format Document Understanding"): the last quantity; without
 * one the last year, and without one any other number with a value. Parts of names are none. Null
 * without a number.
 */
export function lastNumber(text: string): StatedNumber | null {
  const numbers = numbersIn(text).filter(
    ({ kind, readings }) => kind !== "label" && readings.length > 0,
  );
  const last =
    numbers.findLast(({ kind }) => kind === "quantity") ??
    numbers.findLast(({ kind }) => kind === "year") ??
    numbers.at(-1);
  return last ? stated(text, last) : null;
}

/** All amounts and years of a text in order. */
export function statedNumbers(text: string): readonly StatedNumber[] {
  return numbersIn(text)
    .filter(({ kind, readings }) => (kind === "quantity" || kind === "year") && readings.length > 0)
    .map((number) => stated(text, number));
}

/** The number that a gold answer is, with at most four words to it; null for any other answer. */
export function goldNumber(gold: string): StatedNumber | null {
  const numbers = numbersIn(gold);
  const [only] = numbers;
  if (!only || numbers.length > 1) return null;
  const rest = gold.slice(0, only.span.start) + gold.slice(only.span.end);
  return wordTokens(rest).length > wordsBeside ? null : lastNumber(gold);
}

const fall =
  /(?<!\p{L})(?:decreas\p{L}*|declin\p{L}*|fell|falls?|fallen|drop\p{L}*|reduc\p{L}*|lower|shr[aiu]nk|down|negative|minus|loss(?:es)?)(?!\p{L})/iu;

const rise =
  /(?<!\p{L})(?:increas\p{L}*|r[io]se[sn]?|rising|grew|grow\p{L}*|gain\p{L}*|climb\p{L}*|higher|up)(?!\p{L})/iu;

function stated(text: string, number: NumberInText): StatedNumber {
  const { start, end } = number.span;
  const before = /[^.;\n]*$/.exec(text.slice(Math.max(0, start - 60), start))?.[0] ?? "";
  const after = /^[^.;,\n]*/.exec(text.slice(end, end + 30))?.[0] ?? "";
  return {
    number,
    value: Number(number.readings[0]?.value ?? Number.NaN),
    falls: fall.test(before) || fall.test(after),
    rises: rise.test(before) || rise.test(after),
  };
}
