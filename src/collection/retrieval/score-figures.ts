import type { Language } from "../../core/language.js";
import type { TableCell, TablePeriod } from "../../core/table.js";
import {
  type FigureQuestion,
  type NamedThing,
  saysChange,
} from "../../search/query/figure-question.js";
import { monthIn, periodIn } from "../../tables/head-words.js";
import {
  type FigureCell,
  type FigurePlace,
  isFigure,
  type RowPlace,
  type SentencePlace,
  type Words,
  wordTerms,
} from "./figure-places.js";

/** How a question is held against places: what each thing that it names weighs, and its times. */
export interface FigureScoring {
  readonly question: FigureQuestion;
  readonly weights: ReadonlyMap<NamedThing, number>;
  readonly periods: readonly AskedPeriod[];
  readonly language: Language;
}

/** How likely a place holds the figure asked for, from 0 to 1, and which cell of a row is meant. */
export interface FigureScore {
  readonly score: number;
  readonly cell: TableCell | null;
}

const namedYear = /(?<![\d.,$€£])(?:19|20)\d\d(?![\d.,]\d|\d|%)/gu;

/** A time that a question names. */
export interface AskedPeriod extends TablePeriod {
  /** From 1 to 12; null where it names none. */
  readonly month: number | null;
}

/** The times that a question names; where it names several years, each with what else it says. */
export function askedPeriods(question: string): AskedPeriod[] {
  const years = [...new Set(question.match(namedYear) ?? [])];
  const readings =
    years.length < 2
      ? [question]
      : years.map((year) => question.replace(namedYear, (each) => (each === year ? each : " ")));
  return readings.flatMap((text) => {
    const period = periodIn([text]);
    return period ? [{ ...period, month: monthIn(text) }] : [];
  });
}

/** No thing that is named weighs more than this times its own weight: a rare one may be rare by chance. */
const rarest = 2;
/** A thing that no place has weighs this share. */
const nowhere = 0.5;

/**
 * What the things that a question names weigh: the more, the fewer of the places have them. The
 * names of who a document is about part nothing in it, and weigh nothing.
 */
export function thingWeights(
  { things }: FigureQuestion,
  places: readonly FigurePlace[],
  language: Language,
  names: ReadonlySet<NamedThing>,
): Map<NamedThing, number> {
  const words = places.map((place) =>
    place.kind === "row" ? place.label : wordTerms(place.text, language),
  );
  return new Map(
    things.map((thing) => {
      if (names.has(thing)) return [thing, 0];
      const holders = places.filter((place, index) => {
        const above = place.kind === "row" ? place.above : empty;
        const context = { own: words[index] ?? [], heads: above, above, around: place.around };
        return coverage(thing, context).share >= 0.8;
      }).length;
      if (holders === 0) return [thing, nowhere * thing.weight];
      return [thing, thing.weight * Math.min(rarest, Math.log(1 + places.length / holders))];
    }),
  );
}

const empty: ReadonlySet<string> = new Set();

/** What a place has words in: its own, and those that hold for it from farther and farther off. */
interface PlaceWords {
  readonly own: Words;
  readonly heads: ReadonlySet<string>;
  readonly above: ReadonlySet<string>;
  readonly around: ReadonlySet<string>;
}

interface Coverage {
  /** From 0 to 1. */
  readonly share: number;
  /** Which of the place's own words are the thing's. */
  readonly words: ReadonlySet<number>;
}

/** How much of a thing a place names, by the name that fits best. */
function coverage({ names }: NamedThing, { own, heads, above, around }: PlaceWords): Coverage {
  let best: Coverage = { share: 0, words: new Set() };
  names.forEach((name, index) => {
    const words = new Set<number>();
    let sum = 0;
    for (const terms of name) {
      const found = (is: (term: string) => boolean): number =>
        own.findIndex((word, i) => !words.has(i) && word.some(is));
      const whole = found((term) => terms.includes(term));
      // "Admin" is short for "administrative".
      const at =
        whole >= 0 ? whole : found((term) => terms.some((said) => isBeginning(said, term)));
      if (at >= 0) words.add(at);
      const holds = (set: ReadonlySet<string>) => terms.some((term) => set.has(term));
      sum +=
        whole >= 0
          ? 1
          : at >= 0
            ? 0.8
            : holds(heads)
              ? 0.9
              : holds(above)
                ? 0.8
                : holds(around)
                  ? 0.4
                  : 0;
    }
    // The words of the question itself are preferred where both are there.
    const share = name.length === 0 ? 0 : (sum / name.length) * (index === 0 ? 1 : 0.97);
    if (share > best.share) best = { share, words };
  });
  return best;
}

