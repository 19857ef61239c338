import { noUnit, type TablePeriod, type TableSource, type TableUnit } from "../../core/table.js";
import { tableScales } from "../../core/tables.js";

const monthNames = [
  "jan(?:uary|\\.)?|januar|janvier|enero|gennaio",
  "feb(?:ruary|\\.)?|februar|février|febrero|febbraio",
  "mar(?:ch|\\.)?|märz|mars|marzo",
  "apr(?:il|\\.)?|avril|abril|aprile",
  "may|mai|mayo|maggio",
  "june?\\.?|juni|juin|junio|giugno",
  "july?\\.?|juli|juillet|julio|luglio",
  "aug(?:ust|\\.)?|août|agosto",
  "sept?(?:ember|\\.)?|septembre|septiembre|settembre",
  "oct(?:ober|\\.)?|oktober|octobre|octubre|ottobre",
  "nov(?:ember|\\.)?|novembre|noviembre",
  "dec(?:ember|\\.)?|dezember|décembre|diciembre|dicembre",
];
const month = monthNames.join("|");
const monthFirst = new RegExp(`(?<!\\p{L})(${month})\\s+(\\d{1,2})(?!\\d)`, "iu");
const dayFirst = new RegExp(`(?<!\\d)(\\d{1,2})\\.?\\s+(${month})(?!\\p{L})`, "iu");
const isoDay = /(?<!\d)((?:19|20)\d\d)-(\d\d)-(\d\d)(?!\d)/u;
const german = /(?<!\d)(\d{1,2})\.(\d{1,2})\.((?:19|20)\d\d)(?!\d)/u;
const years = /(?<![\d.,$€£])(?:19|20)\d\d(?![\d.,]\d|\d|%)/gu;
const shortYear = /(?<!\p{L})FY\s?['’]?(\d\d)(?!\d)/u;

const counts: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  six: 6,
  nine: 9,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  "twenty-six": 26,
  "thirty-nine": 39,
  "fifty-two": 52,
  "fifty-three": 53,
};
const count = `(\\d{1,2}|${Object.keys(counts).join("|")})`;
const inMonths = new RegExp(`(?<![\\p{L}\\d])${count}[- ]months?(?!\\p{L})`, "iu");
/** "Three and Six Months Ended" says which columns there are, and not which this one is. */
const twoLengths = new RegExp(
  `(?<![\\p{L}\\d])${count} and ${count}[- ](?:months?|weeks?)(?!\\p{L})`,
  "iu",
);
const inWeeks = new RegExp(`(?<![\\p{L}\\d])${count}[- ]weeks?(?!\\p{L})`, "iu");
const wholeYear =
  /(?<!\p{L})(?:fiscal\s+|financial\s+)?years?[\s-]+(?:ended|ending)|(?<!\p{L})Geschäftsjahr/iu;
const wholeQuarter = /(?<!\p{L})quarters?[\s-]+(?:ended|ending)/iu;
const namedQuarter =
  /(?<![\p{L}\d])(?:Q([1-4])|([1-4])Q|([1-4])(?:st|nd|rd|th) quarter|(first|second|third|fourth) (?:fiscal )?quarter|([1-4])\. Quartal)(?!\p{L})/iu;
const ordinals = ["first", "second", "third", "fourth"];

/**
 * The time that the heads of a column name together, such as "Three Months Ended", "June 30," and
 * "2022"; null where they name none, or more years than one.
 */
export function periodIn(heads: readonly string[]): TablePeriod | null {
  const saying = heads.filter(saysPeriod);
  if (saying.length === 0) return null;
  const text = saying.join(" ").replace(/\s+/gu, " ").trim();
  const named = new Set(text.match(years) ?? []);
  if (named.size > 1 || twoLengths.test(text)) return null;
  const short = shortYear.exec(text)?.[1];
  const [only] = named;
  const year =
    only !== undefined ? Number(only) : short === undefined ? null : 2000 + Number(short);
  const day = dayIn(text, year);
  const quarter = quarterIn(text);
  const months =
    countIn(inMonths, text) ?? (wholeYear.test(text) ? 12 : wholeQuarter.test(text) ? 3 : null);
  const weeks = countIn(inWeeks, text);
  const known = { text, year, quarter, day };
  if (months !== null || weeks !== null) return { ...known, kind: "duration", months, weeks };
  if (quarter !== null) return { ...known, kind: "quarter", months: 3, weeks: null };
  if (hasDay(text)) return { ...known, kind: "date", months: null, weeks: null };
  if (year === null) return null;
  return { ...known, kind: "year", months: null, weeks: null };
}

function saysPeriod(head: string): boolean {
  return (
    (head.match(years) ?? []).length > 0 ||
    shortYear.test(head) ||
    hasDay(head) ||
    quarterIn(head) !== null ||
    [inMonths, inWeeks, wholeYear, wholeQuarter].some((form) => form.test(head))
  );
}

function hasDay(text: string): boolean {
  return [monthFirst, dayFirst, isoDay, german].some((form) => form.test(text));
}

function dayIn(text: string, year: number | null): string | null {
  const iso = isoDay.exec(text);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dotted = german.exec(text);
  if (dotted) return dayOf(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]));
  if (year === null) return null;
  const first = monthFirst.exec(text);
  if (first) return dayOf(year, monthOf(first[1] ?? ""), Number(first[2]));
  const second = dayFirst.exec(text);
  return second ? dayOf(year, monthOf(second[2] ?? ""), Number(second[1])) : null;
}

