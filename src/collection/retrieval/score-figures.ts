import { lazy, type TableCell } from "../../core/index.js";
import {
  type FigureQuestion,
  haveOtherNumber,
  isStatementTitle,
  type NamedThing,
  type NumberedThing,
  neutralWords,
  numberedThings,
  type PeriodScoring,
  partTitle,
  periodFactor,
  saysChange,
  sentenceTimeFactor,
  statementIn,
} from "../../figures/index.js";
import {
  type FigureCell,
  type FigurePlace,
  isFigure,
  type RowPlace,
  type SentencePlace,
  wordTerms,
} from "./figure-places.js";
import { coverage, covered, empty, mayName } from "./named-things.js";

/** How to score places for a question: the weight of each thing that it names, and its periods. */
export interface FigureScoring {
  readonly question: FigureQuestion;
  /** The numbered things of the question. */
  readonly numbered: readonly NumberedThing[];
  readonly weights: ReadonlyMap<NamedThing, number>;
  readonly periods: PeriodScoring;
  /** The terms of everything that the question asks about; see `termsOf`. */
  readonly terms: ReadonlySet<string>;
  /** The factors of table titles computed so far. */
  readonly titles: Map<string, number>;
}

/** The likelihood that a place has the requested figure, from 0 to 1. */
export interface FigureScore {
  readonly score: number;
  readonly cell: TableCell | null;
  /** The figure with its scale, without its sign, which statements and texts write differently. */
  readonly amount: number | null;
}

/** The terms of words in labels that distinguish nothing. */
const neutralTerms = lazy(
  () => new Set(wordTerms(`${neutralWords} per stock expense expenses costs`, "en").flat()),
);

/** The share of a label's distinctive words that the question names. Qualifiers count less. */
function precision({ label, headWords }: RowPlace, named: ReadonlySet<number>): number {
  const telling = label.flatMap((word, index) =>
    word.some((term) => neutralTerms().has(term) || /^\p{N}/u.test(term)) ? [] : [index],
  );
  if (telling.length === 0) return named.size > 0 ? 1 : 0;
  const weightOf = (index: number): number => (index < headWords ? 1 : qualifying);
  // A repeated word counts as named everywhere if it is named once.
  const namedTerms = new Set([...named].flatMap((index) => label[index] ?? []));
  const sum = (indices: readonly number[]): number =>
    indices.reduce((whole, index) => whole + weightOf(index), 0);
  const whole = sum(telling);
  return whole === 0
    ? 1
    : sum(telling.filter((index) => label[index]?.some((term) => namedTerms.has(term)))) / whole;
}

const qualifying = 0.25;

/** Pairs of opposites: if the question has the first, a fitting label must not have the second. */
const opposites: readonly (readonly [RegExp, RegExp])[] = [
  [/operat/iu, /investing|financing/iu],
  [/invest/iu, /operating|financing/iu],
  [/financ/iu, /operating|investing/iu],
  [/basic/iu, /^(?!.*basic).*diluted/iu],
  [/diluted/iu, /^(?!.*diluted).*basic/iu],
  [/domestic/iu, /^(?!.*domestic).*(?:international|foreign)/iu],
  [/international|foreign/iu, /^(?!.*(?:international|foreign)).*domestic/iu],
  [
    /long[- ]term|non-?current/iu,
    /^(?!.*(?:long[- ]term|non-?current)).*(?:short[- ]term|current)/iu,
  ],
  [/short[- ]term|(?<!non-?)current/iu, /long[- ]term|non-?current/iu],
];
const opposed = 0.5;

/** Whether a label contains the opposite of a word in the question. */
function isOpposed(label: string, question: string): boolean {
  return opposites.some(
    ([pattern, rival]) => pattern.test(question) && rival.test(label) && !rival.test(question),
  );
}

