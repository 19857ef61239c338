import { type AnswerUnit, answerUnits, fold, intersect, type Span } from "../../core/index.js";
import {
  type AnswerKind,
  extremeIn,
  givesReason,
  isFormOf,
  isGap,
  wordKey as keyOfWord,
  keysOf,
  type Measure,
  measureOf,
  type NumberInText,
  numbersIn,
  type ReadQuestion,
  saysNot,
  spelledAsNumbers,
  unitOf,
  valuesOf,
} from "../../figures/index.js";
import type { SearchHit, SearchResponse } from "../../search/index.js";

/** The features of a sentence or row that may answer a question. */
export interface AnswerFeatures {
  /** Share of the weight of the question's words that the unit contains. */
  readonly cover: number;
  /** Share of the weight that the heading, or a question or title right before the unit, adds. */
  readonly heading: number;
  /** Share of the weight that the sentence before adds. */
  readonly before: number;
  /** Share of the weight that the sentence after adds. */
  readonly after: number;
  /** Share of the weight that the rest of the passage adds. */
  readonly around: number;
  /** The part of `cover`, `heading` and `before` that only words with similar meanings make up. */
  readonly alike: number;
  /** Weighted share of the question's adjacent word pairs that are also adjacent in the unit. */
  readonly pairs: number;
  /** Share of the question's names that no passage of the unit's document contains. */
  readonly namesLacking: number;
  /** 1 if the question asks for a percentage, a date or a number, and the unit has one, else 0. */
  readonly hasFigure: number;
  /** 1 if the unit counts what the question asks to count: "46 beds" for "how many beds". */
  readonly hasCount: number;
  /** 1 if a place is asked for, and the unit has a new name after a preposition of place. */
  readonly hasPlace: number;
  /** 1 if a number has a unit of the measure asked for: "4.5 hours" for "how long". */
  readonly hasMeasure: number;
  /** The same for money. */
  readonly hasMoney: number;
  /** The same for persons and places. */
  readonly hasName: number;
  /** The same for reasons, definitions, rules and steps, recognised by words such as "because". */
  readonly hasWording: number;
  /** How much the unit says that the question does not, from 0 to 1. */
  readonly news: number;
  /** 1 if the unit contains a year of the question, else 0. */
  readonly hasYear: number;
  readonly otherYear: number;
  /** The passage's score relative to the best one. */
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
  /** Weighted share of the question's words that no document contains. */
  readonly missing: number;
  /** 1 if a number, a date, a person or a place is asked for and the unit has none. */
  readonly lacking: number;
  /** 1 if a measure or a count is asked for and the unit has none. */
  readonly lackingMeasure: number;
}

/**
 * Minimum share of the weight that a unit and what precedes it must have, or the whole passage if
 * the unit has the measure asked for.
 */
const leastCover = 0.12;
/** Maximum weight of a word, because a rare word may be rare by chance. */
const heaviest = 2.5;

/** Share of its weight that a word of the question keeps if only a similar word is found. */
const alikeShare = 0.5;

/** A word of the question, in a passage's text. */
interface FoundWord extends Span {
  readonly key: string;
}

/** The words of a question with their weights. */
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
  const quoted = question.quoted.filter((phrase) =>
    response.hits.some(({ text }) => fold(text).includes(phrase)),
  );
  const { roleHolder } = question;
  const saysRole = roleHolder && response.hits.some(({ text }) => roleHolder.test(text));
  return response.hits.flatMap((hit, index) =>
    unitsOf(hit, index, {
      roleHolder: saysRole ? roleHolder : null,
      words: words[index] ?? [],
      keyOf,
      ...{ weighing, best, quoted },
      about: response.about,
      held: held.get(hit.document),
    }),
  );
}

/** Returns the key of a word. Words similar to one of the question get a key made from that one. */
type KeyOf = (word: string) => string;

