import type { Span } from "../../core/span.js";
import { lowerCase, quoteText } from "./quote-text.js";

/** A line of a table: what it is called, and the numbers after it. */
interface Row {
  readonly span: Span;
  /** The whole row as it is compared. */
  readonly text: string;
  readonly label: string;
  /** What stands after the label, from left to right; null for a cell that is not one number. */
  readonly cells: readonly (Cell | null)[];
  readonly currencies: ReadonlySet<string>;
}

interface Cell {
  /** The number as it is written, without its signs; "-" where a dash stands for none. */
  readonly number: string;
  readonly negative: boolean;
  readonly percent: boolean;
}

const currency = /\p{Sc}/gu;
const number = "\\d+(?:[.,']\\d+)*";
const numberCell = new RegExp(`^ ?([-(]*) ?(${number}|-) ?([)%]*) ?$`);
const closingCell = /^[)%]+$/;
/** A dash in front of a number is its sign, or a cell of its own. */
const readings = [
  new RegExp(` ?([-(]*) ?(${number}) ?([)%]*)`, "y"),
  new RegExp(` ?([(]*) ?(${number}|-) ?([)%]*)`, "y"),
];

/**
 * Finds the table row that a quote was taken from when it leaves out columns and signs. A row is a
 * line with tabs that has no letters after its label. Compared as `QuoteText` says and in lower case,
 * a quote that is found
 *
 * - begins with the row's whole label, whatever the colons and dots after that;
 * - goes on with one number or more and nothing else but signs and dashes. Each number is the whole
 *   number of a cell, with all its digits and separators and with its percent sign, and they are in
 *   the order of the row;
 * - has no dash, minus sign or parenthesis where the cell has none, and no currency sign that the
 *   row has not. It may leave these out.
 *
 * The place is the whole row. It is null when rows that do not read the same fit.
 */
export function rowFinder(text: string): (comparedQuote: string) => Span | null {
  let rows: readonly Row[] | null = null;
  return (comparedQuote) => {
    if (!/\p{L}.*\d/u.test(comparedQuote)) return null;
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
  const last = parts.findLastIndex((part) => /\p{L}/u.test(part));
  const label = compared(parts.slice(0, last + 1).join("\t")).replace(/(?::|\.{3,})+$/, "");
  const after = parts.slice(last + 1).map(compared);
  const cells = cellsOf(after);
  if (label === "" || !cells.some(isNumber)) return null;
  const whole = quoteText(line);
  return {
    // The ends of what is seen, which cut no character.
    span: { start: start + (whole.starts[0] ?? 0), end: start + (whole.ends.at(-1) ?? 0) },
    text: lowerCase(whole.text),
    label,
    cells,
    currencies: new Set(after.join(" ").match(currency)),
  };
}

function cellsOf(parts: readonly string[]): (Cell | null)[] {
  const cells: (Cell | null)[] = [];
  for (const part of parts) {
    const bare = part.replace(currency, " ").trim();
    const last = cells.at(-1);
    if (bare === "") continue;
    // Some tables have the sign after a number in a column of its own.
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
  if (/^[\p{L}\p{N}\p{M}]/u.test(rest) && /[\p{L}\p{N}\p{M}]$/u.test(label)) return false;
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

/** The numbers of a text that holds nothing else; none if it does. */
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
