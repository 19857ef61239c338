import type { AnswerSentence } from "../../core/index.js";
import { type NumberInText, type NumberKind, numbersIn, tableScales } from "../../figures/index.js";
import type { EvaluationAnswer } from "../api.js";
import { wordTokens } from "./comparisons.js";

/** How far a number may be off, as a share of gold. */
const numericTolerance = 0.01;

/**
 * Numeric match (Uniyal et al., "Agentic Context Strategies for Multi-Format Document
 * Understanding"): whether the last number of the answer is within 1 % of gold; for a complete
 * answer, pass `statedResult`. Null if gold is no number: one number with at most four words.
 *
 * The notation makes no difference: digits are grouped in any way; "1.58 billion" is 1,580,000,000;
 * brackets and a minus are negative, words such as "decreased by" may be, and are not the same as
 * "increased by"; "1.9 %" is 0.019 as well as 1.9. If the question states a scale ("in USD
 * millions"), a number without a scale word may be meant in it; if neither it nor gold does, only
 * digits are compared. A year must be the same.
 */
export function numericMatch(answer: string, gold: string, question = ""): boolean | null {
  const wanted = goldNumber(gold);
  if (!wanted) return null;
  const answered = lastNumber(answer);
  return answered !== null && sameNumber(answered, wanted, tableScales(question));
}

/** Whether a number is gold's, see `numericMatch`; `scales` are implied powers of ten to try. */
export function sameNumber(
  answered: StatedNumber,
  gold: StatedNumber,
  scales: readonly number[],
): boolean {
  if (gold.number.kind === "year") return answered.value === gold.value;
  if (isOpposite(answered, gold) || isOpposite(gold, answered)) return false;
  const agree = answered.value * gold.value >= 0 ? 1 : answered.falls || gold.falls ? -1 : 0;
  if (agree === 0) return false;
  const isUnscaled = gold.number.power === 0 && scales.length === 0;
  const values = meanings(answered, gold, scales);
  if (isUnscaled) values.push(answered.value / 10 ** answered.number.power);
  return values.some((value) =>
    meanings(gold, answered, scales).some((wanted) => isNear(agree * value, wanted)),
  );
}

/** Whether words say that one went up and the other down, and nothing else. */
function isOpposite(one: StatedNumber, other: StatedNumber): boolean {
  return one.rises && !one.falls && other.falls && !other.rises && one.value * other.value > 0;
}

function meanings(
  { value, number }: StatedNumber,
  other: StatedNumber,
  scales: readonly number[],
): number[] {
  if (number.percent) return other.number.percent ? [value] : [value, value / 100];
  const scaled = number.power === 0 ? scales.map((power) => value * 10 ** power) : [];
  return [value, ...scaled];
}

/** Whether a value is within 1 % of gold. */
export function isNear(value: number, gold: number): boolean {
  // Decimals such as 1.01 are not exact in binary.
  return Math.abs(value - gold) <= numericTolerance * Math.abs(gold) * (1 + 1e-9);
}

/** Maximum number of words around the number of a gold answer: "an increase of 3 %". */
const maxWordDistance = 4;

export interface StatedNumber {
  readonly number: NumberInText;
  /** The number's likeliest value, with scale word and sign; percentages are not divided by 100. */
  readonly value: number;
  /** Whether adjacent words say that it went down: "decreased by 25 %", "a loss of 3". */
  readonly falls: boolean;
  /** Whether they say that it went up: "rose by 25 %", "a gain of 3". */
  readonly rises: boolean;
}

/**
 * The number that an answer ends with, since most state their result last (Uniyal et al., "Agentic
 * Context Strategies for Multi-Format Document Understanding"): the last quantity, else the last
 * year, else the last other number with a value, except parts of names. Null without a number.
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

/** The comparison after a result, which is not part of it: "12 million, up from 10 million". */
const comparison =
  /(?<![a-zß-ɏḀ-ỿ])(?:up from|down from|compared (?:with|to)|relative to|versus|vs\.?|against|than)(?![a-zß-ɏḀ-ỿ])/iu;