function keysWith({ alike = [], hits }: SearchResponse, { keys, names }: ReadQuestion): KeyOf {
  // Words of another language, and irregular endings, are found in other forms only.
  const found = new Set(
    hits.flatMap(({ text, span, marks }) =>
      marks.map(({ start, end }) => keyOfWord(text.slice(start - span.start, end - span.start))),
    ),
  );
  const unfound = keys.filter((key) => !found.has(key) && !names.has(key));
  const wordKey = (word: string): string => askedForm(keyOfWord(word), unfound);
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

/** Maximum letters of an ending that keys of a word's forms may differ in. */
const longestEnding = 1;

/** The key of the question's word of which another key is a form: "adult" of "adulte"; else itself. */
function askedForm(key: string, keys: readonly string[]): string {
  return keys.find((other) => isFormOf(key, other, longestEnding)) ?? key;
}

/** The key of words with a meaning similar to that of the question's word with this key. */
function alikeTo(key: string): string {
  return `~${key}`;
}

/** The key of the question's word that a key stands for. */
function plain(key: string): string {
  return key.startsWith("~") ? key.slice(1) : key;
}

/** The question's words, and similar ones, in the order of a hit's text. */
function wordsOf({ text, span, marks }: SearchHit, keyOf: KeyOf): readonly FoundWord[] {
  return marks.map((mark) => {
    const [start, end] = [mark.start - span.start, mark.end - span.start];
    return { start, end, key: keyOf(text.slice(start, end)) };
  });
}

/** Weighs words: the fewer hits contain a word, the more it counts. */
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
    // These may be other spellings of a word of the question, such as an abbreviation.
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

/** For each document, the keys of the words that its passages, headings and path contain. */
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
  /** The question's phrases in quotation marks that any passage contains. */
  readonly quoted: readonly string[];
  /** Pattern of a text that says who has the role asked for, if any passage does. */
  readonly roleHolder: RegExp | null;
  readonly about: SearchResponse["about"];
  readonly held: ReadonlySet<string> | undefined;
}