function monthOf(name: string): number {
  return monthNames.findIndex((names) => new RegExp(`^(?:${names})$`, "iu").test(name)) + 1;
}

const monthOnly = new RegExp(`(?<!\\p{L})(${month})(?!\\p{L})`, "iu");

/** The month that a text names, from 1 to 12; null where it names none. */
export function monthIn(text: string): number | null {
  // "May" is a verb, too.
  const name = monthOnly.exec(text.replace(/(?<!\p{L})may(?!\p{L})/gu, " "))?.[1];
  return name === undefined ? null : monthOf(name);
}

function dayOf(year: number, month: number, day: number): string | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  return [year, String(month).padStart(2, "0"), String(day).padStart(2, "0")].join("-");
}

function quarterIn(text: string): number | null {
  const match = namedQuarter.exec(text);
  if (!match) return null;
  const word = match[4]?.toLowerCase();
  if (word !== undefined) return ordinals.indexOf(word) + 1;
  return Number(match[1] ?? match[2] ?? match[3] ?? match[5]);
}

function countIn(form: RegExp, text: string): number | null {
  const said = form.exec(text)?.[1]?.toLowerCase();
  if (said === undefined) return null;
  return counts[said] ?? Number(said);
}

const currencies =
  /(?<!\p{L})(?:US|C|A)?[$€£¥]|(?<!\p{L})(?:USD|EUR|GBP|CHF|JPY|CAD|AUD|SEK|NOK|DKK)(?!\p{L})|(?<!\p{L})(?:dollars?|euros?)(?!\p{L})/iu;
const percents = /%|(?<!\p{L})(?:percent(?:age)?s?|Prozent|pour cent)(?!\p{L})/iu;

/** The currency that a text names, as it is written. */
function currencyIn(text: string): string | null {
  return currencies.exec(text)?.[0] ?? null;
}

/** The power of ten that a text states for numbers; null where it states none. */
export function scaleIn(text: string): number | null {
  return tableScales(text)[0] ?? null;
}

/** What a text says that numbers are counted in. */
interface Said {
  readonly text: string;
  readonly from: TableSource;
}

/**
 * The unit that texts state, the nearest first. What the first of them says of a thing, holds.
 *
 * @param pageScale what the page says at large
 */
export function unitIn(said: readonly Said[], pageScale: number | null): TableUnit {
  let unit: TableUnit = noUnit;
  for (const { text, from } of said) {
    const [main = ""] = text.split(/(?<!\p{L})except(?!\p{L})/iu);
    const bracketed = tableScales(`(${main})`);
    const [scale] = bracketed.length > 0 ? bracketed : tableScales(main);
    if (unit.scale === null && scale !== undefined) unit = { ...unit, scale, scaleFrom: from };
    const currency = currencyIn(main);
    if (unit.currency === null && currency !== null) {
      unit = { ...unit, currency, currencyFrom: from };
    }
    const percent = (from === "head" || from === "row") && percents.test(main);
    if (!unit.percent && percent) unit = { ...unit, percent, percentFrom: from };
  }
  if (unit.percent) return percentUnit(unit);
  if (unit.scale !== null || pageScale === null) return unit;
  return { ...unit, scale: pageScale, scaleFrom: "page" };
}

/** Percents have neither scale nor currency. */
function percentUnit({ percentFrom }: TableUnit): TableUnit {
  return { ...noUnit, percent: true, percentFrom };
}

const perThing =
  /(?<!\p{L})per[\s-]+(?:\p{L}+\s+){0,2}(?:share|unit|ads|ordinary|stock)|(?<!\p{L})per-share/iu;
const shares = /(?<!\p{L})shares?(?!\p{L})/iu;

/**
 * The unit of one number.
 *
 * @param column what its column is counted in
 * @param cell its text
 * @param labels its row's label and those above
 * @param stated the scale that the label itself states; see `scaleIn`
 * @param caption where exceptions are stated: "except per share data"
 */
export function cellUnit(
  column: TableUnit,
  cell: string,
  labels: readonly string[],
  stated: number | null,
  caption: string,
): TableUnit {
  const [label = ""] = labels;
  if (/%/u.test(cell)) return percentUnit({ ...noUnit, percentFrom: "cell" });
  const own = currencyIn(cell);
  if (column.percent && own === null) return column;
  if (
    own === null &&
    /%|(?<!\p{L})(?:percent|rate)(?!\p{L})/iu.test(label) &&
    !/rates?\s+\p{L}/iu.test(label)
  ) {
    return percentUnit({ ...noUnit, percentFrom: "row" });
  }
  const currency =
    own === null ? column : { ...column, currency: own, currencyFrom: "cell" as const };
  if (stated !== null) return { ...currency, scale: stated, scaleFrom: "row" };
  const all = labels.join(" ");
  if (perThing.test(label)) return { ...currency, scale: null, scaleFrom: null };
  if (!shares.test(all) || column.scale === null) return currency;
  const [, ...except] = caption.split(/(?<!\p{L})except(?!\p{L})/iu);
  const others = except.join(" ");
  if (!shares.test(others.replace(perThing, "")) || /per[\s-]+share/iu.test(all)) {
    return /per[\s-]+share/iu.test(all) ? { ...currency, scale: null, scaleFrom: null } : currency;
  }
  const [scale = null] = tableScales(`in ${others.replace(/^.*?(?=thousands|millions)/isu, "")}`);
  return {
    ...currency,
    scale,
    scaleFrom: scale === null ? null : "caption",
    currency: own,
    currencyFrom: own === null ? null : "cell",
  };
}
