import type { Span } from "../../core/page.js";
import type { Table, TableCell, TableColumn } from "../../core/table.js";
import type { MisplacedNumber } from "../answer.js";
import { type ClaimedNumber, currencyFamily } from "./match-number.js";

/** A number of a document, by its place in the text of its page. */
export interface PlacedNumber {
  readonly span: Span;
  readonly tables: readonly Table[];
  /** The text of the page. */
  readonly text: string;
}

/**
 * Holds a number of a sentence against the cells of tables in which the same number stands: the year
 * that the cell's column names, the row that it is in, and its currency. Null where one of the places may be what the
 * sentence speaks of, or is in no table, whose words nothing here can part; else what is wrong with the
 * first of them.
 */
export function misplacedNumber(
  claim: ClaimedNumber,
  places: readonly PlacedNumber[],
): MisplacedNumber | null {
  let first: MisplacedNumber | null = null;
  for (const { span, tables, text } of places) {
    const found = cellAt(span, tables);
    const problem = found && problemOf(claim, { ...found, text });
    if (!problem) return null;
    first ??= problem;
  }
  return first;
}

function cellAt(
  { start, end }: Span,
  tables: readonly Table[],
): { readonly cell: TableCell; readonly table: Table } | null {
  for (const table of tables) {
    if (table.span.end <= start || table.span.start >= end) continue;
    const cell = table.cells.find(({ value, head, spans }) => {
      return value !== null && !head && spans.some((one) => one.start < end && one.end > start);
    });
    if (cell) return { cell, table };
  }
  return null;
}

interface PlacedCell {
  readonly cell: TableCell;
  readonly table: Table;
  readonly text: string;
}

function problemOf(
  claim: ClaimedNumber,
  { cell, table, text }: PlacedCell,
): MisplacedNumber | null {
  const number = claim.number.text;
  const column = table.columns[cell.column];
  const year = column ? wrongYear(claim, column, table) : null;
  if (year) return { number, kind: "column", ...year };
  const row = wrongRow(claim, cell, table);
  if (row) return { number, kind: "row", ...row };
  const unit = wrongCurrency(claim, cell, text);
  return unit && { number, kind: "unit", ...unit };
}

type Difference = Pick<MisplacedNumber, "stands" | "said">;