/** Words that exclude what follows them: "income before income taxes". */
const apart = /(?<![a-zß-ɏḀ-ỿ])(?:before|excluding|other than|without)(?![a-zß-ɏḀ-ỿ])/iu;
/** Rows that count shares. */
const shareCount =
  /(?:average|number|outstanding|denominator|weighted)[^.]{0,200}(?<![a-zß-ɏḀ-ỿ])shares?(?![a-zß-ɏḀ-ỿ])|(?<![a-zß-ɏḀ-ỿ])shares?(?![a-zß-ɏḀ-ỿ])[^.]{0,200}(?:outstanding|used|computation)|denominator/iu;

/** The factor for "Firm 1185" if the question is about firm 1200. */
const ofOther = 0.1;

/** The factor for a label that contradicts the question. */
function labelFactor(
  { row }: RowPlace,
  { question: { text }, numbered }: Pick<FigureScoring, "question" | "numbered">,
): number {
  const { label } = row;
  const all = [...row.group, label].join(" ");
  return (
    (numbered.length > 0 && haveOtherNumber(numberedThings(label), numbered) ? ofOther : 1) *
    (isOpposed(label, text) ? opposed : 1) *
    (apart.test(label) && !apart.test(text) ? 0.7 : 1) *
    (shareCount.test(all) && !/shares?(?![a-zß-ɏḀ-ỿ])(?! of)/iu.test(text.replace(perShare, " "))
      ? 0.6
      : 1)
  );
}

/** Scores how likely a place is to have the requested figure. */
export function scoreFigure(place: FigurePlace, scoring: FigureScoring): FigureScore {
  if (!mayName(place, scoring.terms)) return { score: 0, cell: null, amount: null };
  return place.kind === "row" ? scoreRow(place, scoring) : scoreSentence(place, scoring);
}

function scoreRow(place: RowPlace, scoring: FigureScoring): FigureScore {
  const { question, periods, weights } = scoring;
  const { things } = question;
  const title = titleFactor(place, scoring) * labelFactor(place, scoring);
  const isFlowItem =
    (question.itemOf === "income" || question.itemOf === "cash") && !question.asksMoment;
  const isPerShare = perShare.test([...place.row.group, place.row.label].join(" "));
  const asksPerShare = perShare.test(question.text);
  let best: FigureScore = { score: 0, cell: null, amount: null };
  place.cells.forEach(({ cell, heads, headText, period }: FigureCell, index) => {
    const { cover, named } = covered(things, weights, { ...place, own: place.label, heads });
    const score =
      cover *
      (0.35 + 0.65 * precision(place, named)) *
      periodFactor(periods, period, index === 0) *
      percentFactor(question, cell.unit?.percent ?? false) *
      (question.asksCount && cell.unit?.currency ? money : 1) *
      (isPerShare === asksPerShare ? 1 : ofShare) *
      (!question.asksChange && saysChange(headText) ? 0.35 : 1) *
      (isFlowItem && period?.kind === "date" ? ofMoment : 1) *
      title;
    if (score > best.score) best = { score, cell, amount: amountOf(cell) };
  });
  return best;
}

function amountOf({ value, unit }: TableCell): number {
  return Math.abs(Number(value)) * 10 ** (unit?.scale ?? 0);
}

/** Wording of figures per share, which weigh less for a question about others, and the reverse. */
const perShare =
  /per\s+(?:\p{Alpha}+\s+){0,2}share|(?<![a-zß-ɏḀ-ỿ])EPS(?![a-zß-ɏḀ-ỿ])|je\s+Aktie|par\s+action/iu;
const ofShare = 0.6;

/** The factor for the column of a single day if the question is about a period. */
const ofMoment = 0.75;
/** The factors for money if things are counted, and for other numbers if a payment is. */
const money = 0.4;
const noMoney = 0.5;

function percentFactor({ asksPercent }: FigureQuestion, isPercent: boolean): number {
  return asksPercent === isPercent ? 1 : 0.35;
}