function unitsOf(hit: SearchHit, index: number, scope: Scope): readonly Candidate[] {
  const { words, keyOf, weighing, best, quoted, about, held = new Set() } = scope;
  const { question } = weighing;
  // Words of the document's name do not help to find a place in it.
  const isAbout = about?.documents.some(({ document }) => document === hit.document);
  // A question about one of several named subjects is not answered by the others' documents.
  if (isAbout === false) return [];
  const whom = new Set(keysOf(isAbout ? `${hit.path} ${about?.name}` : hit.path));
  // Words that only name the document do not help either: "In the agreement with Acme".
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
    // For "at 18 °C": a sentence about 24 °C next to one about 18 °C is not the answer.
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
    // The longest is not answered by the shortest.
    if (question.extreme !== null && unit.kind === "sentence") {
      const extreme = extremeIn(content);
      if (extreme !== null && extreme !== question.extreme) return [];
    }
    if (unit.kind === "row") {
      if (isTableHead(units, place, hit.text)) return [];
      // The same label twice: tables stand side by side, and it is unclear whose numbers these are.
      const labels = content
        .split("\t")
        .filter((cell) => /\p{L}{3}/u.test(cell) && !/\p{N}/u.test(cell));
      const isDouble = new Set(labels).size < labels.length;
      if (isDouble && groupOf[question.kind] === "figure") return [];
      // Cells of numbers and labels give no reason.
      if (question.kind === "reason" && !hasProse(content)) return [];
    }
    const next = units[place + 1];
    const isOnLine = next !== undefined && !/\n/u.test(hit.text.slice(unit.end, next.start));
    const beginsLine = unit.start === 0 || hit.text[unit.start - 1] === "\n";
    const isRunIn = beginsLine && isOnLine && isRunInHeading(content);
    if (unit.kind === "sentence" && (isEmpty || isTitle || isRunIn || !isStatement(content))) {
      titles = unitTerms;
      return [];
    }
    const lead = titles;
    titles = new Set();
    const measured = measureIn(content, numbers, question);
    if (question.contact && !question.contact.test(content)) return [];
    if (scope.roleHolder && !scope.roleHolder.test(content)) return [];
    const previous = units[place - 1];
    if (question.isNegated) {
      const before = previous ? hit.text.slice(previous.start, previous.end) : "";
      const leads = /:$/u.test(before) || !isStatement(before) ? before : "";
      if (!saysNot(`${hit.heading ?? ""}\n${leads}\n${content}`)) return [];
    }
    if (quoted.length > 0) {
      const to = units[place + 1]?.end ?? unit.end;
      const near = fold(hit.text.slice(previous?.start ?? unit.start, to));
      if (!quoted.some((phrase) => near.includes(phrase))) return [];
    }
    // A price must be an amount of money, but a row's currency may be stated elsewhere.
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
    // A row is only about its own columns.
    if (isOtherYear && unit.kind === "row") return [];
    const { kind, pairs } = question;
    const has = kind !== "any" && holdsKind(kind, content, numbers, question);
    // A sentence without any number names no time, but a row's may be in its head.
    const isUndated = kind === "date" && !has && numbers.length === 0;
    if (isUndated && unit.kind === "sentence" && !duration.test(content)) return [];
    const group = groupOf[kind];
    const isMeasured = question.measures.size > 0 || question.counted.size > 0;
    const isCounted = counts(hit.text, words, unit, numbers, question);
    // A sentence below a heading with the question's words is no rule by that alone.
    if (kind === "rule" && !has && unitTerms.size === 0) return [];
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

/** Maximum rows that name the columns of a table. */
const mostHeads = 3;

/** True if a row is one of the first of a table, which have only words, before rows with numbers. */
function isTableHead(units: readonly AnswerUnit[], place: number, text: string): boolean {
  const cellsAt = (at: number): readonly string[] | null => {
    const unit = units[at];
    return unit?.kind === "row" ? text.slice(unit.start, unit.end).split("\t") : null;
  };
  const cells = cellsAt(place) ?? [];
  if (cells.length < 2 || !cells.every((cell) => /\p{L}/u.test(cell))) return false;
  let first = place;
  while (cellsAt(first - 1)) first--;
  const end = first + mostHeads + 1;
  for (let at = first; at < end; at++) {
    const row = cellsAt(at);
    if (!row) return false;
    if (row.some(isFigure)) return at > place;
  }
  return false;
}

/** True if a cell is a number. */
function isFigure(cell: string): boolean {
  return /\p{N}/u.test(cell) && !/\p{L}{2}/u.test(cell);
}

/** Minimum words of a cell that may be a sentence. */
const fewestWords = 5;

/** True if a cell of a row may be a sentence. */
function hasProse(row: string): boolean {
  return row.split("\t").some((cell) => (cell.match(/\p{L}{2,}/gu)?.length ?? 0) >= fewestWords);
}

/** Whether one of the amounts is among the numbers of a text. */
function states(numbers: readonly NumberInText[], amounts: readonly string[]): boolean {
  const stated = valuesOf(numbers, "quantity");
  return amounts.some((amount) => stated.includes(amount));
}

function keysIn(text: string, keyOf: KeyOf): string[] {
  return [...text.matchAll(/[\p{L}\p{M}]+|\p{N}+/gu)].map(([found]) => keyOf(found));
}

/** Beginnings of agreements, which say who makes them and why, but state no rule. */
const recital =
  /^(?:\W{0,3}(?:now,? )?(?:whereas|therefore|in consideration of)(?!\p{L})|this (?:\p{L}[\p{L}&/-]* ){0,6}agreement(?: \([^)]{1,40}\))?(?: is| was|,)? (?:dated|made|entered|by and between|governs))/iu;

/** Number of new words from which a sentence counts as saying much. */
const muchNews = 12;
/** Factor for a word that is also in the path. */
const inPath = 0.25;

function isOver(span: Span, unit: Span, { span: { start } }: SearchHit): boolean {
  return intersect(span, { start: unit.start + start, end: unit.end + start }) !== null;
}

