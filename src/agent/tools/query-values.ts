import type { BigNumber } from "mathjs";
import { byCodeUnits, invalidArgument } from "../../core/index.js";
import { monthOf } from "../../figures/index.js";
import { compute, writeNumber } from "./arithmetic.js";
import { decimal } from "./evaluate-expression.js";
import type { Comparison, Expression, Scalar } from "./select-statement.js";

export interface Value {
  readonly text: string;
  readonly number: BigNumber | null;
  /** `2023-05-04`, `2023-05` or `2023`; null if it is not a date. */
  readonly date: string | null;
}

export function numberValue(number: BigNumber): Value {
  return { text: writeNumber(number), number, date: null };
}

/** A number or a string written in a query; either may be a date. */
export function literalValue({
  text,
  quoted,
}: Pick<Extract<Expression, { kind: "literal" }>, "text" | "quoted">): Value {
  const plain = text.replace(/,(?=\d{3})/g, "").replace(/%$/, "");
  const isNumber = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/.test(plain) && !(quoted && /^0\d/.test(plain));
  const date = /^\d{4}$/.test(text) ? text : quoted ? readDate(text, "month-first") : null;
  return { text, number: isNumber ? decimal(plain) : null, date };
}

/** A key shared by equal values; empty for NULL, which equals nothing. */
export function keyOf(value: Value | null): string {
  if (value === null) return "";
  if (value.number) return `n${writeNumber(value.number)}`;
  return value.date === null ? `t${folded(value.text)}` : `d${value.date}`;
}

function folded(text: string): string {
  return text.normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();
}

/** Compares two values as a sort does. A partial date equals every date within it. */
export function compareValues(one: Value, other: Value): number {
  if (one.number && other.number) return one.number.comparedTo(other.number);
  if (one.date !== null && other.date !== null) {
    const length = Math.min(one.date.length, other.date.length);
    return byCodeUnits(one.date.slice(0, length), other.date.slice(0, length));
  }
  return byCodeUnits(folded(one.text), folded(other.text));
}

/** True if a comparison operator holds for the result of `compareValues`. */
export function holdsSign(sign: Comparison, compared: number): boolean {
  switch (sign) {
    case "=":
      return compared === 0;
    case "!=":
      return compared !== 0;
    case "<":
      return compared < 0;
    case "<=":
      return compared <= 0;
    case ">":
      return compared > 0;
    case ">=":
      return compared >= 0;
  }
}

/**
 * Whether a text matches a LIKE pattern: `%` stands for anything, `_` for one character, `\`
 * escapes either. Case is ignored.
 */
export function isLike(text: string, pattern: string): boolean {
  const signs: { any: boolean; one: boolean; letter: string }[] = [];
  const plain = [...folded(text)];
  const letters = [...pattern.normalize("NFKC").toLowerCase()];
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] ?? "";
    const escaped = letter === "\\" && /[%_\\]/.test(letters[at + 1] ?? "");
    if (escaped) signs.push({ any: false, one: false, letter: letters[++at] ?? "" });
    else signs.push({ any: letter === "%", one: letter === "_", letter });
  }
  // Backtracks only to the last "%": everything before it already matches.
  let [at, sign, lastAny, from] = [0, 0, -1, 0];
  while (at < plain.length) {
    const here = signs[sign];
    if (here?.any) {
      [lastAny, from] = [sign++, at];
    } else if (here && (here.one || here.letter === plain[at])) {
      at++;
      sign++;
    } else if (lastAny >= 0) {
      at = ++from;
      sign = lastAny + 1;
    } else return false;
  }
  return signs.slice(sign).every(({ any }) => any);
}

/** The result of an operation on two numbers; null if one is missing and for division by zero. */
export function combined(
  sign: Extract<Expression, { kind: "sum" }>["sign"],
  left: BigNumber | null,
  right: BigNumber | null,
): Value | null {
  if (!left || !right || (sign === "/" && right.isZero())) return null;
  switch (sign) {
    case "+":
      return numberValue(left.plus(right));
    case "-":
      return numberValue(left.minus(right));
    case "*":
      return numberValue(left.times(right));
    case "/":
      return numberValue(left.div(right));
  }
}

/** The value of a scalar function; null if its argument is empty or the date lacks the part. */
export function called(
  name: Scalar,
  [value = null, digits = null]: readonly (Value | null)[],
): Value | null {
  if (value === null) return null;
  switch (name) {
    case "lower":
      return { text: value.text.toLowerCase(), number: null, date: null };
    case "upper":
      return { text: value.text.toUpperCase(), number: null, date: null };
    case "abs":
      return value.number && numberValue(value.number.abs());
    case "round":
      return (
        value.number &&
        numberValue(compute("round", [value.number, ...(digits?.number ? [digits.number] : [])]))
      );
    default: {
      const date =
        value.date ?? (value.number ? /^(?:19|20)\d\d$/.exec(value.text)?.[0] : undefined);
      const [year, month, day] = (date ?? "").split("-");
      const quarter = month && String(Math.ceil(Number(month) / 3));
      const part = { year, month, day, quarter }[name];
      return part ? numberValue(decimal(String(Number(part)))) : null;
    }
  }
}