const cashFlows = /cash\s+flows|Kapitalfluss/iu;
const equity =
  /(?:stock|share)(?:holders|owners)['’]?\s+equity\s+statements?|statements?\s+of\s+(?:changes\s+in\s+)?(?:(?:stock|share)(?:holders|owners)|equity)/iu;
/** Contents of tables other than the main statements. */
const aside = new RegExp(`${partTitle.source}|percentage|change`, "iu");

/** The factor for the title of a row's table. */
function titleFactor({ title, row }: RowPlace, { question, titles }: FigureScoring): number {
  const known = titles.get(title) ?? factorOfTitle(title, question);
  titles.set(title, known);
  const isChange = !question.asksChange && row.group.some((group) => changes.test(group));
  return Math.min(1, known * (isChange ? 0.6 : 1));
}

/** Prefers statements about the whole company. */
function factorOfTitle(title: string, question: FigureQuestion): number {
  const { text, asksMoment, asksPayment, asksChange, statement: wanted, itemOf } = question;
  let factor = isStatementTitle(title) ? 1 : 0.85;
  const away = aside.exec(title)?.[0].toLowerCase();
  if (away !== undefined && !text.toLowerCase().includes(away.slice(0, 5))) factor *= 0.92;
  const isFlow = cashFlows.test(title);
  // A year's cash flow is not the balance at its end.
  if (isFlow && asksMoment) factor *= 0.6;
  if (isFlow && asksPayment) factor *= 1.08;
  if (equity.test(title)) factor *= 0.8;
  const statement = statementIn(title);
  if (wanted !== null && statement !== wanted) factor *= 0.8;
  else if (itemOf !== null && statement !== itemOf && !asksChange) factor *= 0.93;
  return factor;
}

/** The rows in such a group give changes in a year. */
const changes = /(?<![a-zß-ɏḀ-ỿ])changes?\s+in|Veränderung|variation/iu;

/** How many words on either side of a number may describe it. */
const reach = 12;
/** How many characters after a number may say that it is per share. */
const nextWords = 30;
/** The factor for a number followed by something other than what the question counts. */
const notCounted = 0.6;
/** "110 of our employees" is only a part of them. */
const ofWhole = /^\s+of\s+(?:our|the|these|those|its|their|all)(?![a-zß-ɏḀ-ỿ])/iu;
const ofPart = 0.7;
/** Wording for plans and possibilities. */
const planned =
  /(?<![a-zß-ɏḀ-ỿ])(?:expect|anticipat|plan(?:s|ned)?(?![a-zß-ɏḀ-ỿ])|commit|forecast|outlook|guidance|authori[sz]|remaining|up to|target|would|could|may(?![a-zß-ɏḀ-ỿ]))/iu;
/** The factor for sentences: most sentences of a report are not about its figures. */
const sentenceFactor = 0.68;

/** The things that a question counts: "people" and "employ" in "how many people does it employ". */
function countedThings({ question, weights }: FigureScoring): readonly NamedThing[] {
  if (!question.asksCount) return [];
  const things = question.things.filter((thing) => (weights.get(thing) ?? 0) > 0);
  const telling = things.findIndex(({ weight }) => weight >= 1);
  return telling < 0 ? [] : things.slice(0, telling + 1);
}

function scoreSentence(place: SentencePlace, scoring: FigureScoring): FigureScore {
  const { question, periods, weights } = scoring;
  const { text, numbers, around, words: sentence, starts, terms: whole } = place;
  const counted = countedThings(scoring);
  let best = 0;
  let amount: number | null = null;
  for (const number of numbers) {
    if (!isFigure(number, text)) continue;
    const next = starts.findIndex((start) => start >= number.span.start);
    const at = next < 0 ? starts.length : next;
    const after = sentence.slice(at, at + reach);
    const before = sentence.slice(Math.max(0, at - reach), at);
    const near = [...after, ...before];
    const place = { sentence, own: near, heads: empty, above: whole, around };
    const { cover } = covered(question.things, weights, place);
    // The thing counted follows its number: "7,300 employees".
    const behind = { ...place, own: after, above: empty, around: empty };
    const isCounted =
      counted.length === 0 || counted.some((thing) => coverage(thing, behind).share >= 0.5);
    const isMoney = question.asksCount && number.currency !== null;
    const isOfShare =
      perShare.test(text.slice(number.span.start, number.span.end + nextWords)) &&
      !perShare.test(question.text);
    const score =
      cover *
      percentFactor(question, number.percent) *
      (isCounted ? 1 : notCounted) *
      (isMoney ? money : 1) *
      (question.asksPayment && !number.percent && number.currency === null ? noMoney : 1) *
      (isOfShare ? ofShare : 1) *
      (ofWhole.test(text.slice(number.span.end)) ? ofPart : 1);
    if (score <= best) continue;
    best = score;
    amount = Math.abs(Number(number.readings[0]?.value));
  }
  const years = numbers.flatMap(({ kind, readings }) =>
    kind === "year" ? [Number(readings[0]?.value)] : [],
  );
  const time = sentenceTimeFactor(periods, text, years);
  const change = saysChange(text) && !question.asksChange ? 0.6 : 1;
  const other = aside.test(text) && !aside.test(question.text) ? 0.85 : 1;
  const future = planned.test(text) && !planned.test(question.text) ? 0.6 : 1;
  return { score: best * time * change * other * future * sentenceFactor, cell: null, amount };
}

/** A place on a page that may have the requested figure. */
export interface ScoredPlace extends FigureScore {
  readonly document: number;
  readonly page: number;
  readonly place: FigurePlace;
}

/** Score that a figure gains for each other page of its document that has it. */
const gainByPage = 0.02;
const maxGains = 3;
/** Factor for a figure that is smaller than an equally likely one. */
const lossOfPart = 0.97;
/** The shares of the best score from which a score counts as near it, and as equally likely. */
const nearBest = 0.7;
const inPlace = 0.9;
/** Amounts that differ by less are equal up to rounding: "$2.4 billion", "2,374". */
const rounding = 0.006;

function isSameAmount(a: number | null, b: number | null): boolean {
  return a !== null && b !== null && Math.abs(a - b) <= rounding * Math.max(a, b);
}

/**
 * Rescores places in comparison with each other. The figures of a whole company occur several times
 * in its report, and are greater than those of its parts, which have the same labels.
 */
export function corroborated(candidates: readonly ScoredPlace[]): ScoredPlace[] {
  const best = Math.max(0, ...candidates.map(({ score }) => score));
  const near = candidates.filter(({ score }) => score >= nearBest * best);
  const greatest = new Map<string, number>();
  const placeOf = ({ document, place }: ScoredPlace): string => `${document} ${place.kind}`;
  for (const candidate of near) {
    const { amount, score } = candidate;
    if (amount === null || score < inPlace * best) continue;
    const key = placeOf(candidate);
    greatest.set(key, Math.max(greatest.get(key) ?? 0, amount));
  }
  return candidates.map((candidate) => {
    const { document, amount, score } = candidate;
    if (amount === null || score < nearBest * best) return candidate;
    const pages = new Set<number>();
    for (const other of near) {
      if (other.document === document && isSameAmount(other.amount, amount)) pages.add(other.page);
    }
    const gain = 1 + gainByPage * Math.min(maxGains, pages.size - 1);
    const most = greatest.get(placeOf(candidate)) ?? 0;
    const loss = amount < most && !isSameAmount(amount, most) ? lossOfPart : 1;
    return { ...candidate, score: score * gain * loss };
  });
}

/** The share of the best score at which another place with the same figure confirms it. */
const agreement = 0.6;
/** The least score of a row or a sentence that is shown as the answer. */
const sureRow = 0.5;
const sureSentence = 0.6;
/** Counted things directly follow their number, which leaves less doubt. */
const sureCount = 0.52;
/** The share of the best score at which another figure is as likely. */
const rival = 0.98;

/** Whether the best candidate is likely enough, and no other figure is equally likely. */
export function isSurely(
  best: ScoredPlace,
  all: readonly ScoredPlace[],
  { asksCount }: FigureQuestion,
): boolean {
  const least = best.place.kind === "row" ? sureRow : asksCount ? sureCount : sureSentence;
  if (best.score < least) return false;
  const near = all.filter(({ score }) => score >= rival * best.score);
  const isSame = (one: ScoredPlace): boolean =>
    one === best || isSameAmount(one.amount, best.amount);
  const agreeing = all.filter((one) => isSame(one) && one.score >= agreement * best.score);
  return agreeing.length > 1 || near.every(isSame);
}
