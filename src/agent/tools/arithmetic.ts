import type { BigNumber } from "mathjs";
import {
  groupDigits,
  invalidArgument,
  type PagehoundError,
  type TableUnit,
} from "../../core/index.js";

/** A function of the calculator: the arguments it takes, and what it computes. */
interface NamedFunction {
  readonly least: number;
  /** Maximum number of arguments; null if there is no limit. */
  readonly most: number | null;
  readonly compute: (numbers: readonly BigNumber[]) => BigNumber;
}

/**
 * The calculator's functions, on plain numbers.
 *
 * - `percent_change(old, new)`: (new - old) / |old| × 100.
 * - `cagr(first, last, years)`: ((last / first) ^ (1 / years) - 1) × 100, the compound annual
 *   growth rate.
 * - `round(number, digits)`: half away from zero; digits after the point are 0 by default.
 */
const functions: Readonly<Record<string, NamedFunction>> = {
  min: many((numbers) => numbers.reduce((a, b) => (b.lessThan(a) ? b : a))),
  max: many((numbers) => numbers.reduce((a, b) => (b.greaterThan(a) ? b : a))),
  sum: many(sum),
  mean: many((numbers) => sum(numbers).div(numbers.length)),
  median: many(median),
  abs: { least: 1, most: 1, compute: ([x]) => required(x).abs() },
  sqrt: { least: 1, most: 1, compute: ([x]) => root(required(x)) },
  round: { least: 1, most: 2, compute: ([x, digits]) => rounded(required(x), digits) },
  percent_change: {
    least: 2,
    most: 2,
    compute: ([a, b]) => percentChange(required(a), required(b)),
  },
  cagr: {
    least: 3,
    most: 3,
    compute: ([a, b, years]) => cagr(required(a), required(b), required(years)),
  },
};

/** Other names under which models try to call some of these functions. */
const otherNames: Readonly<Record<string, string>> = {
  average: "mean",
  avg: "mean",
  percentage_change: "percent_change",
  pct_change: "percent_change",
};

export const functionNames: readonly string[] = Object.keys(functions);

export const percentFunctions: ReadonlySet<string> = new Set(["percent_change", "cagr"]);

/** The canonical name of a function, or null if there is none. */
export function functionNamed(name: string): string | null {
  const plain = name.toLowerCase();
  const known = Object.hasOwn(otherNames, plain) ? (otherNames[plain] ?? plain) : plain;
  return Object.hasOwn(functions, known) ? known : null;
}

/**
 * True if a function accepts this many arguments; a sum needs more than one number. For unknown
 * functions, any number is accepted.
 */
export function acceptsCount(name: string, count: number): boolean {
  const { least, most } = functions[functionNamed(name) ?? ""] ?? { least: 1, most: 1 };
  return most === null ? count >= 2 : count >= least && count <= most;
}

/** Computes a function. Throws `invalid-argument` for arguments it does not accept. */
export function compute(name: string, numbers: readonly BigNumber[]): BigNumber {
  const found = functions[name];
  if (!found || numbers.length < found.least || numbers.length > (found.most ?? Infinity)) {
    const { least = 1, most = null } = found ?? {};
    const takes =
      most === null ? "one number or more" : least === most ? least : `${least} or ${most}`;
    throw invalidArgument(
      `${name} takes ${takes}${most === null ? "" : " arguments"}, not ${numbers.length}.`,
    );
  }
  return found.compute(numbers);
}

/** Larger exponents do not occur in documents. */
const greatestExponent = 1_000;

/** `base ^ exponent`. Throws `invalid-argument` beyond ±1,000 and unless the result is real. */
export function power(base: BigNumber, exponent: BigNumber): BigNumber {
  if (exponent.abs().greaterThan(greatestExponent)) {
    throw invalidArgument(
      `An exponent must be from -${greatestExponent} to ${greatestExponent}, not ${short(exponent)}.`,
    );
  }
  if (base.isZero() && exponent.isNegative()) throw divisionByZero();
  const result = base.pow(exponent);
  if (result.isNaN()) {
    throw invalidArgument(
      `${short(base)} ^ ${short(exponent)} is not a real number: the base is negative.`,
    );
  }
  return result;
}

