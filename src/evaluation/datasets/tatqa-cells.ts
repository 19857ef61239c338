import { countsOf } from "../../core/index.js";
import { type Fields, shown } from "./fields.js";

/** A cell that an answer comes from. */
export interface GoldCell {
  /** The label of its row: the first column. Empty for a cell of the table's head. */
  readonly row: string;
  /** The head of its column; empty for a label, or if there is none. */
  readonly column: string;
  readonly text: string;
}

export interface CellQuestion {
  readonly text: string;
  readonly spans: readonly string[];
  /** The data's type of the answer. */
  readonly type: string;
  readonly derivation: string;
}

interface Candidate {
  readonly row: number;
  readonly column: number;
  readonly score: number;
}

/**
 * The cells that an answer comes from, as far as they can be determined: those whose amount is an
 * operand of the derivation, and those that are a span of the answer. Among several cells with the
 * same text, the one whose row and column share the most words with the question is chosen, and the
 * answer's other cells favour their own row and column. An undecided value has no cell. If no such
 * cell exists at all, labels and headings that are a span, or that are counted, are chosen.
 */
export function goldCells(table: TatqaTable, question: CellQuestion): GoldCell[] {
  const words = wordsOf(question.text);
  const wanted = wantedValues(question);
  const settled = new Map<string, Candidate>();
  const open: { candidates: Candidate[]; count: number }[] = [];
  for (const { matches, count } of wanted) {
    const candidates = candidatesFor(table, matches, words);
    if (candidates.length <= count) for (const one of candidates) settled.set(keyOf(one), one);
    else open.push({ candidates, count });
  }
  for (const { candidates, count } of open) {
    for (const one of choose(candidates, count, [...settled.values()]))
      settled.set(keyOf(one), one);
  }
  const cells = [...settled.values()]
    .sort((one, other) => one.row - other.row || one.column - other.column)
    .map(({ row, column }) => ({
      row: table.rows[row]?.[0] ?? "",
      column: columnHead(table, column),
      text: table.rows[row]?.[column] ?? "",
    }));
  return cells.length > 0 ? cells : labelCells(table, question);
}

/** The requirements for the wanted cells, and their number. */
function wantedValues({
  spans,
  type,
  derivation,
}: CellQuestion): { matches: (cell: string) => boolean; count: number }[] {
  const numbers = countsOf(operandsOf(derivation));
  const texts = new Map<string, number>();
  if (type !== "arithmetic" && type !== "count") {
    for (const span of spans) {
      const value = numberAlone(span);
      if (value === null) texts.set(folded(span), 1);
      // A span that is an operand of the derivation belongs to the same cell.
      else if (derivation === "" || isProse(derivation))
        numbers.set(value, (numbers.get(value) ?? 0) + 1);
      else if (!numbers.has(value) && !isYear(span)) numbers.set(value, 1);
    }
  }
  return [
    ...[...numbers].map(([value, count]) => ({
      matches: (cell: string) => numberAlone(cell) === value,
      count,
    })),
    ...[...texts].map(([text, count]) => ({
      matches: (cell: string) => folded(cell) === text,
      count,
    })),
  ];
}

/** The matching cells below the head, except labels, and how well they fit the question. */
function candidatesFor(
  table: TatqaTable,
  matches: (cell: string) => boolean,
  words: ReadonlySet<string>,
): Candidate[] {
  const found: Candidate[] = [];
  for (let row = table.headRows; row < table.rows.length; row++) {
    const [label = "", ...cells] = table.rows[row] ?? [];
    for (const [index, cell] of cells.entries()) {
      if (cell === "" || !matches(cell)) continue;
      const column = index + 1;
      const score =
        2 * share(label, words) +
        share(sectionOf(table, row), words) / 2 +
        headShare(table, column, words);
      found.push({ row, column, score });
    }
  }
  return found;
}

/** The best candidates for a value; none if the last of them is no better than the next one. */
function choose(
  candidates: readonly Candidate[],
  count: number,
  settled: readonly Candidate[],
): Candidate[] {
  const ranked = candidates
    .map((one) => {
      const inRow = settled.some(({ row }) => row === one.row) ? 0.5 : 0;
      const inColumn = settled.some(({ column }) => column === one.column) ? 0.25 : 0;
      return { ...one, score: one.score + inRow + inColumn };
    })
    .sort((one, other) => other.score - one.score);
  const last = ranked[count - 1];
  const next = ranked[count];
  if (!last || (next && last.score - next.score < 1e-9)) return [];
  return ranked.slice(0, count);
}