/**
 * The part of an answer that states its result. Checked sentences come from a strategy that answers
 * first: the first sentence with an amount, up to what the amount is compared with. Otherwise the
 * whole answer.
 */
export function statedResult({ text, sentences, checked }: ResultAnswer): string {
  if (!checked) return text;
  for (const sentence of sentences) {
    const { index = sentence.text.length } = comparison.exec(sentence.text) ?? {};
    const before = sentence.text.slice(0, index);
    const result = [before, sentence.text].find(
      (one) => lastNumber(one)?.number.kind === "quantity",
    );
    if (result !== undefined) return result;
  }
  return text;
}

type ResultAnswer = Pick<EvaluationAnswer, "text" | "sentences" | "checked">;

/** All amounts and years of a text in order. */
export function statedNumbers(text: string): readonly StatedNumber[] {
  return numbersIn(text)
    .filter(({ kind, readings }) => (kind === "quantity" || kind === "year") && readings.length > 0)
    .map((number) => stated(text, number));
}

/** The number of a gold answer that has at most four words with it; null for any other answer. */
export function goldNumber(gold: string): StatedNumber | null {
  const numbers = numbersIn(gold);
  const [only] = numbers;
  if (!only || numbers.length > 1) return null;
  const rest = gold.slice(0, only.span.start) + gold.slice(only.span.end);
  return wordTokens(rest).length > maxWordDistance ? null : lastNumber(gold);
}

const fall =
  /(?<![a-zß-ɏḀ-ỿ])(?:decreas\p{Alpha}*|declin\p{Alpha}*|fell|falls?|fallen|drop\p{Alpha}*|reduc\p{Alpha}*|lower|shr[aiu]nk|down|negative|minus|loss(?:es)?)(?![a-zß-ɏḀ-ỿ])/iu;

const rise =
  /(?<![a-zß-ɏḀ-ỿ])(?:increas\p{Alpha}*|r[io]se[sn]?|rising|grew|grow\p{Alpha}*|gain\p{Alpha}*|climb\p{Alpha}*|higher|up)(?![a-zß-ɏḀ-ỿ])/iu;

function stated(text: string, number: NumberInText): StatedNumber {
  const { start, end } = number.span;
  const before =
    /(?<![^.;\n])[^.;\n]*$/.exec(text.slice(Math.max(0, start - 60), start))?.[0] ?? "";
  const after = /^[^.;,\n]*/.exec(text.slice(end, end + 30))?.[0] ?? "";
  return {
    number,
    value: Number(number.readings[0]?.value ?? Number.NaN),
    falls: fall.test(before) || fall.test(after),
    rises: rise.test(before) || rise.test(after),
  };
}

const counted: readonly NumberKind[] = ["quantity", "year", "date", "ordinal"];

/**
 * The share of an answer's numbers that were supported: found in what is cited or in the question,
 * or returned by the calculator. Null without numbers.
 *
 * Counts the quantities, years, days and ordinals in digits of each sentence, and anything else in
 * `unsupportedNumbers`, such as numbers in words and names with a number. Each repetition counts.
 */
export function supportedNumbers(sentences: readonly AnswerSentence[]): number | null {
  let all = 0;
  let unsupported = 0;
  for (const sentence of sentences) {
    const numbers = numbersIn(sentence.text)
      .filter(({ kind }) => counted.includes(kind))
      .map(({ text }) => text);
    all += numbers.length;
    for (const named of sentence.unsupportedNumbers) {
      unsupported++;
      // Here the number names the day: "March 14".
      const at = numbers.findIndex((number) => named.includes(number));
      if (at >= 0) numbers.splice(at, 1);
      else all++;
    }
  }
  return all === 0 ? null : (all - unsupported) / all;
}
