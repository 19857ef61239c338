import type {
  Calculation,
  Citation,
  MisplacedNumber,
  Operand,
  PassageText,
} from "../../core/index.js";
import {
  decimalSignOf,
  type NumberInText,
  type NumberOptions,
  numberOf,
  numbersIn,
  type SpelledAmount,
  scalesOf,
  spelledAmounts,
  spelledAsNumbers,
  statesAmount,
  unitOf,
} from "../../figures/index.js";
import { droppedScale } from "../tools/number-sources.js";
import { lookUpNumber, type PassageNumber } from "./check-cells.js";
import { type EvidenceCache, textOf } from "./evidence-cache.js";
import { loneUnits } from "./lone-units.js";
import { type BackingNumber, type ClaimedNumber, isBackedBy, labelOf } from "./match-number.js";
import { isNamed, isNamedIn, nameAt, namedNumbers } from "./named-numbers.js";
import { asWritten, plainClaim } from "./plain-claim.js";
import { standsIn, unreadNumbers } from "./unread-numbers.js";

/** Maximum number of numbers in a sentence that are checked; further ones count as unsupported. */
const maxNumbers = 200;

/** Maximum number of characters in a sentence; longer ones count as unsupported. */
const longestSentence = 4000;

export interface NumberBacking {
  readonly question: string;
  readonly passages: readonly PassageText[];
  /** Its quotes of a single line, such as a row. */
  readonly quotes: readonly Pick<Citation, "evidence" | "span">[];
  readonly calculations: readonly SourcedCalculation[];
}

export interface CheckedNumbers {
  /** Numbers without evidence, as written in the sentence. */
  readonly unsupported: readonly string[];
  /** Unsupported numbers whose digits occur there in another row, column, unit or sign. */
  readonly misplaced: readonly MisplacedNumber[];
  /** Calculations whose result the sentence states. */
  readonly calculations: readonly Calculation[];
}

/**
 * Looks up the numbers of a sentence as a reader sees it, without markup. Amounts in digits or
 * words must be in the question, in the citations, or among the results of calculations, in the
 * same unit; years, dates, ordinals and names with a number in the question, in the citations, in
 * the headings above, or in the document's path. Scales and currencies that are not next to a
 * number must be on the cited pages. Numbers of list items, of notes in brackets, ids of passages
 * and small counts in words are not claims.
 */
export async function checkNumbers(
  text: string,
  backing: NumberBacking,
  book: EvidenceCache,
): Promise<CheckedNumbers> {
  if (text.length > longestSentence) {
    return { unsupported: [`${text.slice(0, 24)}…`], misplaced: [], calculations: [] };
  }
  const { unsupported, ...rest } = await checkPlain(plainClaim(text), backing, book);
  return { unsupported: unsupported.map((number) => asWritten(text, number)), ...rest };
}

async function checkPlain(
  plain: string,
  { question, passages, quotes, calculations }: NumberBacking,
  book: EvidenceCache,
): Promise<CheckedNumbers> {
  const sentence = withoutIds(plain, calculations);
  const pages = await Promise.all(passages.map(({ id }) => book.page(id)));
  const pageTexts = pages.map(textOf);
  const signs = pageTexts.map(likelyDecimalSign);
  const sign = new Set(signs).size === 1 ? (signs[0] ?? null) : null;
  const numbers = likelyNumbers(sentence, likelyDecimalSign(sentence) ?? sign);
  const cited = [question, ...passages.map(({ text }) => text)].join("\n");
  const spelled = unstatedWords(sentence, cited);
  const claimed = [
    ...numbers.filter((number) => number.kind !== "list" || isAmount(number)),
    ...spelled.flatMap((amount) => numberOf(amount) ?? []),
  ];
  const spans = [...numbers.map(({ span }) => span), ...spelledAmounts(sentence)];
  const unsupported = new Set([
    ...(numbers.length > 0 ? loneUnits(sentence, spans, [cited, ...pageTexts].join("\n")) : []),
    ...spelled.filter(({ value }) => value === null).map(({ text }) => text),
    ...unreadNumbers(sentence, numbers).filter((token) => !standsIn(cited, token)),
  ]);
  if (claimed.length === 0) {
    return { unsupported: [...unsupported], misplaced: [], calculations: [] };
  }
  const around = await Promise.all(passages.map(async (each) => await book.surroundings(each)));
  const places = passages.map(({ page, pageLabel }) => `page ${page}\npage ${pageLabel ?? page}`);
  const surroundings = [cited, ...around, ...places].join("\n");
  const isScaled = claimed.some(({ power, readings }) => power > 0 || isWrittenOut(readings));
  const grounds: Grounds = {
    sentence,
    question,
    quotes,
    calculations,
    inQuestion: [...likelyNumbers(question), ...spelledAsNumbers(question)],
    surroundings,
    named: claimed.some(isNamed) ? namedNumbers(surroundings) : null,
    backings: await numbersOf(passages, signs, isScaled, book),
  };
  const misplaced: MisplacedNumber[] = [];
  const stated = new Set<Calculation>();
  for (const [index, number] of claimed.entries()) {
    const checked =
      index < maxNumbers ? await checkNumber(number, grounds, book) : { unsupported: number.text };
    if (checked.unsupported !== undefined) unsupported.add(checked.unsupported);
    if (checked.misplaced) misplaced.push(checked.misplaced);
    if (checked.stated) stated.add(checked.stated);
  }
  return { unsupported: [...unsupported], misplaced, calculations: [...stated] };
}

