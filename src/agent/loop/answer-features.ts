import { type AnswerUnit, answerUnits, intersect, type Span } from "../../core/index.js";
import {
  type AnswerKind,
  givesReason,
  isGap,
  keysOf,
  type Measure,
  measureOf,
  type NumberInText,
  numbersIn,
  type ReadQuestion,
  spelledAsNumbers,
  unitOf,
  valuesOf,
  wordKey,
} from "../../figures/index.js";
import type { SearchHit, SearchResponse } from "../../search/index.js";

/** The features of a sentence or row that may answer a question. */
export interface AnswerFeatures {
  /** Share of the weight of the question's words that the unit has. */
  readonly cover: number;
  /** … that its heading, or a question or title right before it, adds, … */
  readonly heading: number;
  /** … that the sentence before it adds, … */
  readonly before: number;
  /** … that the sentence behind it adds, … */
  readonly after: number;
  /** … and the rest of its passage. */
  readonly around: number;
  /** What of `cover`, `heading` and `before` it has only by words that mean about the same. */
  readonly alike: number;
  /** Share of the question's pairs of neighbouring words that are side by side in it. */
  readonly pairs: number;
  /** Share of the question's names that no passage found of its document has. */
  readonly namesLacking: number;
  /** 1 if the question asks for a percentage, a date or a number, and the unit has one, else 0. */
  readonly hasFigure: number;
  /** 1 if it counts what is to be counted: "46 beds" for "how many beds". */
  readonly hasCount: number;
  /** 1 if a name that the question does not have is behind a preposition of place, where a place is asked for. */
  readonly hasPlace: number;
  /** 1 if it has a number in a unit of what is asked: "4.5 hours" for "how long", "25 °C" for "how warm". */
  readonly hasMeasure: number;
  /** The same for money. */
  readonly hasMoney: number;
  /** The same for persons and places. */
  readonly hasName: number;
  /** The same for reasons, definitions, rules and steps, which words such as "because" indicate. */
  readonly hasWording: number;
  /** How much it says that the question does not, from 0 to 1. */
  readonly news: number;
  /** 1 if it contains a year of the question, else 0. */
  readonly hasYear: number;
  readonly otherYear: number;
  /** The score of its passage, relative to the best. */
  readonly score: number;
  readonly rank: number;
  readonly row: number;
  readonly label: number;
  readonly sureFigure: number;
  readonly figure: number;
}

/** A sentence or a row that may be the answer. */
export interface Candidate {
  /** Index of its passage among the hits. */
  readonly hit: number;
  readonly unit: AnswerUnit;
  readonly features: AnswerFeatures;
  /** Share of the question's words that no document has. */
  readonly missing: number;
  /** 1 if a number, a date, a person or a place is asked for and it has none. */
  readonly lacking: number;
  /** 1 if a measure or a count is asked for and it has none. */
  readonly lackingMeasure: number;
}

/**
 * What a unit must have, with its heading, of the weight of the question's words, or its passage if it
 * has the measure asked for.
 */
const leastCover = 0.12;
/** No word weighs more: a rare one may be rare by chance. */
const heaviest = 2.5;

/** What a word counts that means about the same as one of the question. */
const alikeShare = 0.5;

/** A word of the question, in a passage's text. */
interface FoundWord extends Span {
  readonly key: string;
}

/** The words of a question, and what each weighs. */
interface Weighing {
  readonly question: ReadQuestion;
  readonly weights: ReadonlyMap<string, number>;
  /** Keys of the words that were found anywhere. */
  readonly asked: readonly string[];
  readonly whole: number;
  readonly missing: number;
}

/**
 * The sentences and rows of a search's passages that may answer a question, with their features.
 * Headings, questions, captions and tables of contents are excluded.
 */
export function candidatesOf(
  response: SearchResponse,
  question: ReadQuestion,
): readonly Candidate[] {
  const keyOf = keysWith(response, question);
  const words = response.hits.map((hit) => wordsOf(hit, keyOf));
  const weighing = weigh(response, question, words);
  const held = namesHeld(response.hits, words);
  const best = Math.max(0, ...response.hits.map(({ score }) => score));
  return response.hits.flatMap((hit, index) =>
    unitsOf(hit, index, {
      words: words[index] ?? [],
      keyOf,
      weighing,
      best,
      about: response.about,
      held: held.get(hit.document),
    }),
  );
}