/** The weight of pairs that are adjacent as in the question: "net income", not "income, net". */
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

/** The share of a row's label that the question contains. */
function labelShare(text: string, { start, end }: Span, words: readonly FoundWord[]): number {
  const [label = ""] = text.slice(start, end).split("\t");
  const all = label.match(/[\p{L}\p{M}]+/gu)?.length ?? 0;
  const asked = words.filter(
    (word) => word.start >= start && word.end <= start + label.length,
  ).length;
  return all === 0 ? 0 : Math.min(1, asked / all);
}

/** True if a unit is at the beginning of a document. */
function isFirst(unit: Span, { page, span }: SearchHit): boolean {
  return page === 1 && span.start + unit.start === 0;
}

/** Header lines of a mail or memo. */
const head =
  /^(?:from|to|cc|date|sent|subject|re|von|an|datum|betreff|de|à|para|fecha|asunto|objet)\s*:/iu;
const caption = /^\s*(?:figure|fig\.|table|abbildung|abb\.|tabelle|tableau|figura|tabla)\s*\d/iu;
/** A heading in the form of a clause: "What we do not cover." */
const clauseHeading = /^(?:what|how|where|when|who|why) [^.?!,;:]{2,60}[.:]$/iu;
/** A line of a table of contents: dots and a page number. */
const contents = /(?<!\.)\.{4,200}\s{0,9}\d{1,5}\s{0,9}$|(?:\s\.){4}/u;

/**
 * True if a text makes a statement: it is not a heading, question, caption, or line of a table of
 * contents.
 */
export function isStatement(content: string): boolean {
  if (
    /[?？]["”’')\]]*$/u.test(content) ||
    caption.test(content) ||
    head.test(content) ||
    clauseHeading.test(content) ||
    contents.test(content)
  )
    return false;
  const isShort = content.length < 80;
  const isTitle = isShort && !/[.!。！;:,]/u.test(content) && !/\p{N}/u.test(content);
  const isInCapitals = isShort && /\p{Lu}{4}/u.test(content) && !/\p{Ll}/u.test(content);
  return !isTitle && !isInCapitals && !/^#{1,6}\s/u.test(content);
}

/** Maximum words of a heading on the line of its text. */
const mostWords = 4;
/** Words of short sentences, which are no headings. */
const saying =
  /^(?:all|note|no|yes)(?!\p{L})|(?<!\p{L})(?:I|s?he|it|we|you|they|this|that|these|those|there|is|are|was|were|has|have|had|do|does|did|will|can|may|must|shall)(?!\p{L})/iu;

/** True if a text may be a heading on the line of its text: "8. Loss of keys." */
export function isRunInHeading(content: string): boolean {
  const [, words = ""] =
    /^(?:\(?\p{N}{1,2}(?:\.\p{N}{1,2})*[.)]? )?(\p{Lu}[\p{L}\p{N}’' -]{1,50})[.:]$/u.exec(
      content,
    ) ?? [];
  return words !== "" && words.split(" ").length <= mostWords && !saying.test(words);
}

/** A capitalised word after another word. */
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
        [...content.matchAll(nameInside)].some(([name]) => !keys.includes(keyOfWord(name))) ||
        /^\p{Lu}\p{L}+ \p{Lu}/u.test(content)
      );
  }
}