/** What the numbers of a sentence are looked up in. */
interface Grounds extends Pick<NumberBacking, "question" | "quotes" | "calculations"> {
  readonly sentence: string;
  readonly inQuestion: readonly NumberInText[];
  /** The cited passages with their headings, paths and page numbers. */
  readonly surroundings: string;
  /** Null if no number of the sentence is part of a name. */
  readonly named: ReturnType<typeof namedNumbers> | null;
  readonly backings: Awaited<ReturnType<typeof numbersOf>>;
}

/** The result of looking up one number; empty if it is in the question or the passages. */
interface CheckedNumber {
  readonly unsupported?: string;
  readonly misplaced?: MisplacedNumber | null;
  readonly stated?: Calculation;
}

async function checkNumber(
  number: NumberInText,
  grounds: Grounds,
  book: EvidenceCache,
): Promise<CheckedNumber> {
  const { sentence, question, calculations, named, surroundings } = grounds;
  if (isNamed(number)) {
    const isSupported = named !== null && isNamedIn(number, sentence, named);
    return isSupported ? {} : { unsupported: nameAt(sentence, number) };
  }
  // Without a reading it was handled above: it is either in the cited text or unsupported.
  if (number.readings.length === 0) return {};
  if (number.kind === "year") {
    return standsAsYear(number, surroundings) ? {} : { unsupported: number.text };
  }
  if (grounds.inQuestion.some((one) => isRepeated(number, one))) return {};
  const claim: ClaimedNumber = { number, sentence, question };
  const found = await lookUpNumber(claim, grounds, book);
  if (found.stands) return {};
  const computed = calculationOf(claim, calculations);
  const other = computed && otherRow(claim, computed, calculations);
  if (computed && !other) return { stated: computed };
  return { unsupported: number.text, misplaced: other ?? found.problem };
}

/** The numbers in the cited passages, with their places on the pages. */
async function numbersOf(
  passages: readonly PassageText[],
  signs: readonly ReturnType<typeof likelyDecimalSign>[],
  isScaled: boolean,
  book: EvidenceCache,
): Promise<readonly PassageNumber[]> {
  const backings: PassageNumber[] = [];
  for (const [index, passage] of passages.entries()) {
    const { id, text } = passage;
    const scales = isScaled ? await book.scales(id) : [];
    const sign = signs[index] ?? likelyDecimalSign(text);
    for (const backing of backingNumbers(text, sign, scales)) {
      const { start, end } = backing.number.span;
      const from = passage.span.start;
      // Assigning keeps the label lazy.
      backings.push(
        Object.assign(backing, { passage, span: { start: from + start, end: from + end } }),
      );
    }
  }
  return backings;
}

/** Amounts in words that the cited text does not contain in the same words. */
function unstatedWords(sentence: string, cited: string): readonly SpelledAmount[] {
  const spelled = spelledAmounts(sentence);
  const stated = spelled.length > 0 ? spelledAmounts(cited) : [];
  return spelled.filter((amount) => !statesAmount(stated, amount));
}

