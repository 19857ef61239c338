import { currencyKey } from "./currencies.js";
import { type NumberInText, numbersIn } from "./find-numbers.js";
import { factorOf, type Measure, measureOf } from "./measures.js";
import { spelledAsNumbers } from "./number-words.js";
import { type DateInText, datesIn, monthsIn } from "./periods.js";
import { unitOf } from "./units.js";

/** What a quantity is of; a share is a percentage. */
export type QuantityKind = Measure | "date" | "share";

/**
 * The quantity that a short text states, such as a table's cell: "£75", "2 h 58 min", "up to 4
 * weeks", "16 June". It is between two bounds, which are equal if the text is exact.
 */
export interface Quantity {
  /** Null for a number without a unit. */
  readonly kind: QuantityKind | null;
  /** Only quantities with equal keys can be compared. Null for nothing, which is 0 of any unit. */
  readonly unit: string | null;
  readonly low: number;
  readonly high: number;
}

/** A text in place of the number 0. */
const isNothing =
  /^(?:none|nil|free(?: of charge)?|nothing|no (?:charge|cost|fee|wait)|keine?[rs]?|nichts|kostenlos|gratis|gratuite?|aucune?|rien|ninguno|ninguna|nada)$/iu;
const isMore =
  /^(?:more than|over|above|at least|from|>|≥|mehr als|über|mindestens|ab|plus de|au moins|más de|al menos)(?![a-zß-ɏḀ-ỿ])|(?:\+|(?<![a-zß-ɏḀ-ỿ])(?:or (?:more|over|older)|and (?:over|above)|oder mehr|ou plus|o más))$/iu;
