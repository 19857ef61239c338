import type { GridColumn, GridRemark, GridValue, Span, TableCell } from "../core/index.js";
import {
  agreesWith,
  currencyKey,
  type DateInText,
  datesIn,
  monthsIn,
  type NumberInText,
  numbersIn,
  periodsIn,
  shiftDecimal,
  spelledAsNumbers,
  unitOf,
} from "../figures/index.js";

/** The value of an answer in the type of its column, or why it does not fit. */
export interface ReadValue {
  readonly value: GridValue | null;
  readonly remark: GridRemark | null;
}

export interface TableNumber {
  /** As printed, as a decimal string. */
  readonly value: string;
  /** The power of ten to multiply it by. */
  readonly scale: number;
  /** A currency, "%", or the unit printed with it; null if its table does not state one. */
  readonly unit: string | null;
}

export interface PrintedText {
  /** As on the page, with its tabs and line breaks. */
  readonly text: string;
  /** Its labels, headings and numbers of tables; `number` is null for those without one. */
  readonly cells: readonly (Span & { readonly number: TableNumber | null })[];
}

const anything: ReadValue = { value: null, remark: null };

/**
 * Reads the value of an answer in the type of its column.
 *
 * @param printed the text that numbers are read from, if tables may state their units; null for
 * `text`
 */
export function readValue(
  text: string,
  column: Pick<GridColumn, "type" | "unit" | "choices">,
  printed: PrintedText | null = null,
): ReadValue {
  switch (column.type) {
    case "text":
      return anything;
    case "number":
      return readNumber(printed ?? { text, cells: [] }, column.unit);
    case "date":
      return readDate(text);
    case "yes-no":
      return readYesNo(text);
    case "choice":
      return readChoice(text, column.choices ?? []);
  }
}

/** The number of a table's cell, the same on its own and within its row, or null. */
export function tableNumber({ text, value, unit }: TableCell): TableNumber | null {
  if (value === null) return null;
  const [printed] = numbersIn(text);
  // "5 million" already states its scale, and a page's "in millions" does not apply to years.
  const isScaled =
    (printed?.power ?? 0) > 0 || (printed?.kind === "year" && unit?.scaleFrom === "page");
  const named = printed && !unit?.percent ? unitIn(printed, text) : null;
  return {
    value,
    scale: isScaled || unit?.percent ? 0 : (unit?.scale ?? 0),
    unit: unit?.percent ? "%" : (unit?.currency ?? named),
  };
}

/** A number that may be the answer. */
interface Candidate {
  readonly start: number;
  readonly number: string;
  readonly unit: string | null;
  readonly isYear: boolean;
}

function readNumber(printed: PrintedText, unit: string | undefined): ReadValue {
  const written = candidatesIn(printed);
  const quantities = written.filter(({ isYear }) => !isYear);
  // "Since when" may be answered by a year.
  const all =
    quantities.length > 0 ? quantities : [...spelledNumbers(printed.text, unit), ...written];
  if (all.length === 0) return { value: null, remark: "no-number" };
  const fitting =
    unit === undefined
      ? all
      : all.filter((each) => each.unit === null || isSameUnit(unit, each.unit));
  // A number with the requested unit takes precedence over one without a unit.
  const named = fitting.filter((each) => each.unit !== null);
  const [first, ...others] = unit !== undefined && named.length > 0 ? named : fitting;
  if (!first) return { value: null, remark: "other-unit" };
  const isOne = others.every(({ number }) => number === first.number);
  return {
    value: { type: "number", number: first.number, unit: unit ?? first.unit },
    remark: isOne ? null : "several",
  };
}

/**
 * The amounts and years of a text, in order. Those of a table have the values of their cells; its
 * labels and headings count only if no cell has a number.
 */
function candidatesIn({ text, cells }: PrintedText): readonly Candidate[] {
  // Lines are wrapped between a number and its scale word or unit, but cells are not.
  const lines = text.replace(/\n/g, " ");
  const spaced = lines.replace(/\t/g, " ");
  const numbers = numbersIn(lines);
  const isIn = (cell: Span, { span: { start, end } }: NumberInText): boolean =>
    cell.start < end && start < cell.end;
  const ofTables = cells.flatMap((cell): Candidate[] => {
    if (!cell.number) return [];
    const { value, scale, unit } = cell.number;
    const isYear = numbers.some((number) => number.kind === "year" && isIn(cell, number));
    return [{ start: cell.start, number: plain(shiftDecimal(value, scale)), unit, isYear }];
  });
  const others = ofTables.length > 0 ? cells : [];
  const ofText = numbers.flatMap((number): Candidate[] => {
    const isYear = number.kind === "year";
    if (!(isQuantity(number) || isYear) || others.some((cell) => isIn(cell, number))) return [];
    const { start } = number.span;
    return [{ start, number: decimalOf(number), unit: unitIn(number, spaced), isYear }];
  });
  return [...ofTables, ...ofText].sort((a, b) => a.start - b.start);
}