/** A sentence with ids of passages and calculations blanked; models like to name them. */
function withoutIds(sentence: string, calculations: readonly SourcedCalculation[]): string {
  const ids = new Set(calculations.map(({ calculation }) => calculation.id));
  return sentence
    .replace(/(?<![\p{Alpha}\p{N}])d\d+\.p\d+(?:\.s\d+)?(?![\p{Alpha}\p{N}])/gu, (id) =>
      " ".repeat(id.length),
    )
    .replace(/(?<![\p{Alpha}\p{N}])(?:c\d+|q\d+\.r\d+\.c\d+)(?![\p{Alpha}\p{N}])/gu, (id) =>
      ids.has(id) ? " ".repeat(id.length) : id,
    );
}

/** True for "[500]" within a sentence: too large to be a footnote. */
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

function isRepeated(number: NumberInText, inQuestion: NumberInText): boolean {
  return (
    // The days of dates in the question are not amounts.
    inQuestion.kind === number.kind &&
    number.percent === inQuestion.percent &&
    number.readings.some(({ value }) => inQuestion.readings.some((other) => other.value === value))
  );
}

function backingNumbers(
  text: string,
  decimalSign: "." | "," | null,
  scales: readonly number[],
): readonly (BackingNumber & { readonly number: NumberInText })[] {
  const numbers = likelyNumbers(text, decimalSign, { skipNoteMarks: true });
  // "12 500" may be one number, or two adjacent cells.
  const parted = /\d \d/.test(text)
    ? likelyNumbers(text, decimalSign, { partAtSpaces: true, skipNoteMarks: true })
    : [];
  const spelled = spelledAsNumbers(text);
  const isSpelled = new Set(spelled);
  return [...numbers, ...parted, ...spelled].map((number) => ({
    number,
    // Computed on demand, because only few are needed.
    get label() {
      return labelOf(text, number.span);
    },
    get unit() {
      // A mere "two" does not support "$2".
      return (
        unitOf(number, text) ?? (isSpelled.has(number) && number.power === 0 ? "things" : null)
      );
    },
    scales: scalesOf(number, text, scales),
  }));
}

function calculationOf(
  claim: ClaimedNumber,
  calculations: NumberBacking["calculations"],
): Calculation | null {
  const found = calculations.filter(({ calculation, scales, label }) => {
    const { value, display } = calculation;
    const plain = { kind: "quantity", power: 0, currency: null, percent: false } as const;
    const shown = numbersIn(display).map((number) => ({ ...number, kind: "quantity" as const }));
    const result = { ...plain, readings: /^-?\d+(?:\.\d+)?$/.test(value) ? [{ value }] : [] };
    return [result, ...shown].some((number) => isBackedBy(claim, { number, label, scales }));
  });
  const fits = found.find(({ calculation }) => !otherRow(claim, calculation, calculations));
  return (fits ?? found[0])?.calculation ?? null;
}

/** Row keys that work as names; other numbers may mean something else in a sentence. */
const isName = /\p{Alpha}|^(?:19|20)\d\d$/u;

/**
 * For a number from a query's result: the problem if the sentence names another row of the result,
 * and not the number's own row.
 */
function otherRow(
  { number, sentence }: ClaimedNumber,
  { id, keys = [] }: Calculation,
  calculations: NumberBacking["calculations"],
): MisplacedNumber | null {
  const [query = ""] = /^q\d+\./.exec(id) ?? [];
  if (query === "") return null;
  for (const [index, key] of keys.entries()) {
    if (!isName.test(key) || hasWords(sentence, key)) continue;
    const others = calculations.flatMap(({ calculation }) =>
      calculation.id.startsWith(query) ? (calculation.keys?.[index] ?? []) : [],
    );
    const stated = others.find((other) => isName.test(other) && hasWords(sentence, other));
    if (stated !== undefined)
      return { number: number.text, kind: "row", stands: key, said: stated };
  }
  return null;
}

/** "1,577" on its own. */
const commaThousand = /(?<![\d.,])[1-9]\d{0,2},\d{3}(?!\d|[.,]\d)/;

/**
 * The decimal separator of a text, or null. If nothing else settles it, "1,577" counts as a
 * thousand: three decimals after a comma are rare, and a rare reading must not support a claim.
 */
export function likelyDecimalSign(text: string): "." | "," | null {
  return decimalSignOf(text) ?? (commaThousand.test(text) ? "." : null);
}