/** The key of a word in a text: of what it means where it means about the same as a word of the question. */
type KeyOf = (word: string) => string;

function keysWith({ alike = [] }: SearchResponse, { keys }: ReadQuestion): KeyOf {
  const meant = new Map<string, string>();
  for (const { word, forms } of alike) {
    const key = wordKey(word);
    if (keys.includes(key)) for (const form of forms) if (!meant.has(form)) meant.set(form, key);
  }
  if (meant.size === 0) return wordKey;
  return (word) => {
    const key = wordKey(word);
    const other = keys.includes(key) ? undefined : meant.get(word.toLowerCase());
    return other === undefined ? key : alikeTo(other);
  };
}

/** The key of words that mean about the same as a word of the question, by that word's. */
function alikeTo(key: string): string {
  return `~${key}`;
}

/** The key of the word of the question that is meant. */
function plain(key: string): string {
  return key.startsWith("~") ? key.slice(1) : key;
}

/** The question's words, and those that mean about the same, in a hit's text, in order. */
function wordsOf({ text, span, marks }: SearchHit, keyOf: KeyOf): readonly FoundWord[] {
  return marks.map((mark) => {
    const [start, end] = [mark.start - span.start, mark.end - span.start];
    return { start, end, key: keyOf(text.slice(start, end)) };
  });
}

/** Words count the more the fewer of the hits have them. */
function weigh(
  { hits, unmatched }: SearchResponse,
  question: ReadQuestion,
  words: readonly (readonly FoundWord[])[],
): Weighing {
  const holders = new Map<string, number>();
  for (const found of words) {
    for (const key of new Set(found.map((word) => word.key))) {
      holders.set(key, (holders.get(key) ?? 0) + 1);
    }
  }
  const keys = new Set(question.keys);
  const weights = new Map<string, number>();
  const weightOf = (count: number): number => Math.min(heaviest, Math.log(1 + hits.length / count));
  for (const [key, count] of holders) {
    // Other spellings found for a word of the question, such as an abbreviation.
    if (!key.startsWith("~"))
      weights.set(key, keys.has(key) ? weightOf(count) : weightOf(count) / 2);
  }
  for (const key of keys) {
    const count = holders.get(alikeTo(key));
    if (count === undefined) continue;
    const weight = weights.get(key) ?? weightOf(count);
    weights.set(key, weight);
    weights.set(alikeTo(key), weight * alikeShare);
  }
  const asked = [...keys].filter((key) => weights.has(key));
  const whole = asked.reduce((sum, key) => sum + (weights.get(key) ?? 0), 0);
  const unsaid = new Set(
    unmatched.flatMap(keysOf).filter((key) => !question.asking.has(key) && !weights.has(key)),
  );
  const lost = unsaid.size * heaviest;
  return {
    ...{ question, weights, asked, whole },
    missing: lost === 0 ? 0 : lost / (lost + whole),
  };
}

/** For each document the keys of the words that its passages, headings and path have. */
function namesHeld(
  hits: readonly SearchHit[],
  words: readonly (readonly FoundWord[])[],
): ReadonlyMap<SearchHit["document"], ReadonlySet<string>> {
  const held = new Map<SearchHit["document"], Set<string>>();
  hits.forEach(({ document, path, heading }, index) => {
    const keys = held.get(document) ?? new Set(keysOf(path));
    held.set(document, keys);
    for (const { key } of words[index] ?? []) keys.add(plain(key));
    for (const key of keysOf(heading ?? "")) keys.add(key);
  });
  return held;
}

interface Scope {
  readonly words: readonly FoundWord[];
  readonly keyOf: KeyOf;
  readonly weighing: Weighing;
  readonly best: number;
  readonly about: SearchResponse["about"];
  readonly held: ReadonlySet<string> | undefined;
}

