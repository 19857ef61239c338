import {
  type DateInText,
  datesIn,
  type NumberInText,
  numbersIn,
  ordinalOf,
  ordinals,
  type PeriodInText,
  periodsIn,
} from "../../figures/index.js";

/** Whether a number is part of a date or a name, or an ordinal, and is looked up as such. */
export function isNamed({ kind }: NumberInText): boolean {
  return kind === "date" || kind === "label" || kind === "ordinal";
}

/** The dates, names and references of a text, collected once for many look-ups. */
export interface NamedNumbers {
  /** Words that contain a number, as they are compared. */
  readonly words: ReadonlySet<string>;
  /** Periods of a year: "q3", "h1". */
  readonly periods: ReadonlySet<string>;
  /** Months and days: "3-14". */
  readonly dates: ReadonlySet<string>;
  readonly ordinals: ReadonlySet<string>;
  /** Notes, items and sections: "note12"; numbers that open a line: "12". */
  readonly references: ReadonlySet<string>;
  readonly years: ReadonlySet<string>;
}

/** Collects the dates, names and references of a text. */
export function namedNumbers(text: string): NamedNumbers {
  const numbers = numbersIn(text);
  const items = numbers.filter(({ kind }) => kind === "list").map(digitsOf);
  return {
    words: new Set([...level(text).matchAll(numberedWord)].map(([word]) => comparable(word))),
    periods: new Set(periodsIn(text).map(partOf)),
    dates: new Set(datesIn(text).flatMap(daysOf)),
    ordinals: new Set([...text.matchAll(ordinalWord)].map(([word]) => ordinalOf(word))),
    references: new Set([...items, ...referencesIn(text)]),
    years: new Set([...text.matchAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g)].map(([year]) => year)),
  };
}

/** The whole name that a number is part of: "March 14", "Q3", "10-K", "Note 12". */
export function nameAt(text: string, number: NumberInText): string {
  const { start, end } = number.span;
  if (number.kind === "date") {
    const date = dateAt(text, number);
    if (date) return date.text;
  }
  const word = wordAt(text, start, end);
  const reference = number.kind === "label" && word === number.text;
  const before = reference
    ? (/(?<![\p{Alpha}§])[\p{Alpha}§]+\.?[ \u00a0]?$/u.exec(
        text.slice(Math.max(0, start - 24), start),
      )?.[0] ?? "")
    : "";
  return before + word;
}

/** Whether a text contains a named number of a sentence, as written or in another form. */
export function isNamedIn(number: NumberInText, sentence: string, named: NamedNumbers): boolean {
  const { start, end } = number.span;
  const word = comparable(wordAt(sentence, start, end));
  if (number.kind === "date") {
    const date = dateAt(sentence, number);
    if (date) return daysOf(date).some((day) => named.dates.has(day));
    // "2018-19" ends in 2019.
    const [, year] = /^((?:19|20)\d\d)\D?\d\d$/.exec(word) ?? [];
    if (year && named.years.has(year.slice(0, 2) + word.slice(-2))) return true;
    return named.words.has(word);
  }
  if (number.kind === "ordinal")
    return named.ordinals.has(digitsOf(number)) || named.words.has(word);
  const period = periodsIn(sentence).find(
    (one) => partOf(one) !== "" && one.start <= start && one.end >= end,
  );
  if (period) {
    const { year } = period;
    return named.periods.has(partOf(period)) && (year === null || named.years.has(String(year)));
  }
  const [, shortYear] = /^(?:fy|cy)?(\d\d)$/.exec(word) ?? [];
  if (shortYear && word !== number.text)
    return named.words.has(word) || named.years.has(`20${shortYear}`);
  if (word === digitsOf(number)) {
    return [word, ...referencesIn(nameAt(sentence, number))].some((one) =>
      named.references.has(one),
    );
  }
  return named.words.has(word);
}

function digitsOf({ text }: NumberInText): string {
  return text.replace(/\D/g, "");
}

const reference =
  /(?<!\p{Alpha})(\p{Alpha}{2,20}|p|§)\.?[ \n\u00a0](\d{1,4}(?:(?:,? (?:and|to|or) |, ?| ?[-–] ?)\d{1,4}){0,40})(?!\d|[.,]\d)/gu;

/** "Notes 11 and 12" as "note11" and "note12". */
function referencesIn(text: string): readonly string[] {
  return [...text.matchAll(reference)].flatMap(([, word = "", numbers = ""]) => {
    const name = word
      .toLowerCase()
      .replace(/(?<=\p{Alpha}{3})s$/u, "")
      .replace(/^pp?$/, "page");
    return (numbers.match(/\d+/g) ?? []).map((each) => name + each);
  });
}

/** A word that contains a digit, including dashes and dots inside it. */
const numberedWord =
  /(?<![\p{Alpha}\p{N}])(?:[\p{Alpha}\p{N}]{0,40}\p{Nd}|\p{Alpha}{1,40}[-‐‑–_#]\p{Nd})[\p{Alpha}\p{N}]*(?:[-‐‑–./:_'’&]?[\p{Alpha}\p{N}]+)*/gu;

function wordAt(text: string, start: number, end: number): string {
  const from = Math.max(0, start - 40);
  const before =
    /(?<![\p{Alpha}\p{N}\-‐‑–./:_#'’&])[\p{Alpha}\p{N}\-‐‑–./:_#'’&]*$/u
      .exec(text.slice(from, start))?.[0]
      .replace(/^[^\p{Alpha}\p{N}#'’]+/u, "") ?? "";
  const after = /^(?:[-‐‑–./:_'’&]?[\p{Alpha}\p{N}]+)*/u.exec(text.slice(end, end + 40))?.[0] ?? "";
  return before + text.slice(start, end) + after;
}

/** "CO₂" as "CO2", "km²" as "km2". */
function level(text: string): string {
  return text.replace(/[⁰¹²³⁴-⁹₀-₉]/g, (digit) => digit.normalize("NFKC"));
}

/** "10-K", "10–K" and "10K" are the same. */
function comparable(word: string): string {
  return level(word)
    .toLowerCase()
    .replace(/[^\p{Alpha}\p{N}.]/gu, "");
}

const ordinalWord = new RegExp(
  `(?<![a-zß-ɏḀ-ỿ\\p{N}])(?:${ordinals.join("|")}|\\d+(?:st|nd|rd|th|ème|er|º|ª))(?![a-zß-ɏḀ-ỿ\\p{N}])`,
  "giu",
);

/** A part of a year, "q3" or "h1"; empty for a year. */
function partOf({ quarter, half }: PeriodInText): string {
  return quarter !== null ? `q${quarter}` : half !== null ? `h${half}` : "";
}

/** Month and day of a date, "3-14"; both readings if the order is unclear. */
export function daysOf({ days }: DateInText): readonly string[] {
  return days.map(({ month, day }) => `${month}-${day}`);
}

function dateAt(text: string, { span }: NumberInText): DateInText | null {
  return datesIn(text).find(({ start, end }) => start <= span.start && end >= span.end) ?? null;
}
