import { type NumberInText, numbersIn } from "../../core/numbers/find-numbers.js";

/** A number that is a part of a date or a name, or counts an order, and is looked up as such. */
export function isNamed({ kind }: NumberInText): boolean {
  return kind === "date" || kind === "label" || kind === "ordinal";
}

/** What a text names, made once for many look-ups. */
export interface NamedNumbers {
  /** Words with a number, as they are compared. */
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

/** Reads what a text names. */
export function namedNumbers(text: string): NamedNumbers {
  const numbers = numbersIn(text);
  const items = numbers.filter(({ kind }) => kind === "list").map(digitsOf);
  return {
    words: new Set([...level(text).matchAll(numberedWord)].map(([word]) => comparable(word))),
    periods: new Set(periodsIn(text).map(({ name }) => name)),
    dates: new Set(datesIn(text).flatMap(({ days }) => days)),
    ordinals: new Set([...text.matchAll(ordinalWord)].map(([word]) => ordinalOf(word))),
    references: new Set([...items, ...referencesIn(text)]),
    years: new Set([...text.matchAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g)].map(([year]) => year)),
  };
}

/** The named number with what belongs to it: "March 14", "Q3", "10-K", "Note 12". */
export function nameAt(text: string, number: NumberInText): string {
  const { start, end } = number.span;
  if (number.kind === "date") {
    const date = dateAt(text, number);
    if (date) return date.text;
  }
  const word = wordAt(text, start, end);
  const reference = number.kind === "label" && word === number.text;
  const before = reference
    ? (/(?<![\p{L}§])[\p{L}§]+\.?[ \u00a0]?$/u.exec(
        text.slice(Math.max(0, start - 24), start),
      )?.[0] ?? "")
    : "";
  return before + word;
}