const shortestBeginning = 4;

function isBeginning(said: string, term: string): boolean {
  return said.length >= shortestBeginning && term.length > said.length && term.startsWith(said);
}

/** How much of the question a place names, and how much else its own words say. */
function covered({ question, weights }: FigureScoring, place: PlaceWords) {
  const named = new Set<number>();
  let sum = 0;
  let whole = 0;
  for (const thing of question.things) {
    const weight = weights.get(thing) ?? 0;
    if (weight === 0) continue;
    const { share, words } = coverage(thing, place);
    whole += weight;
    sum += weight * share;
    for (const word of words) named.add(word);
  }
  return { cover: whole === 0 ? 0 : (sum / whole) ** 1.5, named };
}

/** Words of labels that part nothing: "total net revenues" is the revenue. */
const neutral: ReadonlySet<string> = new Set(
  wordTerms(
    "total net consolidated company inc corporation plc ltd by used provided attributable common stock shareholders stockholders ordinary in at end period",
    "en",
  ).flat(),
);

/** The share of a label's telling words that the question names. */
function precision(label: Words, named: ReadonlySet<number>): number {
  const telling = label.flatMap((word, index) =>
    word.some((term) => neutral.has(term) || /^\p{N}/u.test(term)) ? [] : [index],
  );
  if (telling.length === 0) return named.size > 0 ? 1 : 0;
  return telling.filter((index) => named.has(index)).length / telling.length;
}

/** How likely a place holds the figure that is asked for. */
export function scoreFigure(place: FigurePlace, scoring: FigureScoring): FigureScore {
  return place.kind === "row" ? scoreRow(place, scoring) : scoreSentence(place, scoring);
}

function scoreRow(place: RowPlace, scoring: FigureScoring): FigureScore {
  const { question, periods } = scoring;
  const title = titleFactor(place.title, question);
  let best: FigureScore = { score: 0, cell: null };
  place.cells.forEach(({ cell, heads, headText, period }: FigureCell, index) => {
    const { cover, named } = covered(scoring, { ...place, own: place.label, heads });
    const score =
      cover *
      (0.35 + 0.65 * precision(place.label, named)) *
      periodFactor(periods, period, index === 0) *
      percentFactor(question, cell.unit?.percent ?? false) *
      (question.asksCount && cell.unit?.currency ? money : 1) *
      (!question.asksChange && saysChange(headText) ? 0.35 : 1) *
      title;
    if (score > best.score) best = { score, cell };
  });
  return best;
}

/** What an amount of money is worth where something is counted. */
const money = 0.4;

function percentFactor({ asksPercent }: FigureQuestion, isPercent: boolean): number {
  return asksPercent === isPercent ? 1 : 0.35;
}

/** How well the time of a column is one that is asked for. */
function periodFactor(
  asked: readonly AskedPeriod[],
  period: TablePeriod | null,
  isFirst: boolean,
): number {
  // Reports give the latest figure first.
  if (asked.length === 0) return isFirst ? 1 : 0.9;
  if (!period) return 0.5;
  return Math.max(
    ...asked.map((wanted) => yearFactor(wanted, period) * lengthFactor(wanted, period)),
  );
}

function yearFactor(wanted: AskedPeriod, { year, day }: TablePeriod): number {
  if (wanted.day !== null && day !== null) return wanted.day === day ? 1 : 0.15;
  if (wanted.month !== null && day !== null && monthsApart(wanted, day) > 1) return 0.15;
  if (wanted.year === null || wanted.year === year) return 1;
  if (year === null) return 0.6;
  // A fiscal year may be named after another year than the one that it ends in.
  return Math.abs(wanted.year - year) === 1 && wanted.day === null ? 0.3 : 0.12;
}

/** Months between the month asked for and a day; quarters end some days before or after theirs. */
function monthsApart({ year, month }: AskedPeriod, day: string): number {
  const [ownYear = 0, ownMonth = 0] = day.split("-").map(Number);
  const months = 12 * ((year ?? ownYear) - ownYear) + (month ?? ownMonth) - ownMonth;
  return Math.abs(months);
}

function lengthFactor(wanted: TablePeriod, period: TablePeriod): number {
  const own = monthsOf(period);
  if (wanted.kind === "year" || wanted.kind === "date") {
    if (own === null || own >= 11) return 1;
    return wanted.kind === "date" ? 0.85 : 0.5;
  }
  const length = monthsOf(wanted);
  const isOther = length !== null && own !== null && Math.abs(own - length) > 0.5;
  const isOtherQuarter =
    wanted.quarter !== null && period.quarter !== null && wanted.quarter !== period.quarter;
  return (own === null ? 0.6 : isOther ? 0.3 : 1) * (isOtherQuarter ? 0.2 : 1);
}

