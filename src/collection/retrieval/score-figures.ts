import type { Language } from "../../core/language.js";
import type { TableCell } from "../../core/table.js";
import {
  type FigureQuestion,
  type NamedThing,
  saysChange,
  statementIn,
} from "../../search/query/figure-question.js";
import { type PeriodScoring, periodFactor, sentenceTimeFactor } from "./asked-periods.js";
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
  readonly periods: PeriodScoring;
  readonly language: Language;
}

/** How likely a place holds the figure asked for, from 0 to 1, and which cell of a row is meant. */
export interface FigureScore {
  readonly score: number;
  readonly cell: TableCell | null;
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
                  ? name.length > 1
                    ? 0.2
                    : 0.4
                  : 0;
    }
    // The words of the question itself are preferred where both are there. Of a name all counts.
    const share =
      name.length === 0 ? 0 : (sum / name.length) ** 1.5 * (index === 0 ? 1 : otherName);
    const isNear = share > best.share * otherName ** 1.5;
    if (share > best.share || (isNear && words.size > best.words.size)) {
      best = { share: Math.max(share, best.share), words };
    }
  });
  return best;
}

/** What another name is worth beside the one that was asked for. */
const otherName = 0.97;
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
  return { cover: whole === 0 ? 0 : (sum / whole) ** 1.25, named };
}

/** Words of labels that part nothing: "total net revenues" is the revenue. */
const neutral: ReadonlySet<string> = new Set(
  wordTerms(
    "total net consolidated company inc corporation plc ltd by used provided attributable common stock shareholders stockholders ordinary in at end period and of for the to on from with a or as expense expenses costs",
    "en",
  ).flat(),
);

/** The share of a label's telling words that the question names; what qualifies it counts for less. */
function precision({ label, headWords }: RowPlace, named: ReadonlySet<number>): number {
  const telling = label.flatMap((word, index) =>
    word.some((term) => neutral.has(term) || /^\p{N}/u.test(term)) ? [] : [index],
  );
  if (telling.length === 0) return named.size > 0 ? 1 : 0;
  const weightOf = (index: number): number => (index < headWords ? 1 : qualifying);
  // A word that comes twice is named where it is named once.
  const said = new Set([...named].flatMap((index) => label[index] ?? []));
  const sum = (of: readonly number[]): number =>
    of.reduce((whole, index) => whole + weightOf(index), 0);
  const whole = sum(telling);
  return whole === 0
    ? 1
    : sum(telling.filter((index) => label[index]?.some((term) => said.has(term)))) / whole;
}

const qualifying = 0.25;

/** Words of which a label has one where the question has another. */
const opposites: readonly (readonly RegExp[])[] = [
  [/operat/iu, /invest/iu, /financ/iu],
  [/basic/iu, /dilut/iu],
  [/domestic/iu, /international|foreign/iu],
  [/short[- ]term|current/iu, /long[- ]term|non-?current/iu],
  [/continuing/iu, /discontinued/iu],
  [/gross/iu, /(?<!\p{L})net(?!\p{L})/iu],
];
const opposed = 0.5;

/** Whether a label says one of two opposites where the question says the other. */
function isOpposed(label: string, question: string): boolean {
  return opposites.some((words) => {
    const asked = words.filter((word) => word.test(question));
    const said = words.filter((word) => word.test(label));
    return asked.length > 0 && said.length > 0 && !asked.some((word) => said.includes(word));
  });
}

/** What comes before, or leaves out, what is asked for: "income before income taxes". */
const apart = /(?<!\p{L})(?:before|excluding|other than|without)(?!\p{L})/iu;
/** Rows that count shares. */
const shareCount =
  /(?:average|number|outstanding|denominator|weighted)[^.]*(?<!\p{L})shares?(?!\p{L})|(?<!\p{L})shares?(?!\p{L})[^.]*(?:outstanding|used|computation)|denominator/iu;

/** How far the words of a row say another thing than the question. */
function labelFactor({ row }: RowPlace, { text }: FigureQuestion): number {
  const { label } = row;
  const all = [...row.group, label].join(" ");
  return (
    (isOpposed(label, text) ? opposed : 1) *
    (apart.test(label) && !apart.test(text) ? 0.7 : 1) *
    (shareCount.test(all) && !/shares?(?!\p{L})(?! of)/iu.test(text.replace(perShare, " "))
      ? 0.6
      : 1)
  );
}

/** How likely a place holds the figure that is asked for. */
export function scoreFigure(place: FigurePlace, scoring: FigureScoring): FigureScore {
  return place.kind === "row" ? scoreRow(place, scoring) : scoreSentence(place, scoring);
}

