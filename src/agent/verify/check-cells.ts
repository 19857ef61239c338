import {
  type Citation,
  type MisplacedNumber,
  monthsOf,
  type PassageText,
  type Span,
  type Table,
  type TableCell,
  type TablePeriod,
} from "../../core/index.js";
import {
  agreesWith,
  changeWords,
  columnPeriods,
  currenciesIn,
  currencyKey,
  currencySign,
  datesIn,
  lengthsIn,
  type NumberInText,
  numbersIn,
  periodsIn,
  unitOf,
  yearsIn,
} from "../../figures/index.js";
import { type EvidenceCache, textOf } from "./evidence-cache.js";
import {
  type BackingNumber,
  type ClaimedNumber,
  clauseAround,
  matchNumbers,
  type NumberMatch,
} from "./match-number.js";
import { otherCompany } from "./named-companies.js";
import { daysOf } from "./named-numbers.js";

/** A number in a cited passage. The label is looked up on demand. */
export interface PassageNumber extends BackingNumber {
  readonly number: NumberInText;
  readonly passage: PassageText;
  readonly span: Span;
}

/** The numbers in the cited passages, and the quotes of a single line. */
export interface CitedNumbers {
  readonly backings: readonly PassageNumber[];
  readonly quotes: readonly Pick<Citation, "evidence" | "span">[];
}

/**
 * True if the citations contain a number of a sentence; otherwise the difference at the place where
 * its digits occur. If there are several such places, those inside the quotes are preferred, and
 * one that matches is enough.
 */
export async function lookUpNumber(
  claim: ClaimedNumber,
  { backings, quotes }: CitedNumbers,
  book: EvidenceCache,
): Promise<{ readonly stands: boolean; readonly problem: MisplacedNumber | null }> {
  const alike = backings.filter((backing) => matchNumbers(claim, backing) !== null);
  const places = await Promise.all(
    alike.map(async (backing) => {
      const cell = cellAt(backing.span, await book.tables(backing.passage.id));
      const placed = cell ? inCell(backing, cell) : backing;
      return { backing: placed, cell, match: matchNumbers(claim, placed) };
    }),
  );
  const isQuoted = ({ backing: { passage, span } }: (typeof places)[number]): boolean =>
    quotes.some(
      ({ evidence, span: { start, end } }) =>
        evidence === passage.id && start < span.end && end > span.start,
    );
  const preferred = (some: typeof places): typeof places =>
    some.some(isQuoted) ? some.filter(isQuoted) : some;
  let problem: MisplacedNumber | null = null;
  for (const { backing, cell } of preferred(places.filter(({ match }) => match === "same"))) {
    const page = textOf(await book.page(backing.passage.id));
    const misplaced =
      (cell && misplacedIn(claim, cell, page)) ?? (await ofOther(claim, backing.passage, book));
    if (!misplaced) return { stands: true, problem: null };
    problem ??= misplaced;
  }
  for (const { backing, cell, match } of preferred(places)) {
    if (problem || match === null || match === "same") continue;
    // In the wrong row or column, the same digits are a different number.
    if (!cell || !misplacedIn(claim, cell, "")) problem = mismatchOf(claim, backing, match);
  }
  return { stands: false, problem };
}

async function ofOther(
  claim: ClaimedNumber,
  passage: PassageText,
  book: EvidenceCache,
): Promise<MisplacedNumber | null> {
  const other = await otherCompany(claim, passage, book);
  return other && { number: claim.number.text, kind: "company", ...other };
}

/** Rows with counts, which a table in thousands or millions does not scale. */
const counted =
  /(?<![a-zß-ɏḀ-ỿ])(?:shares?|units?|employees|headcount|people|stores?|customers|members|subscri\p{Alpha}+|users|number of|Mitarbeiter|Anzahl|nombre|número)(?![a-zß-ɏḀ-ỿ])/iu;