function unitsOf(hit: SearchHit, index: number, scope: Scope): readonly Candidate[] {
  const { words, keyOf, weighing, best, about, held = new Set() } = scope;
  const { question } = weighing;
  // Words of the document's name say nothing about a place in it.
  const isAbout = about?.documents.some(({ document }) => document === hit.document);
  // A question about one of several named subjects is not answered by the others' documents.
  if (isAbout === false) return [];
  const whom = new Set(keysOf(isAbout ? `${hit.path} ${about?.name}` : hit.path));
  // What only says which document to look in says nothing there: "In the agreement with Acme".
  if (about && question.lead.includes(about.name)) {
    const lead = keysOf(question.lead);
    const asked = new Set(question.keys.slice(lead.length));
    for (const key of lead) if (!asked.has(key)) whom.add(key);
  }
  const runs = question.nameRuns.filter((run) => run.some((key) => whom.has(key)));
  const named = new Set([...whom, ...runs.flat()]);
  const weightOf = (key: string): number =>
    question.years.includes(key)
      ? 0
      : (weighing.weights.get(key) ?? 0) * (named.has(plain(key)) ? inPath : 1);
  const whole = weighing.asked.reduce((sum, key) => sum + weightOf(key), 0);
  const share = (keys: ReadonlySet<string>): number => {
    let sum = 0;
    for (const key of keys)
      if (!key.startsWith("~") || !keys.has(key.slice(1))) sum += weightOf(key);
    return whole === 0 ? 0 : Math.min(1, sum / whole);
  };
  const units = answerUnits(hit.text);
  const within = ({ start, end }: Span): ReadonlySet<string> =>
    new Set(words.filter((word) => word.start >= start && word.end <= end).map(({ key }) => key));
  const all = new Set(words.map(({ key }) => key));
  const names = [...question.names].filter((key) => weighing.weights.has(key));
  const asksPrice =
    question.kind === "number" && question.measures.size === 1 && question.measures.has("money");
  const isStated = question.amounts.length > 0 && states(numbersIn(hit.text), question.amounts);
  let header: readonly string[] = [];
  let titles: ReadonlySet<string> = new Set();
  return units.flatMap((unit, place) => {
    const content = hit.text.slice(unit.start, unit.end);
    const numbers = numbersIn(content);
    const years = numbers.flatMap(yearOf);
    const isHead = years.length > 0 && !numbers.some(({ kind }) => kind === "quantity");
    if (unit.kind === "row" && (isHead || !/\p{L}/u.test(content))) {
      if (isHead) header = years;
      return [];
    }
    // "At 18 °C": a sentence about 24 °C beside one about 18 °C does not answer it.
    const isOther =
      isStated && unit.kind === "sentence" && numbers.some(({ kind }) => kind === "quantity");
    if (isOther && !states(numbers, question.amounts)) return [];
    const unitTerms = within(unit);
    const news = new Set(
      keysOf(content.replace(/^\s*\(?[\p{L}\p{N}]{1,3}[.)]\s/u, "")).filter(
        (key) => key.length > 2 && !question.keys.includes(key),
      ),
    ).size;
    const isEmpty =
      news === 0 && content.length < 80 && !numbers.some(({ kind }) => kind === "quantity");
    const isTitle =
      !/[.!。！]["”’')\]]*$/u.test(content) && (isFirst(unit, hit) || hit.heading === content);
    if (question.kind === "rule" && recital.test(content)) return [];
    if (unit.kind === "sentence" && (isEmpty || isTitle || !isStatement(content))) {
      titles = unitTerms;
      return [];
    }
    const lead = titles;
    titles = new Set();
    const measured = measureIn(content, numbers, question);
    if (question.contact && !question.contact.test(content)) return [];
    // What a thing costs is said in money; in a row the unit may be elsewhere.
    if (asksPrice && unit.kind === "sentence" && measured !== "money") return [];
    if (unitTerms.size === 0 && lead.size === 0 && measured === null) return [];
    const cover = share(unitTerms);
    const headed = new Set(
      [...unitTerms, ...lead, ...keysIn(hit.heading ?? "", keyOf)].filter(
        (key) => all.has(key) || weighing.weights.has(key),
      ),
    );
    const heading = share(headed) - cover;
    const wordsAt = (near: AnswerUnit | undefined): Iterable<string> => (near ? within(near) : []);
    const withBefore = new Set([...headed, ...wordsAt(units[place - 1])]);
    const withAfter = new Set([...withBefore, ...wordsAt(units[place + 1])]);
    const before = share(withBefore) - heading - cover;
    const literal = new Set([...withBefore].filter((key) => !key.startsWith("~")));
    const alike = cover + heading + before - share(literal);
    const isNear = measured !== null && share(all) >= leastCover;
    if (cover + heading + before < leastCover && !isNear) return [];
    const times = unit.kind === "row" && years.length === 0 ? header : years;
    const isOtherYear =
      question.years.length > 0 &&
      times.length > 0 &&
      !question.years.some((year) => times.includes(year));
    // A row says nothing but its columns.
    if (isOtherYear && unit.kind === "row") return [];
    const { kind, pairs } = question;
    const has = kind !== "any" && holdsKind(kind, content, numbers, question);
    const group = groupOf[kind];
    const isMeasured = question.measures.size > 0 || question.counted.size > 0;
    const isCounted = counts(hit.text, words, unit, numbers, question);
    const figures = (hit.figures ?? []).filter(({ span }) => isOver(span, unit, hit));
    return [
      {
        hit: index,
        unit,
        missing: weighing.missing,
        lackingMeasure: isMeasured && measured === null && !isCounted ? 1 : 0,
        lacking: !has && (group === "figure" || group === "name") ? 1 : 0,
        features: {
          cover,
          heading,
          before,
          after: share(withAfter) - share(withBefore),
          around: share(new Set([...withAfter, ...all])) - share(withAfter),
          alike,
          pairs:
            pairs.size === 0
              ? 0
              : pairWeight(hit.text, words, unit, pairs, weightOf) / Math.max(1, whole),
          namesLacking:
            names.length === 0
              ? 0
              : names.filter((key) => !held.has(key) && !named.has(key)).length / names.length,
          hasFigure: has && group === "figure" ? 1 : 0,
          hasCount: isCounted ? 1 : 0,
          hasPlace: kind === "place" && namesPlace(content, question) ? 1 : 0,
          hasMeasure: measured !== null && measured !== "money" ? 1 : 0,
          hasMoney: measured === "money" ? 1 : 0,
          hasName: has && group === "name" ? 1 : 0,
          hasWording: has && group === "wording" ? 1 : 0,
          news: Math.min(1, news / muchNews),
          hasYear: question.years.some((year) => times.includes(year)) ? 1 : 0,
          otherYear: isOtherYear ? 1 : 0,
          score: best === 0 ? 0 : hit.score / best,
          rank: 1 / (1 + index),
          row: unit.kind === "row" ? 1 : 0,
          label: unit.kind === "row" ? labelShare(hit.text, unit, words) : 0,
          sureFigure: figures.some(({ sure }) => sure) ? 1 : 0,
          figure: Math.max(0, ...figures.map(({ score }) => score)),
        },
      },
    ];
  });
}

/** Whether one of the amounts is among the numbers of a text. */
function states(numbers: readonly NumberInText[], amounts: readonly string[]): boolean {
  const stated = valuesOf(numbers, "quantity");
  return amounts.some((amount) => stated.includes(amount));
}

function keysIn(text: string, keyOf: KeyOf): string[] {
  return [...text.matchAll(/[\p{L}\p{M}]+|\p{N}+/gu)].map(([found]) => keyOf(found));
}

/** Beginnings of agreements, which say who makes them and why, and no rule. */
const recital =
  /^(?:\W{0,3}(?:now,? )?(?:whereas|therefore|in consideration of)(?!\p{L})|this (?:\p{L}[\p{L}&/-]* ){0,6}agreement (?:\([^)]{1,40}\) )?(?:is |was )?(?:, )?(?:dated|made|entered|by and between|governs))/iu;