/** Labels and headings that the answer names. */
function labelCells(table: TatqaTable, { spans, type, derivation }: CellQuestion): GoldCell[] {
  const named = type === "count" ? derivation.split("##") : spans;
  const cells = named.flatMap((span): GoldCell[] => {
    const text = folded(span);
    if (text === "") return [];
    const row = table.rows.findIndex(
      ([label = ""], index) => index >= table.headRows && folded(label) === text,
    );
    const label = table.rows[row]?.[0];
    if (label !== undefined) return [{ row: label, column: "", text: label }];
    for (const head of table.rows.slice(0, table.headRows)) {
      const cell = head.find((one) => folded(one) === text);
      if (cell !== undefined) return [{ row: "", column: cell, text: cell }];
    }
    return [];
  });
  return [...new Map(cells.map((cell) => [cell.text, cell])).values()];
}

function keyOf({ row, column }: Candidate): string {
  return `${row} ${column}`;
}

function isYear(text: string): boolean {
  return /^\s*(?:19|20)\d\d\s*$/.test(text);
}

/**
 * How much of the best cell above a column is in the question. The cells are not combined, because
 * a heading of several columns is above only one of them.
 */
function headShare(
  { rows, headRows }: TatqaTable,
  column: number,
  words: ReadonlySet<string>,
): number {
  const head = rows.slice(0, headRows);
  return Math.max(0, ...head.map((row) => share(row[column] ?? "", words)));
}

/** How much of a label is in the question, from 0 to 1. */
function share(label: string, words: ReadonlySet<string>): number {
  const labelWords = wordsOf(label);
  let common = 0;
  for (const word of labelWords) if (words.has(word)) common += 1;
  return labelWords.size === 0 ? 0 : common / labelWords.size;
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{Alpha}\p{N}]+/gu) ?? [];
  // Singular and plural of the question and the label often differ.
  return new Set(words.map((word) => (word.length > 3 ? word.replace(/(?:es|s)$/, "") : word)));
}

/** Normalised for comparison: only letters and digits, without anything around a label. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .trimEnd()
    .replace(/\(\d\)$/, "")
    .replace(/[^\p{Alpha}\p{N}]+/gu, " ")
    .trim();
}

/** Maximum length of a derivation; the longest published one has 465 characters. */
const longestDerivation = 2000;

/**
 * The amounts that a derivation uses, without their signs. Numbers that only count or convert are
 * left out: a small divisor of a sum, as in an average, the 1 of a change in percent, and the 100
 * of a percentage. A value that is both used and divided by counts once.
 */
