import type { Calculation, Citation, Operand, PassageText } from "../../core/index.js";
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
import type { MisplacedNumber } from "../answer.js";
import { droppedScale } from "../tools/number-sources.js";
import { lookUpNumber, type PassageNumber } from "./check-cells.js";
import type { EvidenceCache } from "./evidence-cache.js";
import { loneUnits } from "./lone-units.js";
import { type BackingNumber, type ClaimedNumber, isBackedBy, labelOf } from "./match-number.js";
import { isNamed, isNamedIn, nameAt, namedNumbers } from "./named-numbers.js";
import { asWritten, plainClaim } from "./plain-claim.js";
import { standsIn, unreadNumbers } from "./unread-numbers.js";

/** Numbers of one sentence that are looked at; the others count as found nowhere. */
const maxNumbers = 200;

/** Characters of a sentence at most; a longer one is backed by nothing. */
const longestSentence = 4000;

/** What backs the numbers of a sentence. */
export interface NumberBacking {
  readonly question: string;
  /** The passages it cites. */
  readonly passages: readonly PassageText[];
  /** What it quotes of them on one line, such as a row. */
  readonly quotes: readonly Pick<Citation, "evidence" | "span">[];
  readonly calculations: readonly SourcedCalculation[];
}

/** What came of the numbers of a sentence. */
export interface CheckedNumbers {
  /** Numbers not found where they are said to be, as they are written. */
  readonly unsupported: readonly string[];
  /** Those of them that stand there otherwise: in another row, column, unit, or with another sign. */
  readonly misplaced: readonly MisplacedNumber[];
  /** Calculations whose result it states. */
  readonly calculations: readonly Calculation[];
}

/**
 * Looks up the numbers of a sentence as a reader sees it, without markup. Amounts in digits or words
 * must stand in the question, in what it cites, or among the results of calculations, in the same
 * unit; years, dates, ordinals and names with a number in the question, in what it cites, in the
 * headings above, or in the document's path. Scales and currencies that it names apart from its
 * numbers must stand on the cited pages. Numbers of list items, of notes in brackets, ids of passages
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
  const pageTexts = pages.map((page) => page.map(({ text }) => text).join("\n"));
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
  const stated = new Set<Calculation>();
  if (claimed.length === 0) {
    return { unsupported: [...unsupported], misplaced: [], calculations: [] };
  }
  const asked = [...likelyNumbers(question), ...spelledAsNumbers(question)];
  const around = await Promise.all(passages.map(async (each) => await book.surroundings(each)));
  const places = passages.map(({ page, pageLabel }) => `page ${page}\npage ${pageLabel ?? page}`);
  const surroundings = [cited, ...around, ...places].join("\n");
  const named = claimed.some(isNamed) ? namedNumbers(surroundings) : null;
  const isScaled = claimed.some(({ power, readings }) => power > 0 || isWrittenOut(readings));
  const backings: PassageNumber[] = [];
  for (const [index, passage] of passages.entries()) {
    const { id, text } = passage;
    const scales = isScaled ? await book.scales(id) : [];
    const sign = signs[index] ?? likelyDecimalSign(text);
    for (const backing of backingNumbers(text, sign, scales)) {
      const { start, end } = backing.number.span;
      const from = passage.span.start;
      // With its label, which is looked for when it is asked for.
      backings.push(
        Object.assign(backing, { passage, span: { start: from + start, end: from + end } }),
      );
    }
  }
  const misplaced: MisplacedNumber[] = [];
  for (const [index, number] of claimed.entries()) {
    if (index >= maxNumbers) {
      unsupported.add(number.text);
      continue;
    }
    if (isNamed(number)) {
      const stands = named !== null && isNamedIn(number, sentence, named);
      if (!stands) unsupported.add(nameAt(sentence, number));
      continue;
    }
    const claim: ClaimedNumber = { number, sentence, question };
    // It stands there as it is written, or else was found to be missing above.
    if (number.readings.length === 0) continue;
    if (number.kind === "year") {
      if (!standsAsYear(number, surroundings)) unsupported.add(number.text);
      continue;
    }
    if (asked.some((one) => isRepeated(number, one))) continue;
    const found = await lookUpNumber(claim, { backings, quotes }, book);
    if (found.stands) continue;
    const { problem } = found;
    const computed = calculationOf(claim, calculations);
    const other = computed && otherRow(claim, computed, calculations);
    if (computed && !other) stated.add(computed);
    else {
      unsupported.add(number.text);
      const wrong = other ?? problem;
      if (wrong) misplaced.push(wrong);
    }
  }
  return { unsupported: [...unsupported], misplaced, calculations: [...stated] };
}

/** Amounts in words that what is cited does not have in the same words. */
function unstatedWords(sentence: string, cited: string): readonly SpelledAmount[] {
  const spelled = spelledAmounts(sentence);
  const stated = spelled.length > 0 ? spelledAmounts(cited) : [];
  return spelled.filter((amount) => !statesAmount(stated, amount));
}