/** The numbers of a text with the likely separator; without one, "1.577" keeps both readings. */
export function likelyNumbers(
  text: string,
  decimalSign: "." | "," | null = likelyDecimalSign(text),
  options: Pick<NumberOptions, "partAtSpaces" | "skipNoteMarks"> = {},
): readonly NumberInText[] {
  return numbersIn(text, { ...options, decimalSign: decimalSign ?? undefined });
}

function hasWords(text: string, words: string): boolean {
  return ` ${comparable(text)} `.includes(` ${comparable(words)} `);
}

function comparable(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{Alpha}\p{N}%€$£¥]+/gu, " ")
    .trim();
}

/** A calculation whose numbers code has found in documents in scope. */
export interface SourcedCalculation {
  readonly calculation: Calculation;
  readonly citations: readonly Citation[];
  /** Powers of ten that may apply to its result, because they apply to its operands. */
  readonly scales: readonly number[];
  /** The text before its operands. */
  readonly label: string;
}

/** Calculations that claim to have sources, if those sources exist. */
export async function sourcedCalculations(
  calculations: readonly Calculation[],
  book: EvidenceCache,
): Promise<readonly SourcedCalculation[]> {
  const sourced: SourcedCalculation[] = [];
  for (const calculation of calculations) {
    const sources = calculation.sourced ? sourcesOf(calculation, calculations) : null;
    // Constants alone prove nothing.
    if (!sources || sources.length === 0) continue;
    const checked = await Promise.all(
      sources.map(async (source) => await checkSource(source, book)),
    );
    const found = checked.filter((source) => source !== null);
    if (found.length < sources.length) continue;
    sourced.push({
      calculation,
      citations: found.map(({ citation }) => citation),
      // If the scale of a number was applied or stated, no scale is left to apply.
      scales:
        isOfRows(calculation) || found.some(({ scales }) => scales === null)
          ? []
          : [...new Set(found.flatMap(({ scales }) => scales ?? []))],
      label: found.map(({ label }) => label).join("\n"),
    });
  }
  return sourced;
}

/** Whether a number was counted or summed over rows, or computed from such numbers. */
function isOfRows({ rows, operands }: Calculation): boolean {
  return rows !== undefined || operands.some(({ text }) => /^q\d+\./.test(text));
}

type Source = Operand & { readonly citation: Citation };

/**
 * Where the numbers of a calculation were read, including those of the results it uses; null if one
 * of these is missing.
 */
function sourcesOf(
  calculation: Calculation,
  all: readonly Calculation[],
): readonly Source[] | null {
  const open = [calculation];
  const known = new Set(open);
  const sources: Source[] = [];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const operand of next.operands) {
      const { citation } = operand;
      if (citation) sources.push({ ...operand, citation });
      if (operand.origin !== "result") continue;
      const from = all.find(({ id }) => operand.text === id);
      if (!from?.sourced) return null;
      if (known.has(from)) continue;
      known.add(from);
      open.push(from);
    }
  }
  return sources;
}

interface CheckedSource {
  readonly citation: Citation;
  /** Null if the operand's scale was applied or stated. */
  readonly scales: readonly number[] | null;
  readonly label: string;
}

/** An operand's citation, if the page has its quote at that place. */
async function checkSource(
  { citation: source, value }: Source,
  book: EvidenceCache,
): Promise<CheckedSource | null> {
  const passage = await book.passage(source.evidence);
  if (!passage || source.quote === "") return null;
  const start = source.span.start - passage.span.start;
  const end = source.span.end - passage.span.start;
  if (start < 0 || passage.text.slice(start, end) !== source.quote) return null;
  const citation = await book.cite(passage, { start, end });
  if (!citation) return null;
  const label = labelOf(passage.text, { start, end });
  const [number] = numbersIn(source.quote);
  if (!number) return { citation, scales: [], label };
  const dropped = droppedScale({ value, quote: source.quote });
  if (dropped !== null) return { citation, scales: dropped > 0 ? [dropped] : null, label };
  const stated = await book.scales(source.evidence);
  const scales = scalesOf({ ...number, span: { start, end } }, passage.text, stated);
  const isApplied = scales.length > 0 && !isAsWritten(value, number.readings);
  return { citation, scales: isApplied ? null : scales, label };
}

function isAsWritten(value: string, readings: readonly { readonly value: string }[]): boolean {
  const plain = value.replace(/^-/, "");
  return readings.some((reading) => reading.value.replace(/^-/, "") === plain);
}