/** The value of an aggregate function over its arguments; null if there are none. */
export function aggregated(
  operation: "sum" | "avg" | "median",
  numbers: readonly BigNumber[],
): Value | null {
  if (numbers.length === 0) return null;
  try {
    return numberValue(compute(operation === "avg" ? "mean" : operation, numbers));
  } catch {
    throw invalidArgument(`${operation} cannot be computed from these numbers.`);
  }
}

/** The order of day and month in a date: "04.05.2023", "5/4/2023". */
export type DateOrder = "day-first" | "month-first";

const threeNumbers = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?:[ ,T].*)?$/;
const isoForm = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?:[ T]\d.*)?$/;
const dayFirstForm =
  /^(?:\p{Alpha}{2,10},? )?(\d{1,2})(?:st|nd|rd|th|\.)?[ -](?:de |of )?(\p{Alpha}{3,12})\.?,?(?: de)?[ -](\d{4}|\d{2})$/u;
const monthFirstForm =
  /^(?:\p{Alpha}{2,10},? )?(\p{Alpha}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u;
const monthForm = /^(\p{Alpha}{3,12})\.?[ -](?:de )?(\d{4}|['’]?\d{2})$/u;

/** How to read the dates of a column: as its numbers require; with slashes, month first. */
export function dateOrder(texts: readonly string[]): DateOrder | null {
  const found = texts.flatMap((text) => {
    const match = threeNumbers.exec(text.trim());
    return match ? [match] : [];
  });
  const [first] = found;
  if (!first) return null;
  if (found.some(([, one]) => Number(one) > 12)) return "day-first";
  if (found.some(([, , , two]) => Number(two) > 12)) return "month-first";
  return first[2] === "/" ? "month-first" : "day-first";
}

/** A day or a month, as `2023-05-04` or `2023-05`; null if it is neither. */
export function readDate(text: string, order: DateOrder | null): string | null {
  const plain = text.trim();
  if (plain.length > 40 || !/\d/.test(plain)) return null;
  const iso = isoForm.exec(plain);
  if (iso)
    return dayOf(Number(iso[1]), Number(iso[2]), iso[3] === undefined ? null : Number(iso[3]));
  const three = threeNumbers.exec(plain);
  if (three) {
    const [one, two] = [Number(three[1]), Number(three[3])];
    const [day, month] = order === "month-first" ? [two, one] : [one, two];
    return dayOf(fullYear(three[4] ?? ""), month, day);
  }
  const dayFirst = dayFirstForm.exec(plain);
  if (dayFirst) {
    return dayOf(fullYear(dayFirst[3] ?? ""), monthInDate(dayFirst[2] ?? ""), Number(dayFirst[1]));
  }
  const monthFirst = monthFirstForm.exec(plain);
  if (monthFirst) {
    return dayOf(Number(monthFirst[3]), monthInDate(monthFirst[1] ?? ""), Number(monthFirst[2]));
  }
  const month = monthForm.exec(plain);
  return month ? dayOf(fullYear(month[2] ?? ""), monthInDate(month[1] ?? ""), null) : null;
}

/** Two-digit years are those from 1970 to 2069, as in POSIX. */
function fullYear(written: string): number {
  const year = Number(written.replace(/\D/g, ""));
  return written.length === 4 ? year : year + (year < 70 ? 2000 : 1900);
}

function dayOf(year: number, month: number, day: number | null): string | null {
  if (!(month >= 1 && month <= 12) || (day !== null && !(day >= 1 && day <= 31))) return null;
  const parts = [String(year), String(month).padStart(2, "0")];
  if (day !== null) parts.push(String(day).padStart(2, "0"));
  return parts.join("-");
}

/** Short forms by month that are too ambiguous in running text: "5 ago 2023". */
const inDates: readonly (readonly string[])[] = [
  ["ene", "gen"],
  ["fev", "févr"],
  ["mrt", "maart", "mär"],
  ["abr", "avr"],
  ["mei", "mag"],
  ["giu"],
  ["lug", "juil"],
  ["ago"],
  ["set"],
  ["ott", "out"],
  [],
  ["dic", "déc"],
];

/** The number of the month with this name, or its first three letters, in a date; 0 if none. */
function monthInDate(name: string): number {
  const numberOf = (form: string): number =>
    monthOf(form) ?? inDates.findIndex((forms) => forms.includes(form)) + 1;
  const plain = name.toLowerCase();
  return numberOf(plain) || numberOf(plain.slice(0, 3));
}