/** A sentence with blanks for ids of passages and calculations, which models like to name. */
function withoutIds(sentence: string, calculations: readonly SourcedCalculation[]): string {
  const ids = new Set(calculations.map(({ calculation }) => calculation.id));
  return sentence
    .replace(/(?<![\p{L}\p{N}])d\d+\.p\d+(?:\.s\d+)?(?![\p{L}\p{N}])/gu, (id) =>
      " ".repeat(id.length),
    )
    .replace(/(?<![\p{L}\p{N}])(?:c\d+|q\d+\.r\d+\.c\d+)(?![\p{L}\p{N}])/gu, (id) =>
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
    // The days of the question's dates are no amounts.
    asked.kind === number.kind &&
    number.percent === asked.percent &&
    number.readings.some(({ value }) => asked.readings.some((other) => other.value === value))
  );
}

function backingNumbers(
  text: string,
  decimalSign: "." | "," | null,
  scales: readonly number[],
): readonly (BackingNumber & { readonly number: NumberInText })[] {
  const numbers = likelyNumbers(text, decimalSign, { skipNoteMarks: true });
  // "12 500" may be one number, or one cell after another.
  const parted = /\d \d/.test(text)
    ? likelyNumbers(text, decimalSign, { partAtSpaces: true, skipNoteMarks: true })
    : [];
  const spelled = spelledAsNumbers(text);
  const isSpelled = new Set(spelled);
  return [...numbers, ...parted, ...spelled].map((number) => ({
    number,
    // Few are asked for.
    get label() {
      return labelOf(text, number.span);
    },
    get unit() {
      // "two" that says no more is no "$2".
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

/** What a row may be named by: other numbers may stand in a sentence for something else. */
const isName = /\p{L}|^(?:19|20)\d\d$/u;

/**
 * Of a number of a query's result: the sentence names what another row of the result is told by, and
 * not what the number's own row is.
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

/** "1,577" by itself. */
const commaThousand = /(?<![\d.,])[1-9]\d{0,2},\d{3}(?!\d|[.,]\d)/;

/**
 * The sign that parts decimals in a text, or null. Where nothing else shows it, "1,577" is taken for
 * a thousand: three decimals after a comma are rare, and a claim must not be backed by a rare reading.
 */
export function likelyDecimalSign(text: string): "." | "," | null {
  return decimalSignOf(text) ?? (commaThousand.test(text) ? "." : null);
}

/** The numbers of a text, read by the likely sign; "1.577" keeps both readings where there is none. */
export function likelyNumbers(
  text: string,
  decimalSign: "." | "," | null = likelyDecimalSign(text),
  options: Pick<NumberOptions, "partAtSpaces" | "skipNoteMarks"> = {},
): readonly NumberInText[] {
  return numbersIn(text, { ...options, decimalSign: decimalSign ?? undefined });
}

/** Whether a text has the same words. */
function hasWords(text: string, words: string): boolean {
  return ` ${comparable(text)} `.includes(` ${comparable(words)} `);
}

function comparable(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%€$£¥]+/gu, " ")
    .trim();
}

/** A calculation of which every number was read in a document in scope, where code found it again. */
export interface SourcedCalculation {
  readonly calculation: Calculation;
  readonly citations: readonly Citation[];
  /** Powers of ten by which its result may be multiplied, since its operands are given in them. */
  readonly scales: readonly number[];
  /** What stands before its operands. */
  readonly label: string;
}

/** Calculations that say they have sources, and whose sources are there. */
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
      // A number whose scale was applied, or is told, leaves nothing to multiply by.
      scales:
        isOfRows(calculation) || found.some(({ scales }) => scales === null)
          ? []
          : [...new Set(found.flatMap(({ scales }) => scales ?? []))],
      label: found.map(({ label }) => label).join("\n"),
    });
  }
  return sourced;
}

/** Whether a number was counted or added up of rows, or computed with such. */
function isOfRows({ rows, operands }: Calculation): boolean {
  return rows !== undefined || operands.some(({ text }) => /^q\d+\./.test(text));
}

type Source = Operand & { readonly citation: Citation };

/** Where the numbers of a calculation were read, through the results it was made of; null when one of these is not there. */
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
  /** Null when the operand is given with its scale. */
  readonly scales: readonly number[] | null;
  readonly label: string;
}

/** An operand's citation, when the page's text there is what it says. */
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