/** A name after a preposition such as "in" or "at", or the name of a street. */
const placeName =
  /(?<!\p{L})(?:in|at|near|from|to|into|through|of|outside) (?:the )?(?:\p{Ll}{2,20} (?:of )?)?\p{Lu}[\p{L}’'-]{1,40}|(?<!\p{L})\p{Lu}\p{L}{1,40} (?:Street|Road|Avenue|Drive|Court|Lane|Square)/gu;

/** True if a text names a place with no word of the question in it. */
function namesPlace(content: string, { keys }: ReadQuestion): boolean {
  return [...content.matchAll(placeName)].some(
    ([name]) => !keysOf(name).some((key) => key.length > 3 && keys.includes(key)),
  );
}

/** True if a number is one to three words before what is to be counted. */
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

/** The measure asked for of which a text has a number that is not in the question; null if none. */
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

/** Words for times that are not dates: "last week", "shortly before the war". */
const duration =
  /(?<!\p{L})(?:years?|months?|weeks?|days?|hours?|minutes?|decades?|today|tomorrow|yesterday|tonight|morning|afternoon|evening|night|spring|summer|autumn|winter|since|until|after|before|during|when|once|while|end|beginning|start|time|era|period|age|jahre?n?|monate?n?|wochen?|tage?n?|stunden?|heute|morgen|gestern|seit|bis|nach|vor|während|ans?|années?|mois|semaines?|jours?|heures?|depuis|après|avant|pendant|años?|mes(?:es)?|semanas?|días?|horas?|desde|hasta|después|antes|durante)(?!\p{L})/iu;

/** Years from 1000 on, and times of the day, the week and the century. */
const timeWords =
  /(?<![\p{L}\p{N}.,$€£])(?:1\d{3}|20\d\d)s?(?![\p{L}\p{N}%]|[.,]\p{N})|(?<!\p{L})(?:centur(?:y|ies)|jahrhunderts?|siècles?|siglos?|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|october|november|december)(?!\p{L})|(?<!\p{N})\p{N}{1,2}(?::\p{N}\p{N}|\s?[ap]\.?m)(?!\p{L})|\p{N}\s?(?:BCE?|AD|CE)(?!\p{L})/giu;

/** What identifies each kind of answer: digits and dates, capitals, or words. */
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

/** Words that say what is allowed or required. */
const saysRule =
  /(?<!\p{L})(?:shall|must|may|can(?:not)?|will|agrees?|required?|needs?|ha(?:s|ve) to|entitled|permit(?:s|ted)?|prohibit(?:s|ed)?|allow(?:s|ed)?|obliged?|obligat(?:ed|ions?)|forbidden|not|never|only|except|unless|includ(?:es?|ing)|means|darf|dürfen|muss|müssen|kann|können|nicht|nur|doit|doivent|peut|peuvent|sauf|debe[n]?|puede[n]?|salvo)(?!\p{L})/iu;

/** An order at the start of a sentence or step, or after a condition: "If red, hold the pin". */
const order =
  /^(?:\(?\p{N}{1,2}[.)]\s)?(?:(?:to|if|when|before|after|once)\s[^,.;]{3,100},\s)?(?:then |first |please |do not |don['’]t |never |always )?(\p{L}{2,12})\s(?:the|an?|your|it|its|them|all|any|each|this|these|only|in|on|off|up|out|to|with|as|at|for|of|from|[`"“„]|\p{N})/iu;
/** First words of sentences that are not orders. */
const noOrder =
  /^(?:the|an?|this|that|these|those|it|he|she|they|we|you|i|in|on|at|by|for|from|of|with|without|under|over|as|if|when|while|since|because|and|or|but|so|not|no|all|some|many|most|each|both|either|one|there|here|more|up|to|is|are|was|were|has|had|\p{L}+(?:ed|ing|ly|[^s]s))$/iu;

/** True if a sentence says what to do. */
function isInstruction(content: string): boolean {
  const [, verb] = order.exec(content) ?? [];
  return verb !== undefined && !noOrder.test(verb);
}

const defining =
  /^(?:["“„(]?[\p{L}\p{M}\p{N}.()"“”„’'-]{1,40}\s+){1,8}?(?:is|are|was|were|means?|refers?|stands? for|ist|sind|bedeutet|heißt|bezeichnet|est|sont|signifie|désigne|es|son|significa)(?!\p{L})/iu;

/** True if a sentence starts with the subject of the question and defines it. */
function defines(content: string, asked: readonly string[]): boolean {
  const beginning = defining.exec(content)?.[0];
  return (
    beginning !== undefined &&
    keysOf(beginning).some((key) => key.length > 2 && asked.includes(key))
  );
}