/** New words of a sentence that says much. */
const muchNews = 12;
/** The weight of a word that is also in the path. */
const inPath = 0.25;

function isOver(span: Span, unit: Span, { span: { start } }: SearchHit): boolean {
  return intersect(span, { start: unit.start + start, end: unit.end + start }) !== null;
}

/** Side by side as in the question: "net income", not "income, net". */
function pairWeight(
  text: string,
  words: readonly FoundWord[],
  unit: Span,
  pairs: ReadonlySet<string>,
  weightOf: (key: string) => number,
): number {
  const met = new Map<string, number>();
  words.forEach((word, index) => {
    const next = words[index + 1];
    if (!next || word.start < unit.start || next.end > unit.end) return;
    if (!isGap(text.slice(word.end, next.start))) return;
    const pair = `${plain(word.key)} ${plain(next.key)}`;
    if (pairs.has(pair)) met.set(pair, (weightOf(word.key) + weightOf(next.key)) / 2);
  });
  return [...met.values()].reduce((sum, weight) => sum + weight, 0);
}

function yearOf({ kind, readings }: NumberInText): readonly string[] {
  return kind === "year" ? [readings[0]?.value ?? ""] : [];
}

/** The share of a row's label that is in the question. */
function labelShare(text: string, { start, end }: Span, words: readonly FoundWord[]): number {
  const [label = ""] = text.slice(start, end).split("\t");
  const all = label.match(/[\p{L}\p{M}]+/gu)?.length ?? 0;
  const asked = words.filter(
    (word) => word.start >= start && word.end <= start + label.length,
  ).length;
  return all === 0 ? 0 : Math.min(1, asked / all);
}