function monthsOf({ months, weeks, kind }: TablePeriod): number | null {
  if (months !== null) return months;
  if (weeks !== null) return Math.round(weeks / 4.33);
  return kind === "year" ? 12 : null;
}

const statement =
  /consolidated\s+(?:(?:condensed|comprehensive)\s+)?(?:statements?\s+of\s+(?:operations|income|earnings|cash|comprehensive|profit|financial)|balance\s+sheets?|income\s+statements?|cash\s+flows?)|(?:income|cash\s+flows?)\s+statements|statements?\s+of\s+(?:operations|income|earnings|cash\s+flows)|balance\s+sheets|Gewinn-\s?und\s+Verlustrechnung|Kapitalflussrechnung|(?:Konzern)?bilanz/iu;
const cashFlows = /cash\s+flows|Kapitalfluss/iu;
const equity =
  /(?:stock|share)(?:holders|owners)['’]?\s+equity\s+statements?|statements?\s+of\s+(?:changes\s+in\s+)?(?:(?:stock|share)(?:holders|owners)|equity)/iu;
/** What tables beside the statements are of. */
const aside =
  /pro\s?forma|parent\s+company|guarantor|non-gaap|adjusted|reconciliation|segment|quarterly|percentage|supplement|change/iu;

/** How much the title of a table is that of what is asked for: the statements of a whole company first. */
function titleFactor(title: string, { text, asksMoment, asksPayment }: FigureQuestion): number {
  let factor = statement.test(title) ? 1 : 0.85;
  const away = aside.exec(title)?.[0].toLowerCase();
  if (away !== undefined && !text.toLowerCase().includes(away.slice(0, 5))) factor *= 0.92;
  const isFlow = cashFlows.test(title);
  // What flowed in a year is not what was there at its end.
  if (isFlow && asksMoment) factor *= 0.6;
  if (isFlow && asksPayment) factor *= 1.08;
  if (equity.test(title)) factor *= 0.8;
  return Math.min(1, factor);
}

/** Words on either side of a number that may say what it is. */
const reach = 12;
/** What a number is worth behind which something else is counted than what is asked for. */
const notCounted = 0.6;
/** The sentences of a report say much beside its figures. */
const sentenceFactor = 0.72;

/** What a question asks to count: "people" and "employ" of "how many people does it employ". */
function countedThings({ question, weights }: FigureScoring): readonly NamedThing[] {
  if (!question.asksCount) return [];
  const things = question.things.filter((thing) => (weights.get(thing) ?? 0) > 0);
  const telling = things.findIndex(({ weight }) => weight >= 1);
  return telling < 0 ? [] : things.slice(0, telling + 1);
}

function scoreSentence(place: SentencePlace, scoring: FigureScoring): FigureScore {
  const { question, periods, language } = scoring;
  const { text, numbers, around } = place;
  const said = text.split(/\s+/u);
  const counted = countedThings(scoring);
  let best = 0;
  for (const number of numbers) {
    if (!isFigure(number, text)) continue;
    const at = text.slice(0, number.span.start).split(/\s+/u).length - 1;
    const after = wordTerms(said.slice(at, at + reach).join(" "), language);
    const before = wordTerms(said.slice(Math.max(0, at - reach), at).join(" "), language);
    const own = [...after, ...before];
    const place = { own, heads: empty, above: empty, around };
    const { cover } = covered(scoring, place);
    // What is counted follows its number: "7,300 employees".
    const behind = { ...place, own: after, around: empty };
    const isCounted =
      counted.length === 0 || counted.some((thing) => coverage(thing, behind).share >= 0.5);
    const isMoney = question.asksCount && number.currency !== null;
    const score =
      cover *
      percentFactor(question, number.percent) *
      (isCounted ? 1 : notCounted) *
      (isMoney ? money : 1);
    best = Math.max(best, score);
  }
  const wanted = periods.flatMap(({ year }) => year ?? []);
  const years = numbers.flatMap(({ kind, readings }) =>
    kind === "year" ? [Number(readings[0]?.value)] : [],
  );
  const isOther = wanted.length > 0 && !wanted.some((year) => years.includes(year));
  const time = isOther ? (years.length === 0 ? 0.7 : 0.3) : 1;
  const change = saysChange(text) && !question.asksChange ? 0.6 : 1;
  const other = aside.test(text) && !aside.test(question.text) ? 0.85 : 1;
  return { score: best * time * change * other * sentenceFactor, cell: null };
}
