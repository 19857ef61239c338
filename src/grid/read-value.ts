import type { GridColumn, GridRemark, GridValue } from "../core/index.js";
import {
  agreesWith,
  currencyKey,
  datesIn,
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

/** A number of a table with its unit. */
export interface TableNumber {
  /** As printed, as a decimal string. */
  readonly value: string;
  /** The power of ten to multiply it by. */
  readonly scale: number;
  readonly currency: string | null;
  readonly percent: boolean;
}

const anything: ReadValue = { value: null, remark: null };

/**
 * Reads the value of an answer in the type of its column.
 *
 * @param number the number of the table cell that the answer was read from, which the answer's text
 * may not distinguish from others in the row; null if it was not read from a cell
 */
export function readValue(
  text: string,
  column: Pick<GridColumn, "type" | "unit" | "choices">,
  number: TableNumber | null = null,
): ReadValue {
  switch (column.type) {
    case "text":
      return anything;
    case "number":
      return number ? readTableNumber(number, column.unit) : readNumber(text, column.unit);
    case "date":
      return readDate(text);
    case "yes-no":
      return readYesNo(text);
    case "choice":
      return readChoice(text, column.choices ?? []);
  }
}

function readTableNumber(
  { value, scale, currency, percent }: TableNumber,
  unit?: string,
): ReadValue {
  const counted = percent ? "%" : currency;
  if (unit !== undefined && counted !== null && !isSameUnit(unit, counted)) {
    return { value: null, remark: "other-unit" };
  }
  const number = plain(shiftDecimal(value, percent ? 0 : scale));
  return { value: { type: "number", number, unit: unit ?? counted }, remark: null };
}

function readNumber(text: string, unit: string | undefined): ReadValue {
  const written = numbersIn(text);
  const quantities = written.filter(isQuantity);
  const all =
    quantities.length > 0
      ? quantities
      : [
          ...spelledNumbers(text, unit),
          // "Since when" may be answered by a year.
          ...written.filter(({ kind }) => kind === "year"),
        ];
  if (all.length === 0) return { value: null, remark: "no-number" };
  const counted = all.map((number) => ({ number, unit: unitIn(number, text) }));
  const fitting =
    unit === undefined
      ? counted
      : counted.filter((each) => each.unit === null || isSameUnit(unit, each.unit));
  // A number with the requested unit takes precedence over one without a unit.
  const named = fitting.filter((each) => each.unit !== null);
  const [first, ...others] = unit !== undefined && named.length > 0 ? named : fitting;
  if (!first) return { value: null, remark: "other-unit" };
  const number = decimalOf(first.number);
  const isOne = others.every((other) => decimalOf(other.number) === number);
  return {
    value: { type: "number", number, unit: unit ?? first.unit },
    remark: isOne ? null : "several",
  };
}

/** Numbers in words with the requested unit: "three months". Others are rarely amounts. */
function spelledNumbers(text: string, unit: string | undefined): readonly NumberInText[] {
  if (unit === undefined) return [];
  return spelledAsNumbers(text).filter((number) => {
    const counted = unitIn(number, text);
    return isQuantity(number) && counted !== null && isSameUnit(unit, counted);
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
  // The question says what is counted.
  return unit === "things" ? null : unit;
}

/** Whether a number with the unit `stated` answers a column that asks for `asked`. */
function isSameUnit(asked: string, stated: string): boolean {
  if (asked.toLowerCase() === stated.toLowerCase()) return true;
  if (nameOfUnit(asked) === nameOfUnit(stated)) return true;
  return currencyKey(asked) === currencyKey(stated) || agreesWith(stated, asked);
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
      const isRange = dates.length > 1 || other !== undefined;
      const date = `${year}-${two(day.month)}-${two(day.day)}`;
      return { value: { type: "date", date }, remark: isRange ? "several" : null };
    }
  }
  const [year, ...others] = years;
  if (!year) return { value: null, remark: "no-date" };
  const isOne = others.every((other) => other.year === year.year);
  return {
    value: { type: "date", date: String(year.year) },
    remark: isOne ? null : "several",
  };
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

const yes = /^(?:yes|ja|oui|sí|si|sim|はい|نعم|да|是)(?![\p{L}\p{N}])/iu;
const no = /^(?:no|nein|non|não|いいえ|لا|нет|否|不是)(?![\p{L}\p{N}])/iu;

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
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}