/** `n!` of a whole number from 0 to 100. Throws `invalid-argument` for others. */
export function factorial(number: BigNumber): BigNumber {
  if (!number.isInteger() || number.isNegative() || number.greaterThan(100)) {
    throw invalidArgument(`A factorial needs a whole number from 0 to 100, not ${short(number)}.`);
  }
  let product = number.times(0).plus(1);
  for (let factor = 2; factor <= number.toNumber(); factor++) product = product.times(factor);
  return product;
}

export function divisionByZero(): PagehoundError {
  return invalidArgument("The expression divides by zero. Check the denominator.");
}

export const resultForms = ["percent", "ratio", "thousand", "million", "billion"] as const;

export type ResultForm = (typeof resultForms)[number];

const scaleWords: ReadonlyMap<number, string> = new Map([
  [3, "thousand"],
  [6, "million"],
  [9, "billion"],
  [12, "trillion"],
]);

/** "million" for 6; null for a power of ten that has no word. */
export function scaleWord(power: number): string | null {
  return scaleWords.get(power) ?? null;
}

/** The result, and what is known about it. */
export interface Result {
  readonly value: BigNumber;
  /** A unit of measure; null without one. */
  readonly unit: string | null;
  /** True if the value is a percentage: 20.45 means 20.45 %. */
  readonly percent: boolean;
  /** The power of ten that the value is multiplied by; null if unknown. */
  readonly power: number | null;
  /** The currency of the whole result; null if there is none or it is unknown. */
  readonly currency: string | null;
}

export interface ShownResult {
  readonly value: BigNumber;
  /** The power of ten to multiply `value` by, if the display states it in words; 0 otherwise. */
  readonly scale: number;
  readonly display: string;
  /** True if the result is in the requested form. */
  readonly asAsked: boolean;
}

/**
 * A result in a requested form: percent of a ratio, a ratio of a percentage, an amount in
 * thousands, millions or billions. If that form is impossible, such as a percentage in millions or
 * an amount of unknown scale, or none is requested, the result is displayed unchanged.
 */
export function inForm(result: Result, form: ResultForm | undefined): ShownResult {
  const { value, unit, percent, power } = result;
  const plain = percent ? value.div(100) : value.times(`1e${power ?? 0}`);
  if (form === undefined || unit !== null) return asItIs(result, form === undefined);
  if (form === "percent") return asPercentage(percent ? value : plain.times(100));
  if (form === "ratio")
    return { value: plain, scale: 0, display: showNumber(plain), asAsked: true };
  const scale = [...scaleWords].find(([, word]) => word === form)?.[0] ?? 0;
  if (percent || power === null) return asItIs(result, false);
  return asAmount({ ...result, value: plain.div(`1e${scale}`), power: scale });
}

/** A number in the unit of a table. */
export function inUnit(value: BigNumber, unit: TableUnit | null): ShownResult {
  const { percent = false, scale, currency = null } = unit ?? {};
  return asItIs({ value, unit: null, percent, power: scale ?? 0, currency }, true);
}

function asItIs(result: Result, asAsked: boolean): ShownResult {
  const { value, unit, percent, power } = result;
  if (percent) return { ...asPercentage(value), asAsked };
  if (unit !== null) return { value, scale: 0, display: `${showNumber(value)} ${unit}`, asAsked };
  if (power === null || power === 0) return { ...asAmount({ ...result, power: 0 }), asAsked };
  if (scaleWord(power) !== null) return { ...asAmount(result), asAsked };
  return { ...asAmount({ ...result, value: value.times(`1e${power}`), power: 0 }), asAsked };
}