/** Whether a named number of a sentence stands in a text: as it is written, or in another form. */
export function isNamedIn(number: NumberInText, sentence: string, named: NamedNumbers): boolean {
  const { start, end } = number.span;
  const word = comparable(wordAt(sentence, start, end));
  if (number.kind === "date") {
    const date = dateAt(sentence, number);
    if (date) return date.days.some((day) => named.dates.has(day));
    // "2018-19" ends in 2019.
    const [, year] = /^((?:19|20)\d\d)\D?\d\d$/.exec(word) ?? [];
    if (year && named.years.has(year.slice(0, 2) + word.slice(-2))) return true;
    return named.words.has(word);
  }
  if (number.kind === "ordinal")
    return named.ordinals.has(digitsOf(number)) || named.words.has(word);
  const period = periodsIn(sentence).find((one) => one.start <= start && one.end >= end);
  if (period)
    return named.periods.has(period.name) && (period.year === null || named.years.has(period.year));
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
  /(?<!\p{L})(\p{L}{2,20}|p|§)\.?[ \n\u00a0](\d{1,4}(?:(?:,? (?:and|to|or) |, ?| ?[-–] ?)\d{1,4}){0,40})(?!\d|[.,]\d)/gu;

/** "Notes 11 and 12" as "note11" and "note12". */
function referencesIn(text: string): readonly string[] {
  return [...text.matchAll(reference)].flatMap(([, word = "", numbers = ""]) => {
    const name = word
      .toLowerCase()
      .replace(/(?<=\p{L}{3})s$/u, "")
      .replace(/^pp?$/, "page");
    return (numbers.match(/\d+/g) ?? []).map((each) => name + each);
  });
}

/** A word that has a digit, with the dashes and dots inside it. */
const numberedWord =
  /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}]{0,40}\p{Nd}|\p{L}{1,40}[-‐‑–_#]\p{Nd})[\p{L}\p{N}]*(?:[-‐‑–./:_'’&]?[\p{L}\p{N}]+)*/gu;

function wordAt(text: string, start: number, end: number): string {
  const from = Math.max(0, start - 40);
  const before =
    /(?<![\p{L}\p{N}\-‐‑–./:_#'’&])[\p{L}\p{N}\-‐‑–./:_#'’&]*$/u
      .exec(text.slice(from, start))?.[0]
      .replace(/^[^\p{L}\p{N}#'’]+/u, "") ?? "";
  const after = /^(?:[-‐‑–./:_'’&]?[\p{L}\p{N}]+)*/u.exec(text.slice(end, end + 40))?.[0] ?? "";
  return before + text.slice(start, end) + after;
}

/** "CO₂" as "CO2", "km²" as "km2". */
function level(text: string): string {
  return text.replace(/[⁰¹²³⁴-⁹₀-₉]/g, (digit) => digit.normalize("NFKC"));
}

/** "10-K", "10–K" and "10K" are one. */
function comparable(word: string): string {
  return level(word)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]/gu, "");
}

const ordinals = [
  "first",
  "second",
  "third",
  "fourth",
  "fifth",
  "sixth",
  "seventh",
  "eighth",
  "ninth",
  "tenth",
];
const ordinalWord = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${ordinals.join("|")}|\\d+(?:st|nd|rd|th|ème|er|º|ª))(?![\\p{L}\\p{N}])`,
  "giu",
);

function ordinalOf(word: string): string {
  const place = ordinals.indexOf(word.toLowerCase());
  return place < 0 ? word.replace(/\D/g, "") : String(place + 1);
}

interface Period {
  readonly name: string;
  readonly year: string | null;
  readonly start: number;
  readonly end: number;
}

const periodForms = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:([qhQH])([1-4])|([1-4])([qhQH])|(${ordinals.slice(0, 4).join("|")}|[1-4](?:st|nd|rd|th))[ \\n-](?:fiscal )?(quarter|half))(?:[ \\n]?[-/'’]?[ ]?(?:FY)?((?:20)?\\d\\d)(?!\\d|[.,%]\\d|%))?(?!\\p{L})`,
  "giu",
);

/** "Q3", "3Q19", "third quarter". */
function periodsIn(text: string): readonly Period[] {
  return [...text.matchAll(periodForms)].map((match) => {
    const [whole, q, n, m, r, ordinal, kind, year] = match;
    const name = `${(q ?? r ?? (kind ?? "q").charAt(0)).toLowerCase()}${n ?? m ?? ordinalOf(ordinal ?? "")}`;
    const full = year ? `20${year.slice(-2)}` : null;
    return { name, year: full, start: match.index, end: match.index + whole.length };
  });
}

/** The quarters of a year that a text names, "1" to "4". */
export function quartersIn(text: string): readonly string[] {
  return periodsIn(text).flatMap(({ name }) => (name.startsWith("q") ? [name.slice(1)] : []));
}

const lengths: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(?:three|3)[ -]months?(?!\p{L})|(?<!\p{L})(?:quarter|Quartal|trimestre)/iu, "3"],
  [
    /(?<!\p{L})(?:six|6)[ -]months?(?!\p{L})|(?<!\p{L})half(?:[ -]year| of (?:the )?(?:fiscal |year|20))|Halbjahr/iu,
    "6",
  ],
  [/(?<!\p{L})(?:nine|9)[ -]months?(?!\p{L})/iu, "9"],
  [
    /(?<!\p{L})(?:twelve|12)[ -]months?(?!\p{L})|(?<!\p{L})(?:full|whole|entire)[ -](?:fiscal |financial )?year/iu,
    "12",
  ],
];

/** How many months the times last that a text names by their length. */
export function monthsIn(text: string): readonly string[] {
  // Which is any of them.
  if (/(?<!\p{L})(?:year[ -]to[ -]date|YTD)(?!\p{L})/iu.test(text)) return [];
  return lengths.flatMap(([form, months]) => (form.test(text) ? [months] : []));
}

function dateAt(text: string, { span }: NumberInText): ReturnType<typeof datesIn>[number] | null {
  return datesIn(text).find(({ start, end }) => start <= span.start && end >= span.end) ?? null;
}

/** A day of a year as it is written in a text. */
export interface DateInText {
  readonly text: string;
  /** Place of `text`, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** Month and day, "3-14"; two where "3/4" may be either. */
  readonly days: readonly string[];
}

/** The names of the twelve months, in the languages whose dates are read. */
const months = [
  "jan(?:uary|uar|vier)?|janeiro|enero|gennaio",
  "feb(?:ruary|ruar|rero|braio)?|février|fevereiro",
  "mar(?:ch|s|zo)?|märz|março",
  "apr(?:il|ile)?|avril|abril",
  "ma[iy]|mayo|maio|maggio",
  "june?|juni|juin|junio|junho|giugno",
  "july?|juli|juillet|julio|julho|luglio",
  "aug(?:ust)?|août|agosto",
  "sept?(?:ember|embre|iembre)?|setembro|settembre",
  "o[ck]t(?:ober|obre|ubre)?|outubro|ottobre",
  "nov(?:ember|embre|iembre)?|novembro",
  "de[cz](?:ember|embro)?|décembre|diciembre|dicembre",
];
const eachMonth = months.map((names) => new RegExp(`^(?:${names})$`, "iu"));
const month = `(?<!\\p{L})(${months.join("|")})(?!\\p{L})\\.?`;
const day = "(\\d{1,2})(?!\\d|\\.\\d|,\\d{3}(?!\\d))";
const dates = new RegExp(
  [
    `${month}[ \\t\\n\\u00a0]${day}(?:st|nd|rd|th)?(?:[ \\u00a0]?(?:-|–|and|to)[ \\u00a0]?${day})?`,
    `(?<![\\d.,])(\\d{1,2})\\.?(?:st|nd|rd|th|er)?[ \\t\\n\\u00a0](?:of |de )?${month}`,
    "(?<![\\d.,/:-])(?:(?:19|20)\\d\\d)([-/.])(\\d{1,2})\\6(\\d{1,2})(?!\\d)",
    "(?<![\\d.,/:-])(\\d{1,2})([-/.])(\\d{1,2})\\10(?:(?:19|20)\\d\\d|\\d\\d)(?!\\d)",
  ].join("|"),
  "giu",
);

/** Dates with a month and a day, in words or digits. */
export function datesIn(text: string): readonly DateInText[] {
  return [...text.matchAll(dates)].flatMap((match): readonly DateInText[] => {
    const [whole, first, one, two, other, second, , isoMonth, isoDay, a, , b] = match;
    const named = monthOf(first ?? second ?? "");
    const days = named
      ? [one, two, other].flatMap((each) => dayOf(named, Number(each)))
      : [
          ...dayOf(Number(isoMonth), Number(isoDay)),
          ...dayOf(Number(a), Number(b)),
          ...dayOf(Number(b), Number(a)),
        ];
    const place = { start: match.index, end: match.index + whole.length };
    return days.length > 0 ? [{ text: whole, ...place, days }] : [];
  });
}

function monthOf(name: string): number | null {
  const index = eachMonth.findIndex((form) => form.test(name));
  return index < 0 ? null : index + 1;
}

function dayOf(one: number, other: number): readonly string[] {
  return one >= 1 && one <= 12 && other >= 1 && other <= 31 ? [`${one}-${other}`] : [];
}