function scoreRow(place: RowPlace, scoring: FigureScoring): FigureScore {
  const { question, periods } = scoring;
  const title = titleFactor(place, question) * labelFactor(place, question);
  const isPerShare = perShare.test([...place.row.group, place.row.label].join(" "));
  let best: FigureScore = { score: 0, cell: null };
  place.cells.forEach(({ cell, heads, headText, period }: FigureCell, index) => {
    const { cover, named } = covered(scoring, { ...place, own: place.label, heads });
    const score =
      cover *
      (0.35 + 0.65 * precision(place, named)) *
      periodFactor(periods, period, index === 0) *
      percentFactor(question, cell.unit?.percent ?? false) *
      (question.asksCount && cell.unit?.currency ? money : 1) *
      (isPerShare && !perShare.test(question.text) ? ofShare : 1) *
      (!question.asksChange && saysChange(headText) ? 0.35 : 1) *
      title;
    if (score > best.score) best = { score, cell };
  });
  return best;
}

/** What is told of one share, where a question does not ask of it. */
const perShare = /per\s+(?:\p{L}+\s+){0,2}share|(?<!\p{L})EPS(?!\p{L})|je\s+Aktie|par\s+action/iu;
const ofShare = 0.6;

/** What an amount of money is worth where something is counted, and another one where money was paid. */
const money = 0.4;
const noMoney = 0.5;

function percentFactor({ asksPercent }: FigureQuestion, isPercent: boolean): number {
  return asksPercent === isPercent ? 1 : 0.35;
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
function titleFactor(
  { title, row }: RowPlace,
  { text, asksMoment, asksPayment, asksChange, statement: asked }: FigureQuestion,
): number {
  let factor = statement.test(title) ? 1 : 0.85;
  const away = aside.exec(title)?.[0].toLowerCase();
  if (away !== undefined && !text.toLowerCase().includes(away.slice(0, 5))) factor *= 0.92;
  const isFlow = cashFlows.test(title);
  // What flowed in a year is not what was there at its end.
  if (isFlow && asksMoment) factor *= 0.6;
  if (isFlow && asksPayment) factor *= 1.08;
  if (!asksChange && row.group.some((group) => changes.test(group))) factor *= 0.6;
  if (equity.test(title)) factor *= 0.8;
  if (asked !== null && statementIn(title) !== asked) factor *= 0.8;
  return Math.min(1, factor);
}

/** Rows below this tell by how much something changed in a year. */
const changes = /(?<!\p{L})changes?\s+in|Veränderung|variation/iu;

/** Words on either side of a number that may say what it is. */
const reach = 12;
/** What a number is worth behind which something else is counted than what is asked for. */
const notCounted = 0.6;
/** What is not there yet, or only may be. */
const planned =
  /(?<!\p{L})(?:expect|anticipat|plan(?:s|ned)?(?!\p{L})|commit|forecast|outlook|guidance|authori[sz]|remaining|up to|target|would|could|may(?!\p{L}))/iu;
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
  const whole = new Set(wordTerms(text, language).flat());
  let best = 0;
  for (const number of numbers) {
    if (!isFigure(number, text)) continue;
    const at = text.slice(0, number.span.start).split(/\s+/u).length - 1;
    const after = wordTerms(said.slice(at, at + reach).join(" "), language);
    const before = wordTerms(said.slice(Math.max(0, at - reach), at).join(" "), language);
    const own = [...after, ...before];
    const place = { own, heads: empty, above: whole, around };
    const { cover } = covered(scoring, place);
    // What is counted follows its number: "7,300 employees".
    const behind = { ...place, own: after, above: empty, around: empty };
    const isCounted =
      counted.length === 0 || counted.some((thing) => coverage(thing, behind).share >= 0.5);
    const isMoney = question.asksCount && number.currency !== null;
    const isOfShare =
      perShare.test(said.slice(at, at + 5).join(" ")) && !perShare.test(question.text);
    const score =
      cover *
      percentFactor(question, number.percent) *
      (isCounted ? 1 : notCounted) *
      (isMoney ? money : 1) *
      (question.asksPayment && !number.percent && number.currency === null ? noMoney : 1) *
      (isOfShare ? ofShare : 1);
    best = Math.max(best, score);
  }
  const years = numbers.flatMap(({ kind, readings }) =>
    kind === "year" ? [Number(readings[0]?.value)] : [],
  );
  const time = sentenceTimeFactor(periods, text, years);
  const change = saysChange(text) && !question.asksChange ? 0.6 : 1;
  const other = aside.test(text) && !aside.test(question.text) ? 0.85 : 1;
  const future = planned.test(text) && !planned.test(question.text) ? 0.6 : 1;
  return { score: best * time * change * other * future * sentenceFactor, cell: null };
}