const isLess =
  /^(?:less than|fewer than|under|below|up to|at most|no (?:longer|more) than|<|≤|weniger als|unter|bis(?: zu)?|höchstens|moins de|jusqu['’]à|au plus|menos de|hasta)(?![a-zß-ɏḀ-ỿ])/iu;
/** What may separate the ends of a range. */
const isRange = /^\s?(?:[-–—]|to|bis|à|a|hasta)\s?$/iu;
/** What may come between the parts of one quantity: "2 h 58 min". */
const joins = /^,?\s?(?:and|und|et|y)?$/iu;
const clock = /^(\d{1,3}):([0-5]\d)$/u;
/** Longer texts are prose. */
const longestText = 80;

/**
 * Reads the quantity that a text states; null if it states none, or several, or if "1.250 kg" may be
 * 1.25 kg.
 *
 * @param decimalSign the decimal separator of the text around it; null if unknown
 */
export function quantityIn(text: string, decimalSign: "." | "," | null = null): Quantity | null {
  const whole = text.trim();
  // A remark behind the quantity: "£750 (£25 per day)".
  const plain = whole.replace(/(?<=[^\s(])\s*\([^()]*\)$/u, "").trim();
  if (plain === "" || plain.length > longestText) return null;
  if (isNothing.test(plain)) return { kind: null, unit: null, low: 0, high: 0 };
  const date = dateIn(plain);
  // "12 to 15 May" is not a day.
  if (date || datesIn(plain).length > 0) return date;
  return clockIn(plain) ?? amountIn(plain, decimalSign);
}

/** The reading of a number's value that is likelier; NaN if it has none. */
function sizeOf({ readings }: NumberInText): number {
  return Number(readings[0]?.value ?? Number.NaN);
}

function amountIn(text: string, decimalSign: "." | "," | null): Quantity | null {
  // "4.1 ± 0.2" is about 4.1.
  const [stated = ""] = text.split(/±|\+\/-/u);
  const plain = stated.trimEnd();
  const inDigits = numbersIn(plain, { decimalSign: decimalSign ?? undefined });
  if (inDigits.some(({ text: digits, readings }) => readings.length > 1 && digits.includes(".")))
    return null;
  const numbers = inDigits.length > 0 ? inDigits : spelledAsNumbers(plain);
  const [first, second, ...others] = numbers.map((number) => {
    const unit = unitOf(number, plain);
    const after = plain.slice(number.span.end);
    const end = number.span.end + (unit === null ? 0 : (unitWord.exec(after)?.[0].length ?? 0));
    return { number, unit, end, value: sizeOf(number) };
  });
  if (!first || others.length > 0 || Number.isNaN(first.value)) return null;
  const before = plain.slice(0, first.number.span.start);
  if (!second) {
    const words = `${before} ${plain.slice(first.end)}`;
    return bounded(measured(first, words), plain);
  }
  const between = plain.slice(first.end, second.number.span.start);
  const gap = plain.slice(first.number.span.end, second.number.span.start);
  const words = `${before} ${plain.slice(second.end)}`;
  const [low, high] = [
    measured({ ...first, unit: first.unit ?? second.unit }, words),
    measured(second, words),
  ];
  if (low.unit !== high.unit || Number.isNaN(high.low)) return null;
  if (isRange.test(between) || isRange.test(gap))
    return low.low < high.low ? { ...low, high: high.low } : null;
  const isSum = low.kind === "time" && first.unit !== second.unit && joins.test(between.trim());
  if (!isSum || low.low <= high.low) return null;
  return bounded({ ...low, low: low.low + high.low, high: low.low + high.low }, plain);
}

/** The unit behind a number, perhaps after a hyphen or a space, which may be a no-break space. */
const unitWord = /^[\p{Zs}-]?[\p{Alpha}°%²³µ/]+\.?/u;

/** A number in its unit; the other words of the text must be the same to compare it. */
function measured(
  { number, unit, value }: { number: NumberInText; unit: string | null; value: number },
  words: string,
): Quantity {
  const factor = unit === null ? null : factorOf(unit);
  const measure = measureOf(unit);
  const kind = unit === "%" ? "share" : measure;
  const inUnit =
    kind === "money" ? currencyKey(number.currency ?? "") : factor === null ? unit : measure;
  const rest = words
    .replace(isMore, " ")
    .replace(isLess, " ")
    .replace(/[^\p{Alpha}]+/gu, " ")
    .trim()
    .toLowerCase();
  const size = value * (factor ?? 1);
  return { kind, unit: `${inUnit ?? ""} ${rest}`, low: size, high: size };
}

function bounded(quantity: Quantity, text: string): Quantity {
  if (isMore.test(text)) return { ...quantity, high: Number.POSITIVE_INFINITY };
  return isLess.test(text) ? { ...quantity, low: 0 } : quantity;
}

/** Hours and minutes: "3:25"; a range of them: "1:40–2:40". */
function clockIn(text: string): Quantity | null {
  const [low, high = low, ...others] = text.split(/\s?[-–—]\s?/u).map((part) => {
    const [, hours, minutes] = clock.exec(part) ?? [];
    return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
  });
  if (low == null || high == null || others.length > 0 || low > high) return null;
  return { kind: "time", unit: "clock", low, high };
}

const dayLength = 86_400_000;
/** A leap year, which stands for all years in dates without one. */
const anyYear = 2000;

/** A day, month or year, in days since 1970. Days without a year are compared with each other. */
function dateIn(text: string): Quantity | null {
  const [date, other] = datesIn(text);
  if (date && !other) {
    const year = yearBehind.exec(text.slice(date.end));
    const end = date.end + (year?.[0].length ?? 0);
    if (!isAlone(text, { start: date.start, end })) return null;
    return dayOf(date, year ? Number(year[1]) : date.year);
  }
  const [month, next] = monthsIn(text);
  if (month && !next && isAlone(text, month)) return monthOf(month.year, month.month);
  const [, year, number] = /^((?:1\d|20|21)\d\d)(?:-(\d\d))?$/u.exec(text) ?? [];
  if (year === undefined) return null;
  return number === undefined
    ? days(Date.UTC(Number(year), 0), Date.UTC(Number(year) + 1, 0))
    : monthOf(Number(year), Number(number));
}

const yearBehind = /^,? (?:de )?((?:19|20)\d\d)(?!\p{N})/u;

function monthOf(year: number, month: number): Quantity {
  return days(Date.UTC(year, month - 1), Date.UTC(year, month));
}

/** True if a text has no other number than those of a date, and few words. */
function isAlone(text: string, { start, end }: { start: number; end: number }): boolean {
  const rest = `${text.slice(0, start)} ${text.slice(end)}`;
  return !/\p{N}/u.test(rest) && rest.trim().length <= longestDayName;
}

/** Room for the day of the week: "Wednesday,". */
const longestDayName = 12;

function dayOf({ days: [day, ...others] }: DateInText, year: number | null): Quantity | null {
  if (!day || others.length > 0) return null;
  const at = Date.UTC(year ?? anyYear, day.month - 1, day.day);
  return days(at, at + dayLength, year === null ? "day" : "date");
}

function days(start: number, end: number, unit = "date"): Quantity {
  return { kind: "date", unit, low: start / dayLength, high: end / dayLength - 1 };
}