function asPercentage(value: BigNumber): ShownResult {
  return { value, scale: 0, display: `${showNumber(value, 2)}%`, asAsked: true };
}

/** "$244 million", "-EUR 5.2". */
function asAmount({ value, power, currency }: Result): ShownResult {
  const scale = power ?? 0;
  const sign = value.isNegative() && !value.isZero() ? "-" : "";
  const before = currency === null ? "" : /^\p{Sc}$/u.test(currency) ? currency : `${currency} `;
  const word = scale === 0 ? "" : ` ${scaleWord(scale)}`;
  const digits = showNumber(value).replace(/^-/, "");
  // "$1.50" rather than "$1.5", but "$1.5 million".
  const number = currency === null || scale > 0 ? digits : digits.replace(/\.\d$/u, "$&0");
  return { value, scale, display: `${sign}${before}${number}${word}`, asAsked: true };
}

const maxDecimals = 40;

/** A number as decimal text, with all digits of whole numbers. */
export function writeNumber(number: BigNumber): string {
  // A third of the computed digits are dropped, so that 1 / 3 * 3 is 1.
  const rounded = number.isInteger() ? number : number.toSignificantDigits(maxDecimals);
  const text = rounded.toDecimalPlaces(maxDecimals).toFixed();
  return /^-0(?:\.0+)?$/.test(text) ? "0" : text;
}

/**
 * A number formatted for reading: with thousands separators and this many decimals; numbers below 1
 * get four significant digits.
 */
export function showNumber(number: BigNumber, decimals = 4): string {
  const places = number.abs().lessThan(1) && !number.isZero() ? null : decimals;
  const rounded =
    places === null
      ? number.toSignificantDigits(Math.max(decimals, 2))
      : number.toDecimalPlaces(places);
  const [whole = "", fraction] = writeNumber(rounded).split(".");
  const grouped = groupDigits(whole);
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function many(compute: NamedFunction["compute"]): NamedFunction {
  return { least: 1, most: null, compute };
}

function sum(numbers: readonly BigNumber[]): BigNumber {
  return numbers.reduce((a, b) => a.plus(b));
}

function median(numbers: readonly BigNumber[]): BigNumber {
  const sorted = numbers.toSorted((a, b) => a.comparedTo(b));
  const middle = (sorted.length - 1) / 2;
  return required(sorted[Math.floor(middle)])
    .plus(required(sorted[Math.ceil(middle)]))
    .div(2);
}

function root(number: BigNumber): BigNumber {
  if (number.isNegative() && !number.isZero())
    throw invalidArgument("sqrt does not accept a negative number.");
  return number.sqrt();
}

function rounded(number: BigNumber, digits: BigNumber | undefined): BigNumber {
  const places = digits?.toNumber() ?? 0;
  if (!Number.isInteger(places) || places < 0 || places > 15) {
    throw invalidArgument("The second argument of round must be a whole number from 0 to 15.");
  }
  return number.toDecimalPlaces(places, 4);
}

function percentChange(old: BigNumber, now: BigNumber): BigNumber {
  if (old.isZero()) throw invalidArgument("The percent change from 0 is undefined.");
  return now.minus(old).div(old.abs()).times(100);
}

function cagr(first: BigNumber, last: BigNumber, years: BigNumber): BigNumber {
  if (first.isZero() || !last.div(first).greaterThan(0)) {
    throw invalidArgument("The first and last numbers of cagr must be above 0.");
  }
  if (!years.greaterThan(0))
    throw invalidArgument("The third argument of cagr must be a number of years above 0.");
  if (years.lessThan(0.001)) throw invalidArgument("The number of years is too small for cagr.");
  return power(last.div(first), years.pow(-1)).minus(1).times(100);
}

function required(number: BigNumber | undefined): BigNumber {
  if (number === undefined) throw invalidArgument("A function has too few arguments.");
  return number;
}

function short(number: BigNumber): string {
  return number.toPrecision(6).slice(0, 24);
}