export function operandsOf(derivation: string): number[] {
  if (derivation.length > longestDerivation) return [];
  if (derivation.includes("##") || isProse(derivation)) return [];
  const operands: number[] = [];
  const divisors: number[] = [];
  const number = /(?<![\d.,])(\d[\d,]*(?:\.\d+)?|\.\d+)/g;
  for (const match of derivation.matchAll(number)) {
    const value = numberOf(match[1] ?? "");
    const before = derivation.slice(0, match.index).replace(/(?<![\s$€£])[\s$€£]+$/, "");
    const after = derivation.slice(match.index + match[0].length).trimStart();
    const divides = /[/÷](?:\s*\()?(?:\s*[-–])?(?:\s*\()?$/.test(before);
    const isWhole = Number.isInteger(value);
    if (divides && isWhole && value <= 12 && /[)\]]\s*[/÷]$/.test(before)) continue;
    if (
      match[1] === "1" &&
      !after.startsWith("%") &&
      /[-+–(]$/.test(before) &&
      /[/÷]/.test(derivation)
    )
      continue;
    if (value === 100 && (/[*x×/÷]$/.test(before) || /^[*x×]/.test(after))) continue;
    // In pairs such as "2019:0.8", the first part only names a column.
    if (after.startsWith(":")) continue;
    (divides ? divisors : operands).push(value);
  }
  return [...operands, ...new Set(divisors.filter((value) => !operands.includes(value)))];
}

/** Whether a derivation says in words where to look. */
function isProse(derivation: string): boolean {
  const letters = derivation.match(/\p{Alpha}/gu)?.length ?? 0;
  return letters > (derivation.match(/\d/g)?.length ?? 0);
}

export interface TatqaTable {
  readonly rows: readonly (readonly string[])[];
  /** Rows at the top that head the columns. */
  readonly headRows: number;
}

/** Reads the field `table`: a list of rows, each a list of texts. */
export function readTable(fields: Fields): TatqaTable {
  const rows = fields.list("table").map((row, rowIndex) => {
    if (!Array.isArray(row)) {
      fields.fault(`table[${rowIndex}]`, `must be a list of cells, not ${shown(row)}.`);
      return [];
    }
    return row.map((cell: unknown, column) => {
      if (typeof cell === "string") return cell.replace(/\s+/g, " ").trim();
      if (typeof cell === "number") return String(cell);
      fields.fault(`table[${rowIndex}][${column}]`, `must be a text, not ${shown(cell)}.`);
      return "";
    });
  });
  return { rows, headRows: countHeadRows(rows) };
}

/** A longer cell is a label. */
const longestAmount = 40;
const currency = "(?:[A-Z]{1,3}\\$|(?:USD|EUR|GBP|RMB|CNY|JPY|AUD|CAD|CHF|HKD|SGD|INR)\\s*)?";
const digits = "(\\d[\\d,]{0,40}(?:\\.\\d{1,40})?|\\.\\d{1,40})";
const amount = new RegExp(
  `^[^\\p{Alpha}\\d]{0,40}${currency}[^\\p{Alpha}\\d]{0,40}?${digits}[^\\p{Alpha}\\d]{0,40}(?:\\p{Alpha}{1,40}[^\\p{Alpha}\\d]{0,40})?$`,
  "u",
);
const units: readonly RegExp[] = [
  /^[$€£¥%]$/,
  /\bin\b.{0,200}(?:thousand|million|billion|percent)/i,
  /^(?:[A-Z]{2,3}|[$€£¥])?\s{0,9}[’'(]?\s{0,9}(?:0{3}|m|million|thousand|%)s?[)’']*$/i,
];

/** Whether a cell is an amount. Years and spans of time head columns: "2019 €m", "53 weeks". */
function isAmount(cell: string): boolean {
  if (/(?<![\d,.])(?:19|20)\d\d(?![\d,.])|\b(?:days|weeks|months)\b/i.test(cell)) return false;
  return numberAlone(cell) !== null;
}

/** The value of a cell that has one number, and at most a currency, a unit or a note with it. */
function numberAlone(cell: string): number | null {
  if (cell.length > longestAmount) return null;
  const withoutNote = cell.replace(/(\d[^(]{0,40}?)\s{0,40}\((?:\d|[a-z])\)$/i, "$1");
  const match = amount.exec(withoutNote);
  return match ? numberOf(match[1] ?? "") : null;
}

/** The value of digits with commas between thousands. */
function numberOf(digits: string): number {
  return Number(digits.replaceAll(",", ""));
}

/** The head of a column: its lowest cell in the head that says more than a unit. */
function columnHead({ rows, headRows }: TatqaTable, column: number): string {
  for (let row = headRows - 1; row >= 0; row--) {
    const cell = rows[row]?.[column] ?? "";
    if (cell !== "" && !isUnit(cell)) return cell;
  }
  return "";
}

/** The label of the section that a row is in, such as "Deferred tax assets:"; empty if none. */
function sectionOf({ rows, headRows }: TatqaTable, row: number): string {
  for (let above = row - 1; above >= headRows; above--) {
    const [label = "", ...cells] = rows[above] ?? [];
    if (label !== "" && cells.every((cell) => cell === "")) return label;
  }
  return "";
}

/** Rows before the first with an amount. Labels without cells right above that row are sections. */
function countHeadRows(rows: readonly (readonly string[])[]): number {
  const first = rows.findIndex((row) => row.slice(1).some((cell) => isAmount(cell)));
  // The first row is the head of a table without amounts.
  let count = first < 0 ? Math.min(1, rows.length) : first;
  while (count > 1 && isSection(rows[count - 1] ?? [])) count -= 1;
  return count;
}

function isSection([label = "", ...cells]: readonly string[]): boolean {
  return label !== "" && cells.every((cell) => cell === "");
}

function isUnit(cell: string): boolean {
  return cell.length <= longestAmount && units.some((unit) => unit.test(cell));
}