/** A number as its cell states it: with the cell's sign and scale, and the row's whole label. */
function inCell(backing: PassageNumber, cell: FoundCell): PassageNumber {
  const { number, passage, span } = backing;
  const { value, unit, text } = cell.cell;
  const isNegative = value?.startsWith("-") ?? false;
  const readings = number.readings.filter((one) => one.value.startsWith("-") === isNegative);
  const label = rowLabel(cell);
  const isCounted = counted.test(label);
  return {
    number: readings.length > 0 ? { ...number, readings } : number,
    passage,
    span,
    unit: backing.unit ?? null,
    label: label === "" ? backing.label : label,
    isBracketed: /\(/.test(text),
    ...(unit?.scale && number.power === 0
      ? { scales: [unit.scale], isScaled: !isCounted }
      : { scales: backing.scales }),
  };
}

function mismatchOf(
  claim: ClaimedNumber,
  { number, scales, unit }: BackingNumber & { readonly number: NumberInText },
  match: Exclude<NumberMatch, "same">,
): MisplacedNumber {
  const { text, currency } = claim.number;
  if (match === "currency") {
    return { number: text, kind: "unit", stands: number.currency ?? "", said: currency ?? "" };
  }
  if (match === "unit") {
    const stated = unitOf(claim.number, claim.sentence) ?? "";
    return { number: text, kind: "unit", stands: unit ?? "", said: stated };
  }
  const [scale] = scales;
  const times =
    match === "scale" && scale && number.power === 0 ? ` × 1${",000".repeat(scale / 3)}` : "";
  return { number: text, kind: match, stands: number.text + times, said: text };
}

interface FoundCell {
  readonly cell: TableCell;
  readonly table: Table;
}

/** The cell whose number is at a place on a page; null if there is none, as in prose. */
function cellAt({ start, end }: Span, tables: readonly Table[]): FoundCell | null {
  for (const table of tables) {
    if (table.span.end <= start || table.span.start >= end) continue;
    const cell = table.cells.find(({ value, head, spans }) => {
      return value !== null && !head && spans.some((one) => one.start < end && one.end > start);
    });
    if (cell) return { cell, table };
  }
  return null;
}

/** The label of a cell's row; empty if there is none. */
function rowLabel({ cell, table }: FoundCell): string {
  return table.rows.find(({ row }) => row === cell.row)?.label ?? "";
}

/**
 * Compares a number of a sentence with a cell that contains the same number: its column's time, its
 * row and its currency. Null if the sentence may mean this cell. `page` is the text of its page.
 */
function misplacedIn(claim: ClaimedNumber, found: FoundCell, page: string): MisplacedNumber | null {
  const number = claim.number.text;
  const column = wrongPeriod(claim, found);
  if (column) return { number, kind: "column", ...column };
  const row = wrongRow(claim, found);
  if (row) return { number, kind: "row", ...row };
  const unit = wrongCurrency(claim, found, page);
  return unit && { number, kind: "unit", ...unit };
}

type Difference = Pick<MisplacedNumber, "stands" | "said">;

/** Times relative to another time, in English, German, French and Spanish. */
const relativeTime =
  /(?:years?|quarters?|periods?|months?) (?:before|earlier|ago|prior)|(?:prior|previous|preceding|earlier|last|following|next|same)[ -](?:fiscal |financial )?(?:years?|quarters?|periods?)|year[ -](?:over|on)[ -]year|Vorjahr|Vorquartal|Jahr(?:e|es)? (?:zuvor|davor|vorher)|(?:vor|letzten?|vergangenen?) Jahr|an(?:née)?s? (?:précédente?|dernière?|plus tôt|auparavant)|años? (?:anterior|pasado|antes)/iu;
/** Words before a number that only serves as a comparison: "rose from 12", "against 12 then". */
const compared =
  /(?<![a-zß-ɏḀ-ỿ])(?:from|than|against|versus|vs\.?|(?:compared|comparison) (?:to|with)|gegenüber|nach|von|als|contre|depuis|frente a|desde)(?![a-zß-ɏḀ-ỿ])[^\p{Alpha}]*$/iu;

/** True if the time of a number is only stated relative to another. */
function isRelative({ number, sentence }: ClaimedNumber): boolean {
  const before = sentence.slice(0, number.span.start);
  return relativeTime.test(sentence) || compared.test(before);
}

/** Words for a change, where a sentence or question may omit the time of one of the two amounts. */
const change = new RegExp(
  `(?<![a-zß-ɏḀ-ỿ])(?:${changeWords}|fall|drop|up |down |trend|average|compar|versus|vs|between|differ|more|less|wuchs|baiss|crec|aument|disminu)`,
  "iu",
);

/** The year right after its amount: "$12 million in 2019", but not "in 2019 and 2018". */
const yearBehind =
  /^ (?:in|for|during|as of|at|on|im Jahr|en)(?: the)?(?: end of)?(?: fiscal| financial| calendar)?(?: years?)?(?: ended)?(?: \p{Uppercase}\p{Alpha}+ \d{1,2},)? ?((?:FY ?)?(?:19|20)\d\d)(?!\d|\s*(?:and|or|und|et|y|to|,|&|-|–|\/)\s*(?:FY ?)?(?:19|20)?\d\d)/u;

/** How the column's time differs from those that the sentence, or else the question, names. */
function wrongPeriod(claim: ClaimedNumber, { cell, table }: FoundCell): Difference | null {
  if (isRelative(claim)) return null;
  const times = columnPeriods(table, cell.row);
  const ownTime = times.get(cell.column);
  if (!ownTime) return null;
  const { number, sentence, question } = claim;
  const [, bound = ""] = yearBehind.exec(sentence.slice(number.span.end)) ?? [];
  // Coarsest part first: days and lengths distinguish columns of one year.
  let rivals = [...times.values()];
  for (const { of: partOf, saidIn } of timeParts) {
    const value = partOf(ownTime);
    if (value === null) continue;
    const known = new Set(rivals.map(partOf));
    const inTable = (text: string): string[] => saidIn(text).filter((one) => known.has(one));
    const texts = [bound, sentence, ...(change.test(question) ? [] : [question])];
    const stated = texts.map(inTable).find((some) => some.length > 0);
    if (stated && !stated.includes(value)) {
      if (inTable(bound).length === 0 && leavesTimeOut(claim, inTable)) return null;
      return { stands: ownTime.text, said: [...new Set(stated)].join(", ") };
    }
    rivals = rivals.filter((time) => partOf(time) === value);
  }
  return null;
}

/**
 * True if a sentence reports a change between amounts, without a time in this amount's clause or
 * before all amounts.
 */
function leavesTimeOut(
  { number, sentence }: ClaimedNumber,
  timesIn: (text: string) => readonly string[],
): boolean {
  const amounts = numbersIn(sentence).filter(({ kind }) => kind === "quantity");
  if (amounts.length < 2 || !change.test(sentence)) return false;
  const frame = sentence.slice(0, amounts[0]?.span.start);
  return timesIn(`${frame} | ${clauseAround(sentence, number.span)}`).length === 0;
}

/** The parts that distinguish times: how to read them from columns, and from texts. */
const timeParts: readonly {
  of(time: TablePeriod): string | null;
  saidIn(text: string): readonly string[];
}[] = [
  { of: ({ year }) => year?.toString() ?? null, saidIn: (text) => yearsIn(text).map(String) },
  {
    of: ({ quarter }) => quarter?.toString() ?? null,
    saidIn: (text) => periodsIn(text).flatMap(({ quarter }) => quarter?.toString() ?? []),
  },
  {
    of: ({ day }) => day?.slice(5).replace(/0(?=\d)/g, "") ?? null,
    saidIn: (text) => datesIn(text).flatMap(daysOf),
  },
  {
    of: (time) => monthsOf(time)?.toString() ?? null,
    saidIn: (text) => lengthsIn(text).map(String),
  },
];

/**
 * How the row differs from the rows that the sentence, or else the question, names by their whole
 * label. Null if too much of the number's own label is named as well.
 */
function wrongRow({ sentence, question }: ClaimedNumber, found: FoundCell): Difference | null {
  const { rows, cells } = found.table;
  const ownLabel = rowLabel(found);
  const ownForms = labelForms(ownLabel);
  const ownWords = ownForms.at(-1) ?? [];
  if (ownWords.length === 0) return null;
  const withNumbers = new Set(cells.flatMap(({ row, value }) => (value === null ? [] : [row])));
  const labels = rows
    .filter(({ row }) => withNumbers.has(row))
    .flatMap(({ label }) => labelForms(label).map((words) => ({ label, words })))
    .sort((one, other) => other.words.length - one.words.length);
  for (const text of [sentence, question]) {
    let remaining = ` ${wordsOf(text).join(" ")} `;
    const named: string[] = [];
    for (const { label, words } of labels) {
      const phrase = ` ${words.join(" ")} `;
      if (!remaining.includes(phrase)) continue;
      if (words.length === 1 && !isSubject(label, text)) continue;
      if (ownForms.some((form) => phrase === ` ${form.join(" ")} `)) return null;
      // Words of a longer label do not count for a shorter one: "total current assets" does not
      // name "assets".
      remaining = remaining.replaceAll(phrase, " | ");
      named.push(label);
    }
    if (named.length === 0) continue;
    const left = new Set(remaining.split(" "));
    const share = ownWords.filter((word) => left.has(word)).length / ownWords.length;
    return share >= enoughOfLabel ? null : { stands: ownLabel, said: named[0] ?? "" };
  }
  return null;
}

/** A label with each bracketed part replaced by a space; unclosed brackets stay. */
function withoutBrackets(label: string): string {
  let [kept, from] = ["", 0];
  const open: number[] = [];
  for (const { 0: bracket, index } of label.matchAll(/[()[\]]/g)) {
    if (bracket === "(" || bracket === "[") open.push(index);
    else {
      const start = open.pop();
      // Nested brackets are removed together with the outer ones.
      if (start === undefined || open.length > 0 || start < from) continue;
      kept += `${label.slice(from, start)} `;
      from = index + 1;
    }
  }
  return kept + label.slice(from);
}

/** The words of a label with and without its brackets, such as a note or a unit. */
function labelForms(label: string): (readonly string[])[] {
  const bare = withoutBrackets(label);
  const [whole, plain] = [wordsOf(label), wordsOf(bare)];
  if (plain.length === 0) return whole.length > 0 ? [whole] : [];
  return plain.length < whole.length ? [whole, plain] : [whole];
}

/** Words that follow the subject of a statement about an amount. */
const predicate =
  "was|were|is|are|had|has|amounted|came|totall?ed|stood|reached|rose|fell|grew|of|in|at|for|from|to|as|on|during";

/** Whether a one-word label is a subject of the text: "cash was", but not "in cash terms". */
function isSubject(label: string, text: string): boolean {
  // Letters need no escaping.
  const [word = ""] = label.match(/\p{Alpha}[\p{Alpha}\p{M}]*/u) ?? [];
  const subject = `(?<!\\p{Alpha})${word}(?:[^\\p{Alpha}]*$|\\s*[:,(?]|\\s+(?:${predicate})(?!\\p{Alpha})|\\s*[$€£¥\\d])`;
  return new RegExp(subject, "iu").test(text);
}

/** If a sentence has this share of a label's words, it may be a paraphrase of the label. */
const enoughOfLabel = 0.5;

/** Words that do not distinguish labels. */
const empty = new Set(["the", "a", "an", "of", "and", "in", "for", "to", "on", "by", "from", "at"]);

/** The words of a label or a sentence, without plural endings. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/\p{Alpha}[\p{Alpha}\p{M}]*/gu) ?? [];
  return words
    .filter((word) => !empty.has(word))
    .map((word) => word.replace(/(?<=\p{Alpha}{3})s$/u, ""));
}

/** Small coins that a row may use, unlike its table: "Earnings per share (pence)". */
const smallCoin =
  /(?<=[(,] ?(?:in )?)(?:cents|pence|centimes|céntimos|centavos|cêntimos|centesimi|копеек|paise)(?=[),])/iu;

/** How the currency of the row, the cell, or else the whole page differs from the sentence's. */
function wrongCurrency(
  { number }: ClaimedNumber,
  found: FoundCell,
  page: string,
): Difference | null {
  const stated = number.currency;
  if (stated === null) return null;
  const named = currenciesIn(page).map(([name]) => name);
  const isOne = new Set(named.map(currencyKey)).size === 1;
  const hundredths = smallCoin.exec(rowLabel(found))?.[0];
  const actual = hundredths ?? found.cell.unit?.currency ?? (isOne ? (named[0] ?? null) : null);
  return actual === null || agreesWith(stated, actual)
    ? null
    : { stands: currencySign(actual), said: stated };
}