/** True if a unit begins a document. */
function isFirst(unit: Span, { page, span }: SearchHit): boolean {
  return page === 1 && span.start + unit.start === 0;
}

/** Lines of a mail's or a memo's head. */
const head =
  /^(?:from|to|cc|date|sent|subject|re|von|an|datum|betreff|de|à|para|fecha|asunto|objet)\s*:/iu;
const caption = /^\s*(?:figure|fig\.|table|abbildung|abb\.|tabelle|tableau|figura|tabla)\s*\d/iu;
/** A line of a table of contents: dots, and the number of a page. */
const contents = /(?<!\.)\.{4,200}\s{0,9}\d{1,5}\s{0,9}$|(?:\s\.){4}/u;

/**
 * True if a text makes a statement: it is not a heading, question, caption, or line of a table of
 * contents.
 */
function isStatement(content: string): boolean {
  if (
    /[?？]["”’')\]]*$/u.test(content) ||
    caption.test(content) ||
    head.test(content) ||
    contents.test(content)
  )
    return false;
  const isShort = content.length < 80;
  const isTitle = isShort && !/[.!。！;:,]/u.test(content) && !/\p{N}/u.test(content);
  const isInCapitals = isShort && /\p{Lu}{4}/u.test(content) && !/\p{Ll}/u.test(content);
  return !isTitle && !isInCapitals && !/^#{1,6}\s/u.test(content);
}

/** A capitalised word behind another word. */
const nameInside = /(?<=[\p{L}\p{N},;:)”"’']\s{1,3}(?:["“„(]\s?)?)\p{Lu}[\p{L}\p{M}.’'-]{0,40}/gu;
/** Whether a text has the requested kind of thing, excluding what the question itself states. */
function holdsKind(
  kind: Exclude<AnswerKind, "any">,
  content: string,
  numbers: readonly NumberInText[],
  { keys }: ReadQuestion,
): boolean {
  // A number in the question itself is not an answer to it.
  const others = numbers.filter(
    ({ span }) => !keysOf(content.slice(span.start, span.end)).every((key) => keys.includes(key)),
  );
  switch (kind) {
    case "percent":
      return others.some(({ percent }) => percent);
    case "date":
      return (
        others.some(({ kind: sort }) => sort === "date" || sort === "year") ||
        [...content.matchAll(timeWords)].some(
          ([time]) => !keysOf(time).every((key) => keys.includes(key)),
        )
      );
    case "number":
      return (
        others.some(({ kind: sort, percent }) => sort === "quantity" && !percent) ||
        spelledAsNumbers(content).length > 0
      );
    case "definition":
      return defines(content, keys);
    case "rule":
      return saysRule.test(content);
    case "steps":
      return isInstruction(content);
    case "reason":
      return givesReason(content);
    default:
      return (
        [...content.matchAll(nameInside)].some(([name]) => !keys.includes(wordKey(name))) ||
        /^\p{Lu}\p{L}+ \p{Lu}/u.test(content)
      );
  }
}

/** A name behind "in", "at" or the like, or what is called a street. */
const placeName =
  /(?<!\p{L})(?:in|at|near|from|to|into|through|of|outside) (?:the )?(?:\p{Ll}{2,20} (?:of )?)?\p{Lu}[\p{L}’'-]{1,40}|(?<!\p{L})\p{Lu}\p{L}{1,40} (?:Street|Road|Avenue|Drive|Court|Lane|Square)/gu;

/** True if a text has the name of a place of which no word is in the question. */
function namesPlace(content: string, { keys }: ReadQuestion): boolean {
  return [...content.matchAll(placeName)].some(
    ([name]) => !keysOf(name).some((key) => key.length > 3 && keys.includes(key)),
  );
}

/** True if a number is right before a word that is to be counted, or two words before it. */
function counts(
  text: string,
  words: readonly FoundWord[],
  unit: Span,
  numbers: readonly NumberInText[],
  { counted }: ReadQuestion,
): boolean {
  if (counted.size === 0) return false;
  const content = text.slice(unit.start, unit.end);
  const ends = [...numbers, ...spelledAsNumbers(content)].map(({ span }) => unit.start + span.end);
  return words.some(
    ({ start, end, key }) =>
      start >= unit.start &&
      end <= unit.end &&
      counted.has(plain(key)) &&
      ends.some((at) => at <= start && /^[ -](?:\p{L}+[ -]){0,2}$/u.test(text.slice(at, start))),
  );
}

/** What a text has the measure of that is asked for, by a number that the question has not; null if nothing. */
function measureIn(
  content: string,
  numbers: readonly NumberInText[],
  { measures, keys }: ReadQuestion,
): Measure | null {
  if (measures.size === 0) return null;
  for (const number of [...numbers, ...spelledAsNumbers(content)]) {
    const measure = measureOf(unitOf(number, content));
    if (measure === null || !measures.has(measure)) continue;
    const { start, end } = number.span;
    if (!keysOf(content.slice(start, end)).every((key) => keys.includes(key))) return measure;
  }
  return null;
}

/** Years that are long past, and times of the day, the week and the century. */
const timeWords =
  /(?<![\p{L}\p{N}.,$€£])(?:1\d{3}|20\d\d)s?(?![\p{L}\p{N}%]|[.,]\p{N})|(?<!\p{L})(?:centur(?:y|ies)|jahrhunderts?|siècles?|siglos?|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|october|november|december)(?!\p{L})|(?<!\p{N})\p{N}{1,2}(?::\p{N}\p{N}|\s?[ap]\.?m)(?!\p{L})|\p{N}\s?(?:BCE?|AD|CE)(?!\p{L})/giu;

/** By what a kind of thing is recognised: digits and dates, capitals, or words. */
const groupOf: Readonly<Record<AnswerKind, "figure" | "name" | "wording" | null>> = {
  percent: "figure",
  date: "figure",
  number: "figure",
  person: "name",
  place: "name",
  reason: "wording",
  definition: "wording",
  rule: "wording",
  steps: "wording",
  any: null,
};

/** Words that say what may or must be. */
const saysRule =
  /(?<!\p{L})(?:shall|must|may|can(?:not)?|will|agrees?|required?|entitled|permit(?:s|ted)?|prohibit(?:s|ed)?|allow(?:s|ed)?|obliged?|obligat(?:ed|ions?)|forbidden|not|never|only|except|unless|includ(?:es?|ing)|means|darf|dürfen|muss|müssen|kann|können|nicht|nur|doit|doivent|peut|peuvent|sauf|debe[n]?|puede[n]?|salvo)(?!\p{L})/iu;

/** An order that begins a sentence, a step or what follows a condition: "Hold the pin", "To reset it, hold the pin". */
const order =
  /^(?:\(?\p{N}{1,2}[.)]\s)?(?:(?:to|if|when|before|after|once)\s[^,.;]{3,100},\s)?(?:then |first |please |do not |don['’]t |never |always )?(\p{L}{2,12})\s(?:the|an?|your|it|its|them|all|any|each|this|these|only|in|on|off|up|out|to|with|as|at|for|of|from|[`"“„]|\p{N})/iu;
/** First words of sentences that order nothing. */
const noOrder =
  /^(?:the|an?|this|that|these|those|it|he|she|they|we|you|i|in|on|at|by|for|from|of|with|without|under|over|as|if|when|while|since|because|and|or|but|so|not|no|all|some|many|most|each|both|either|one|there|here|more|up|to|is|are|was|were|has|had|\p{L}+(?:ed|ing|ly|[^s]s))$/iu;

/** True if a sentence says what to do. */
function isInstruction(content: string): boolean {
  const [, verb] = order.exec(content) ?? [];
  return verb !== undefined && !noOrder.test(verb);
}

const defining =
  /^(?:["“„(]?[\p{L}\p{M}\p{N}.()"“”„’'-]{1,40}\s+){1,8}?(?:is|are|was|were|means?|refers?|stands? for|ist|sind|bedeutet|heißt|bezeichnet|est|sont|signifie|désigne|es|son|significa)(?!\p{L})/iu;

/** True if a sentence starts with the subject of the question, and defines it. */
function defines(content: string, asked: readonly string[]): boolean {
  const beginning = defining.exec(content)?.[0];
  return (
    beginning !== undefined &&
    keysOf(beginning).some((key) => key.length > 2 && asked.includes(key))
  );
}
