import type { Span } from "../../core/index.js";
import { lowerCase, type QuoteText, quoteText } from "./quote-text.js";

/** Maximum number of characters, as compared, between the parts of a quote with an ellipsis. */
const longestGap = 240;

/** Longer quotes are not searched for. */
const longestQuote = 4000;

/** Maximum number of places of a quote to try before the first one is taken. */
const placesTried = 200;

const edge = "\\s|'\"`´‘’‚‛“”„‟«»‹›「」『』…";
const opening = `[${edge}.,;:!?*]*(?:\\.\\.|[${edge}])`;
const leading = new RegExp(`^(?:${opening})?(?:[-–—•*]\\s+(?:${opening})?)*`, "u");
const trailing = new RegExp(
  `(?<![${edge}.,;:!?。、，；：！？*–—-])[${edge}.,;:!?。、，；：！？*–—-]+$`,
  "u",
);
const ellipsis = /(?<!\s)\s*(?:[[(]\s*)?(?:\.{3,}|…|\. \. \.)(?:\s*[\])])?\s*/;

/**
 * The span of a quote in a text, in UTF-16 code units, or null if the text does not contain it.
 * Both are compared as described for `QuoteText`, first as they are and then in lower case. Quote
 * marks, ellipses and final punctuation around the quote are ignored. An ellipsis inside stands for
 * at most a line or two: the parts must follow one another. The span never cuts a character or a
 * number, and cuts a word only if the quote does. A quote of more than 4,000 code units is not
 * searched for.
 *
 * A quote without a literal match may still be a row of a table with columns or signs left out:
 * then the span is the whole row, under the conditions of `rowFinder`.
 */
export function findQuote(quote: string, text: string): Span | null {
  return quoteFinder(text)(quote);
}

/** `findQuote` for many quotes in one text. */
export function quoteFinder(text: string): (quote: string) => Span | null {
  let exact: QuoteText | null = null;
  let lower: QuoteText | null = null;
  const findRow = rowFinder(text);
  return (quote) => {
    if (quote.length > longestQuote) return null;
    const needle = comparedQuote(quote);
    if (needle === "") return null;
    exact ??= quoteText(text);
    const found = findParts([needle], exact);
    if (found) return found;
    lower ??= { ...exact, text: lowerCase(exact.text) };
    const parts = quote
      .split(ellipsis)
      .map(comparedQuote)
      .filter((part) => part !== "");
    const whole = findParts([lowerCase(needle)], lower);
    if (whole) return whole;
    const joined =
      parts.length > 1 && parts.every(isThickPart)
        ? (findParts(parts, exact) ?? findParts(parts.map(lowerCase), lower))
        : null;
    return joined ?? findRow(needle);
  };
}

/** A quote as it is compared, without surrounding quote marks and punctuation. */
export function comparedQuote(quote: string): string {
  return quoteText(quote.replace(leading, "").replace(trailing, "")).text;
}

function isThickPart(part: string): boolean {
  return /\p{N}/u.test(part) || (part.match(/\p{Alpha}/gu)?.length ?? 0) >= 4;
}

function findParts(parts: readonly string[], text: QuoteText): Span | null {
  const [first = "", ...rest] = parts;
  let best: Span | null = null;
  let tried = 0;
  for (const at of places(first, text)) {
    if (tried++ === placesTried) break;
    let end = at + first.length;
    let complete = true;
    for (const part of rest) {
      const next = firstPlace(part, text, end);
      complete = next !== null && next - end <= longestGap;
      if (!complete || next === null) break;
      end = next + part.length;
    }
    if (!complete) continue;
    const span = { start: text.starts[at] ?? 0, end: text.ends[end - 1] ?? 0 };
    // Whole words are preferred to an earlier place inside a word.
    if (standsFree(text.text, at, end)) return span;
    best ??= span;
  }
  return best;
}

function firstPlace(part: string, text: QuoteText, from: number): number | null {
  for (const at of places(part, text, from)) return at;
  return null;
}

