import type { Calculation } from "../../core/calculation.js";
import { scalesOf } from "../../core/number-setting.js";
import { type NumberInText, numbersIn } from "../../core/numbers.js";
import type { PassageText } from "../../core/passage.js";
import type { EvidenceBook } from "./evidence-book.js";
import { likelyDecimalSign, likelyNumbers } from "./likely-numbers.js";
import { type BackingNumber, type ClaimedNumber, isBackedBy } from "./match-number.js";
import { isNamed, isNamedIn, nameAt, namedNumbers } from "./named-numbers.js";
import { labelOf } from "./near-words.js";
import type { SourcedCalculation } from "./sourced-calculations.js";
import { hasWords, spelledAmounts } from "./spelled-amounts.js";

/** Numbers of one sentence that are looked at; the others count as found nowhere. */
const mostNumbers = 200;

/** Characters of a sentence at most; a longer one is backed by nothing. */
const longestSentence = 4000;

/** What backs the numbers of a sentence. */
export interface NumberBacking {
  readonly question: string;
  /** The passages it cites. */
  readonly passages: readonly PassageText[];
  readonly calculations: readonly SourcedCalculation[];
}

/** What came of the numbers of a sentence. */
export interface CheckedNumbers {
  /** Numbers found nowhere, as they are written. */
  readonly unsupported: readonly string[];
  /** Calculations whose result it states. */
  readonly calculations: readonly Calculation[];
}

/**
 * Looks up the numbers of a sentence. Amounts must stand in the question, in what it cites, or among
 * the results of calculations; years, dates, ordinals and names with a number in the question, in
 * what it cites, in the headings above, or in the document's path; amounts in words, with a scale
 * word, a currency or percent, with the same words in the question or in what it cites. Numbers of
 * list items, of notes in brackets, ids of passages and other numbers in words are not claims.
 */
export async function checkNumbers(
  given: string,
  { question, passages, calculations }: NumberBacking,
  book: EvidenceBook,
): Promise<CheckedNumbers> {
  if (given.length > longestSentence) {
    return { unsupported: [`${given.slice(0, 24)}…`], calculations: [] };
  }
  const sentence = withoutIds(given, calculations);
  const pages = await Promise.all(passages.map(({ id }) => book.page(id)));
  const signs = pages.map((page) => likelyDecimalSign(page.map(({ text }) => text).join("\n")));
  const sign = new Set(signs).size === 1 ? (signs[0] ?? null) : null;
  const numbers = likelyNumbers(sentence, likelyDecimalSign(sentence) ?? sign);
  const claimed = numbers.filter((number) => number.kind !== "list" || isAmount(number));
  const cited = [question, ...passages.map(({ text }) => text)].join("\n");
  const unsupported = new Set(spelledAmounts(sentence).filter((words) => !hasWords(cited, words)));
  const stated = new Set<Calculation>();
  if (claimed.length === 0) return { unsupported: [...unsupported], calculations: [] };
  const asked = likelyNumbers(question);
  const around = await Promise.all(passages.map(async (each) => await book.surroundings(each)));
  const places = passages.map(({ page, pageLabel }) => `page ${page}\npage ${pageLabel ?? page}`);
  const surroundings = [cited, ...around, ...places].join("\n");
  const named = claimed.some(isNamed) ? namedNumbers(surroundings) : null;
  const isScaled = claimed.some(({ power, readings }) => power > 0 || isWrittenOut(readings));
  const backings: BackingNumber[] = [];
  for (const [index, { id, text }] of passages.entries()) {
    const scales = isScaled ? await book.scales(id) : [];
    backings.push(...backingNumbers(text, signs[index] ?? likelyDecimalSign(text), scales));
  }
  for (const [index, number] of claimed.entries()) {
    if (index >= mostNumbers) {
      unsupported.add(number.text);
      continue;
    }
    if (isNamed(number)) {
      const stands = named !== null && isNamedIn(number, sentence, named);
      if (!stands) unsupported.add(nameAt(sentence, number));
      continue;
    }
    const claim: ClaimedNumber = { number, sentence, question };
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

/** A sentence with blanks for ids of passages and calculations, which models like to name. */
function withoutIds(sentence: string, calculations: readonly SourcedCalculation[]): string {
  const ids = new Set(calculations.map(({ calculation }) => calculation.id));
  return sentence
    .replace(/(?<![\p{L}\p{N}])d\d+\.p\d+(?:\.s\d+)?(?![\p{L}\p{N}])/gu, (id) =>
      " ".repeat(id.length),
    )
    .replace(/(?<![\p{L}\p{N}])c\d+(?![\p{L}\p{N}])/gu, (id) =>
      ids.has(id) ? " ".repeat(id.length) : id,
    );
}

/** "[500]" in a sentence: no answer has so many notes. */
function isAmount({ text, span }: NumberInText): boolean {
  return span.start > 1 && /\d{3}/.test(text);
}

function isWrittenOut(readings: NumberInText["readings"]): boolean {
  return readings.some(({ value }) => value.endsWith("000"));
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
    // Few are asked for.
    get label() {
      return labelOf(text, number.span);
    },
    scales: scalesOf(number, text, scales),
  }));
}

function calculationOf(
  claim: ClaimedNumber,
  calculations: NumberBacking["calculations"],
): Calculation | null {
  const found = calculations.find(({ calculation, scales, label }) => {
    const { value, display } = calculation;
    const plain = { kind: "quantity", power: 0, currency: null, percent: false } as const;
    const shown = numbersIn(display).map((number) => ({ ...number, kind: "quantity" as const }));
    const result = { ...plain, readings: /^-?\d+(?:\.\d+)?$/.test(value) ? [{ value }] : [] };
    return [result, ...shown].some((number) => isBackedBy(claim, { number, label, scales }));
  });
  return found?.calculation ?? null;
}