/** Numbers in words with the requested unit: "three months". Others are rarely amounts. */
function spelledNumbers(text: string, unit: string | undefined): readonly Candidate[] {
  if (unit === undefined) return [];
  return spelledAsNumbers(text).flatMap((number): Candidate[] => {
    const counted = unitIn(number, text);
    if (!isQuantity(number) || counted === null || !isSameUnit(unit, counted)) return [];
    const { start } = number.span;
    return [{ start, number: decimalOf(number), unit: counted, isYear: false }];
  });
}

function isQuantity({ kind, readings }: NumberInText): boolean {
  return kind === "quantity" && readings.length > 0;
}

function decimalOf({ readings }: NumberInText): string {
  return plain(readings[0]?.value ?? "0");
}

/** Removes insignificant zeros, so that equal numbers are equal texts. */
function plain(decimal: string): string {
  let end = decimal.length;
  if (decimal.includes(".")) {
    while (decimal[end - 1] === "0") end--;
    if (decimal[end - 1] === ".") end--;
  }
  const whole = decimal.slice(0, end).replace(/^(-?)0+(?=\d)/, "$1");
  return whole === "-0" ? "0" : whole;
}

/** The unit of a number, as written or by name; null if the text does not state one. */
function unitIn(number: NumberInText, text: string): string | null {
  if (number.percent) return "%";
  const unit = number.currency ?? unitOf(number, text);
  // The question states what is counted.
  return unit === "things" ? null : unit;
}

/** Whether a number with the unit `stated` answers a column that asks for `wanted`. */
function isSameUnit(wanted: string, stated: string): boolean {
  if (wanted.toLowerCase() === stated.toLowerCase()) return true;
  if (nameOfUnit(wanted) === nameOfUnit(stated)) return true;
  return currencyKey(wanted) === currencyKey(stated) || agreesWith(stated, wanted);
}

/** The canonical name of a unit: "days" for "day"; the text itself for an unknown unit. */
function nameOfUnit(unit: string): string {
  const text = `1 ${unit}`;
  const [number] = numbersIn(text);
  return (number && unitIn(number, text)) ?? unit;
}

function readDate(text: string): ReadValue {
  const dates = datesIn(text);
  const years = periodsIn(text).flatMap(({ year, start }) =>
    year === null ? [] : [{ year, start }],
  );
  const [first] = dates;
  if (first) {
    // "January 28, 2024": the year follows the day.
    const year =
      first.year ?? years.find(({ start }) => start >= first.end)?.year ?? years[0]?.year;
    const [day, other] = first.days;
    if (year !== undefined && day) {
      const isSame = ({ days: [another] }: DateInText): boolean =>
        another?.month === day.month && another.day === day.day;
      const isRange = !dates.every(isSame) || other !== undefined;
      const date = `${year}-${two(day.month)}-${two(day.day)}`;
      return { value: { type: "date", date }, remark: isRange ? "several" : null };
    }
  }
  const months = monthsIn(text);
  const isOfMonth = (at: number): boolean =>
    months.some(({ start, end }) => at >= start && at < end);
  const written = [
    ...months.map(({ year, month, start }) => ({ date: `${year}-${two(month)}`, start })),
    ...years
      .filter(({ start }) => !isOfMonth(start))
      .map(({ year, start }) => ({ date: String(year), start })),
  ].sort((one, another) => one.start - another.start);
  const [earliest] = written;
  if (!earliest) return { value: null, remark: "no-date" };
  const { date } = earliest;
  // The year may be repeated without its month.
  const isOne = written.every((other) => date.startsWith(other.date));
  return { value: { type: "date", date }, remark: isOne ? null : "several" };
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

const yes = /^(?:yes|ja|oui|sí|si|sim|はい|نعم|да|是)(?![\p{Alpha}\p{N}])/iu;
const no = /^(?:no|nein|non|não|いいえ|لا|нет|否|不是)(?![\p{Alpha}\p{N}])/iu;

function readYesNo(text: string): ReadValue {
  const start = text.trim();
  if (yes.test(start)) return { value: { type: "yes-no", yes: true }, remark: null };
  if (no.test(start)) return { value: { type: "yes-no", yes: false }, remark: null };
  return { value: null, remark: "no-yes-no" };
}

function readChoice(text: string, choices: readonly string[]): ReadValue {
  const words = ` ${keyed(text)} `;
  const found = choices.filter((choice) => words.includes(` ${keyed(choice)} `));
  // "Not applicable" contains "applicable"; the longest matching choice counts.
  const longest = found.filter(
    (choice) => !found.some((other) => other !== choice && keyed(other).includes(keyed(choice))),
  );
  const [choice] = longest;
  if (choice === undefined) return { value: null, remark: "no-choice" };
  return {
    value: { type: "choice", choice },
    remark: longest.length > 1 ? "several" : null,
  };
}

/** The words of a text without accents, in lower case. */
function keyed(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  return (plain.match(/[\p{Alpha}\p{N}]+/gu) ?? []).join(" ");
}
