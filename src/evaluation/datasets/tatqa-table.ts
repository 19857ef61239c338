import { shown } from "./faults.js";
import type { Fields } from "./fields.js";

/** The table of a context. */
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
const digits = "(\\d[\\d,]*(?:\\.\\d+)?|\\.\\d+)";
const amount = new RegExp(
  `^[^\\p{L}\\d]*${currency}[^\\p{L}\\d]*?${digits}[^\\p{L}\\d]*(?:\\p{L}+[^\\p{L}\\d]*)?$`,
  "u",
);
const units: readonly RegExp[] = [
  /^[$€£¥%]$/,
  /\bin\b.*(?:thousand|million|billion|percent)/i,
  /^(?:[A-Z]{2,3}|[$€£¥])?\s*[’'(]?\s*(?:0{3}|m|million|thousand|%)s?[)’']*$/i,
];

/** Whether a cell is an amount. Years and spans of time head columns: "2019 €m", "53 weeks". */
function isAmount(cell: string): boolean {
  if (/(?<![\d,.])(?:19|20)\d\d(?![\d,.])|\b(?:days|weeks|months)\b/i.test(cell)) return false;
  return numberAlone(cell) !== null;
}

/** The value of a cell that is one number with at most a currency, a unit or a note to it. */
export function numberAlone(cell: string): number | null {
  if (cell.length > longestAmount) return null;
  const withoutNote = cell.replace(/(\d[^(]*?)\s*\((?:\d|[a-z])\)$/i, "$1");
  const match = amount.exec(withoutNote);
  return match ? numberOf(match[1] ?? "") : null;
}

/** The value of digits with commas between thousands. */
export function numberOf(digits: string): number {
  return Number(digits.replaceAll(",", ""));
}

/** The head of a column: its lowest cell in the head that says more than a unit. */
export function columnHead({ rows, headRows }: TatqaTable, column: number): string {
  for (let row = headRows - 1; row >= 0; row--) {
    const cell = rows[row]?.[column] ?? "";
    if (cell !== "" && !isUnit(cell)) return cell;
  }
  return "";
}

/** The label above a row that has no cells of its own, such as "Deferred tax assets:". */
export function sectionOf({ rows, headRows }: TatqaTable, row: number): string {
  for (let above = row - 1; above >= headRows; above--) {
    const [label = "", ...cells] = rows[above] ?? [];
    if (label !== "" && cells.every((cell) => cell === "")) return label;
  }
  return "";
}

/** Rows before the first with an amount; labels without cells right before it are sections. */
function countHeadRows(rows: readonly (readonly string[])[]): number {
  const first = rows.findIndex((row) => row.slice(1).some((cell) => isAmount(cell)));
  // A table without amounts is headed by its first row.
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
