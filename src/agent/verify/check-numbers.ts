import type { Calculation } from "../../core/calculation.js";
import type { Citation } from "../../core/citation.js";
import { type NumberInText, numbersIn } from "../../core/numbers.js";
import type { PassageText } from "../../core/passage.js";
import type { EvidenceBook } from "./evidence-book.js";
import { likelyDecimalSign, likelyNumbers } from "./likely-numbers.js";
import { type BackingNumber, type ClaimedNumber, isBackedBy } from "./match-number.js";
import { saysNegative } from "./sign-words.js";

/** Numbers of one sentence that are looked at; the others count as found nowhere. */
const mostNumbers = 200;

/** What backs the numbers of a sentence. */
export interface NumberBacking {
  readonly question: string;
  /** The passages it cites. */
  readonly passages: readonly PassageText[];
  /** Calculations whose operands were read in documents, with the scales of the pages they stand on. */
  readonly calculations: readonly { calculation: Calculation; scales: readonly number[] }[];
}

/** What came of the numbers of a sentence. */
export interface CheckedNumbers {
  /** Numbers found nowhere, as they are written. */
  readonly unsupported: readonly string[];
  /** Calculations whose result it states. */
  readonly calculations: readonly Calculation[];
}

/**
 * Looks up the amounts and years of a sentence: in the question, in what it cites, and among the
 * results of calculations. Days of dates, ordinals, list numbers and parts of names are not claims.
 */
export async function checkNumbers(
  sentence: string,
  { question, passages, calculations }: NumberBacking,
  book: EvidenceBook,
): Promise<CheckedNumbers> {
  const pages = await Promise.all(passages.map(({ id }) => book.page(id)));
  const signs = pages.map((page) => likelyDecimalSign(page.map(({ text }) => text).join("\n")));
  const sign = new Set(signs).size === 1 ? (signs[0] ?? null) : null;
  const claimed = likelyNumbers(sentence, likelyDecimalSign(sentence) ?? sign).filter(
    ({ kind }) => kind === "quantity" || kind === "year",
  );
  if (claimed.length === 0) return { unsupported: [], calculations: [] };
  const asked = likelyNumbers(question);
  const backings: BackingNumber[] = [];
  let surroundings = question;
  for (const [index, passage] of passages.entries()) {
    const scales = await book.scales(passage.id);
    const passageSign = signs[index] ?? likelyDecimalSign(passage.text);
    backings.push(...backingNumbers(passage.text, passageSign, scales));
    surroundings += `\n${passage.text}\n${await book.surroundings(passage)}`;
  }
  const negative = saysNegative(sentence);
  const unsupported = new Set<string>();
  const stated = new Set<Calculation>();
  for (const [index, number] of claimed.entries()) {
    if (index >= mostNumbers) {
      unsupported.add(number.text);
      continue;
    }
    const claim: ClaimedNumber = { number, saysNegative: negative };
    const stands =
      number.kind === "year"
        ? standsAsYear(number, surroundings)
        : asked.some((one) => isRepeated(number, one)) ||
          backings.some((backing) => isBackedBy(claim, backing));
    const computed = stands ? null : calculationOf(claim, calculations);
    if (computed) stated.add(computed);
    else if (!stands) unsupported.add(number.text);
  }
  return { unsupported: [...unsupported], calculations: [...stated] };
}

function standsAsYear({ readings }: NumberInText, text: string): boolean {
  const year = readings[0]?.value ?? "";
  return new RegExp(`(?<!\\d|\\d[.,])${year}(?!\\d|[.,]\\d)`).test(text);
}

function isRepeated(number: NumberInText, asked: NumberInText): boolean {
  return (
    number.percent === asked.percent &&
    number.readings.some(({ value }) => asked.readings.some((other) => other.value === value))
  );
}

function backingNumbers(
  text: string,
  decimalSign: "." | "," | null,
  scales: readonly number[],
): readonly BackingNumber[] {
  const numbers = likelyNumbers(text, decimalSign);
  // "12 500" may be one number, or one cell after another.
  const parted = /\d \d/.test(text) ? likelyNumbers(text, decimalSign, { partAtSpaces: true }) : [];
  return [...numbers, ...parted].map((number) => ({
    number,
    line: lineAround(text, number.span.start),
    scales,
  }));
}

function lineAround(text: string, at: number): string {
  const end = text.indexOf("\n", at);
  return text.slice(text.lastIndexOf("\n", at) + 1, end < 0 ? text.length : end);
}

function calculationOf(
  claim: ClaimedNumber,
  calculations: NumberBacking["calculations"],
): Calculation | null {
  const found = calculations.find(({ calculation, scales }) => {
    const { value, display } = calculation;
    const plain = { kind: "quantity", power: 0, currency: null, percent: false } as const;
    const shown = numbersIn(display).map((number) => ({ ...number, kind: "quantity" as const }));
    const result = { ...plain, readings: /^-?\d+(?:\.\d+)?$/.test(value) ? [{ value }] : [] };
    return [result, ...shown].some((number) =>
      isBackedBy(claim, { number, line: display, scales }),
    );
  });
  return found?.calculation ?? null;
}

/** Where the numbers of a calculation were read, through the results it was made of. */
export function sourcesOf(
  calculation: Calculation,
  all: readonly Calculation[],
): readonly Citation[] {
  const open = [calculation];
  const known = new Set(open);
  const sources: Citation[] = [];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const operand of next.operands) {
      if (operand.citation) sources.push(operand.citation);
      if (operand.origin !== "result") continue;
      const from = all.find(({ id, value }) => operand.text === id || operand.value === value);
      if (from && !known.has(from)) {
        known.add(from);
        open.push(from);
      }
    }
  }
  return sources;
}