/** A year as texts name it: "2022", "FY22", "31.12.2022". */
const namedYear = /(?<![\d.,$€£])(?:19|20)\d\d(?![\d]|[.,]\d)|(?<!\p{L})FY ?['’]?(\d\d)(?!\d)/giu;

function yearsIn(text: string): number[] {
  return [...text.matchAll(namedYear)].map(([year, short]) =>
    short === undefined ? Number(year) : 2000 + Number(short),
  );
}

/** A time that is named by its distance to another, in English, German, French and Spanish. */
const relativeTime =
  /(?:years?|quarters?|periods?|months?) (?:before|earlier|ago|prior)|(?:prior|previous|preceding|earlier|last|following|next|same)[ -](?:fiscal |financial )?(?:years?|quarters?|periods?)|year[ -](?:over|on)[ -]year|Vorjahr|Vorquartal|Jahr(?:e|es)? (?:zuvor|davor|vorher)|(?:vor|letzten?|vergangenen?) Jahr|an(?:née)?s? (?:précédente?|dernière?|plus tôt|auparavant)|años? (?:anterior|pasado|antes)/iu;
/** Words before a number that is only compared with: "rose from 12", "against 12 then". */
const compared =
  /(?<!\p{L})(?:from|than|against|versus|vs\.?|(?:compared|comparison) (?:to|with)|gegenüber|nach|von|als|contre|depuis|frente a|desde)(?!\p{L})[^\p{L}]*$/iu;

/** Whether the time of a number is told by how it differs from another's. */
function isRelative({ number, sentence }: ClaimedNumber): boolean {
  const before = sentence.slice(0, number.span.start);
  return relativeTime.test(sentence) || compared.test(before);
}

/** The column names a year, and the sentence, or else the question, names others that the table has. */
function wrongYear(
  claim: ClaimedNumber,
  { period }: TableColumn,
  { columns }: Table,
): Difference | null {
  if (period?.year == null || isRelative(claim)) return null;
  const { sentence, question } = claim;
  const inTable = new Set(columns.map((each) => each.period?.year));
  const ofTable = (text: string): number[] => yearsIn(text).filter((year) => inTable.has(year));
  const ownYears = ofTable(sentence);
  const said = ownYears.length > 0 ? ownYears : ofTable(question);
  if (said.length === 0 || said.includes(period.year)) return null;
  return { stands: period.text, said: [...new Set(said)].join(", ") };
}

/**
 * The sentence, or else the question, names other rows of the table by their whole label, and of the
 * number's own row too little besides.
 */
function wrongRow(
  { sentence, question }: ClaimedNumber,
  cell: TableCell,
  { rows, cells }: Table,
): Difference | null {
  const own = rows.find(({ row }) => row === cell.row)?.label ?? "";
  const ownWords = wordsOf(own);
  if (ownWords.length === 0) return null;
  const withNumbers = new Set(cells.flatMap(({ row, value }) => (value === null ? [] : [row])));
  const labels = rows
    .filter(({ row }) => withNumbers.has(row))
    .map(({ label }) => ({ label, words: wordsOf(label) }))
    .filter(({ words }) => words.length > 0)
    .sort((one, other) => other.words.length - one.words.length);
  for (const text of [sentence, question]) {
    let said = ` ${wordsOf(text).join(" ")} `;
    const named: string[] = [];
    for (const { label, words } of labels) {
      const phrase = ` ${words.join(" ")} `;
      if (!said.includes(phrase)) continue;
      if (words.length === 1 && !isSubject(label, text)) continue;
      if (phrase === ` ${ownWords.join(" ")} `) return null;
      // A longer label has its words for itself: "total assets" is not named by "total current assets".
      said = said.replaceAll(phrase, " | ");
      named.push(label);
    }
    if (named.length === 0) continue;
    const left = new Set(said.split(" "));
    const share = ownWords.filter((word) => left.has(word)).length / ownWords.length;
    return share >= enoughOfLabel ? null : { stands: own, said: named[0] ?? "" };
  }
  return null;
}

/** What follows the subject of a statement about an amount. */
const predicate =
  "was|were|is|are|had|has|amounted|came|totall?ed|stood|reached|rose|fell|grew|of|in|at|for|from|to";

/** Whether a label of one word names what the text is about: "cash was", and not "in cash terms". */
function isSubject(label: string, text: string): boolean {
  // Letters alone need no escaping.
  const [word = ""] = label.match(/\p{L}[\p{L}\p{M}]*/u) ?? [];
  const subject = `(?<!\\p{L})${word}(?:[^\\p{L}]*$|\\s*[:,(?]|\\s+(?:${predicate})(?!\\p{L})|\\s*[$€£¥\\d])`;
  return new RegExp(subject, "iu").test(text);
}

/** From this share of its words on a label may be what a sentence means in words of its own. */
const enoughOfLabel = 0.5;

/** Words that rows and sentences use without meaning anything by them. */
const empty = new Set(["the", "a", "an", "of", "and", "in", "for", "to", "on", "by", "from", "at"]);

/** The words of a label or a sentence, without their endings of number. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  return words
    .filter((word) => !empty.has(word))
    .map((word) => word.replace(/(?<=\p{L}{3})s$/u, ""));
}

/** Names and signs of the currencies that are told apart, as they stand in texts. */
const currencies =
  /[$€£¥]|(?<!\p{L})(?:USD|EUR|GBP|JPY|CNY|RMB|dollars?|euros?|pounds?|yen)(?!\p{L})/giu;

/** The cell, or else all of its page, is counted in another currency than the sentence says. */
function wrongCurrency(
  { number }: ClaimedNumber,
  { unit }: TableCell,
  page: string,
): Difference | null {
  const said = currencyFamily(number.currency);
  if (said === null || number.currency === null) return null;
  const ofCell = currencyFamily(unit?.currency ?? null);
  const ofPage = new Set([...page.matchAll(currencies)].map(([name]) => currencyFamily(name)));
  const stands = ofCell ?? (ofPage.size === 1 ? [...ofPage][0] : null);
  return stands == null || stands === said ? null : { stands, said: number.currency };
}