/** The places of a part that cut no character and no number. */
function* places(part: string, whole: QuoteText, from = 0): Generator<number> {
  const { text, starts } = whole;
  for (let at = text.indexOf(part, from); at >= 0; at = text.indexOf(part, at + 1)) {
    const end = at + part.length;
    // One original character may have become several: "ﬁ" is not cut.
    if (at > 0 && starts[at - 1] === starts[at]) continue;
    if (end < text.length && starts[end - 1] === starts[end]) continue;
    if (!cutsNumber(whole, at) && !cutsNumber(whole, end)) yield at;
  }
}

const inNumber = /^\d(?:\d|[.,']\d)/;

/** Whether a place is inside a number: between digits, or at a separator between them. */
function cutsNumber({ text, starts, ends }: QuoteText, at: number): boolean {
  for (const first of [at - 1, at - 2]) {
    const match = inNumber.exec(text.slice(Math.max(0, first), first + 3));
    if (first < 0 || !match || first + match[0].length <= at) continue;
    // "in 2018. 5 people" does not contain the number 2018.5.
    const last = first + match[0].length - 1;
    let joined = true;
    for (let index = first; index < last; index++) joined &&= ends[index] === starts[index + 1];
    if (joined) return true;
  }
  return false;
}

function standsFree(text: string, start: number, end: number): boolean {
  return !insideWord(text, start) && !insideWord(text, end);
}

function insideWord(text: string, at: number): boolean {
  return (
    /[\p{Alpha}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at)) &&
    /^[\p{Alpha}\p{N}]/u.test(text.slice(at, at + 2))
  );
}

/**
 * Whether a quote is too short to prove anything: a single word or fewer than eight letters,
 * without a number; or only a year or fewer than three digits. Four characters of a script without
 * spaces are enough.
 */
export function isTooThin(quote: string): boolean {
  const text = quote.normalize("NFKC");
  const unspaced =
    text.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu,
    )?.length ?? 0;
  if (unspaced >= 4) return false;
  const words = text.match(/\p{Alpha}[\p{Alpha}\p{M}'’]*/gu) ?? [];
  const letters = text.match(/\p{Alpha}/gu)?.length ?? 0;
  const digits = text.match(/\p{Nd}/gu)?.length ?? 0;
  if (digits === 0) return words.length < 2 || letters < 8;
  if (letters >= 3 || unspaced > 0) return false;
  return digits < 3 || /^\D*(?:19|20)\d\d\D*$/.test(text);
}

/** A line of a table: its label, and the numbers after it. */
interface Row {
  readonly span: Span;
  /** The whole row as it is compared. */
  readonly text: string;
  readonly label: string;
  /** The cells after the label, from left to right; null for one that is not a single number. */
  readonly cells: readonly (Cell | null)[];
  readonly currencies: ReadonlySet<string>;
}

interface Cell {
  /** The number as written, without its signs; "-" for a dash that means zero. */
  readonly number: string;
  readonly negative: boolean;
  readonly percent: boolean;
}

const currency = /\p{Sc}/gu;
const number = "\\d+(?:[.,']\\d+)*";
const numberCell = new RegExp(`^ ?([-(]*) ?(${number}|-) ?([)%]*) ?$`);
const closingCell = /^[)%]+$/;
/** A dash before a number is its sign, or a separate cell. */
const readings = [
  new RegExp(` ?([-(]*) ?(${number}) ?([)%]*)`, "y"),
  new RegExp(` ?([(]*) ?(${number}|-) ?([)%]*)`, "y"),
];

/**
 * Finds the table row that a quote was taken from, even if the quote leaves out columns and signs.
 * A row is a line with tabs that has no letters after its label. Compared as described for
 * `QuoteText` and in lower case, a matching quote
 *
 * - begins with the row's whole label, whatever colons and dots follow it;
 * - continues with one or more numbers and nothing else but signs and dashes. Each is the whole
 *   number of a cell, with all its digits and separators and its percent sign, and they are in the
 *   row's order;
 * - has no dash, minus sign or parenthesis that the cell lacks, and no currency sign that the row
 *   lacks. It may leave them out.
 *
 * The result is the span of the whole row. It is null if several rows with different texts match.
 */
function rowFinder(text: string): (comparedQuote: string) => Span | null {
  let rows: readonly Row[] | null = null;
  return (comparedQuote) => {
    const letter = comparedQuote.search(/\p{Alpha}/u);
    if (letter < 0 || !/\d/.test(comparedQuote.slice(letter))) return null;
    rows ??= rowsOf(text);
    const quote = lowerCase(comparedQuote);
    const [first, ...others] = rows.filter((row) => isTakenFrom(quote, row));
    return first && others.every((other) => other.text === first.text) ? first.span : null;
  };
}

function rowsOf(text: string): Row[] {
  const rows: Row[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    const row = line.includes("\t") ? rowOf(line, start) : null;
    if (row) rows.push(row);
    start += line.length + 1;
  }
  return rows;
}

function rowOf(line: string, start: number): Row | null {
  const parts = line.split("\t");
  const last = parts.findLastIndex((part) => /\p{Alpha}/u.test(part));
  const label = withoutLeader(compared(parts.slice(0, last + 1).join("\t")));
  const after = parts.slice(last + 1).map(compared);
  const cells = cellsOf(after);
  if (label === "" || !cells.some(isNumber)) return null;
  const whole = quoteText(line);
  return {
    // The ends of the visible text, which cut no character.
    span: { start: start + (whole.starts[0] ?? 0), end: start + (whole.ends.at(-1) ?? 0) },
    text: lowerCase(whole.text),
    label,
    cells,
    currencies: new Set(after.join(" ").match(currency)),
  };
}

/** A label without the colons and leader dots (three or more) before its numbers. */
export function withoutLeader(label: string): string {
  let end = label.length;
  for (;;) {
    let dots = 0;
    while (label[end - 1 - dots] === ".") dots++;
    if (dots >= 3) end -= dots;
    else if (dots === 0 && label[end - 1] === ":") end--;
    else return label.slice(0, end);
  }
}

function cellsOf(parts: readonly string[]): (Cell | null)[] {
  const cells: (Cell | null)[] = [];
  for (const part of parts) {
    const bare = part.replace(currency, " ").trim();
    const last = cells.at(-1);
    if (bare === "") continue;
    // Some tables put the sign after a number into a separate column.
    if (last && closingCell.test(bare)) {
      cells[cells.length - 1] = { ...last, percent: last.percent || bare.includes("%") };
    } else cells.push(cellOf(numberCell.exec(bare)));
  }
  return cells;
}

function cellOf(match: RegExpExecArray | null): Cell | null {
  const [, before = "", digits, after = ""] = match ?? [];
  if (digits === undefined) return null;
  return { number: digits, negative: before !== "", percent: after.includes("%") };
}

function isTakenFrom(quote: string, { label, cells, currencies }: Row): boolean {
  if (!quote.startsWith(label)) return false;
  const rest = quote.slice(label.length);
  // "Note 12" is not the label of "Note 123".
  if (/^[\p{Alpha}\p{N}\p{M}]/u.test(rest) && /[\p{Alpha}\p{N}\p{M}]$/u.test(label)) return false;
  if (rest.match(currency)?.some((sign) => !currencies.has(sign))) return false;
  const bare = rest.replace(/^(?::|\.{3,})+/, "").replace(currency, " ");
  return readings.some((reading) => {
    const claimed = numbersIn(bare, reading);
    return claimed.some(isNumber) && isInOrder(claimed, cells);
  });
}

function isInOrder(claimed: readonly Cell[], cells: Row["cells"]): boolean {
  let at = 0;
  return claimed.every((one) => {
    while (at < cells.length && !isSame(one, cells[at] ?? null)) at++;
    return at++ < cells.length;
  });
}

function isNumber(cell: Cell | null): boolean {
  return cell !== null && cell.number !== "-";
}

function isSame(claimed: Cell, cell: Cell | null): boolean {
  return (
    cell !== null &&
    cell.number === claimed.number &&
    cell.percent === claimed.percent &&
    (cell.negative || !claimed.negative)
  );
}

/** The numbers of a text that contains nothing else; empty otherwise. */
function numbersIn(text: string, reading: RegExp): readonly Cell[] {
  const numbers: Cell[] = [];
  const tail = text.trim();
  reading.lastIndex = 0;
  for (let at = 0; at < tail.length; at = reading.lastIndex) {
    const cell = cellOf(reading.exec(tail));
    if (!cell) return [];
    numbers.push(cell);
  }
  return numbers;
}

function compared(text: string): string {
  return lowerCase(quoteText(text).text);
}
