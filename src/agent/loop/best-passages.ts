import { type AnswerUnit, answerUnits } from "../../core/answer-units.js";
import { type NumberInText, numbersIn } from "../../core/numbers/find-numbers.js";
import { intersect, type Span } from "../../core/page.js";
import type { SearchHit, SearchResponse } from "../../search/api.js";
import type { BestPassage } from "../answer.js";

/** At most so many sentences or rows of a passage are marked. */
const maxMarked = 2;
/** What a sentence must reach of the best one of all passages, and of its own passage. */
const shareOfBest = 0.6;
const shareOfPassage = 0.8;
/** What a sentence must have of the weight of the question's words that were found. */
const minCoverage = 0.4;
/** No word weighs more: a rare one may be rare by chance. */
const heaviest = 2;

/** A word of the question, in a passage's text. */
interface FoundWord extends Span {
  readonly key: string;
}

interface ScoredUnit {
  readonly unit: AnswerUnit;
  readonly score: number;
}

/**
 * The first `limit` passages of a search, with the sentences or table rows marked that most likely
 * carry the answer: at most two a passage, none where none is likely. Where the search has looked for
 * a figure, and the question asks for one, only what surely holds it is marked. Else a sentence
 * counts by the question's words in it, rare ones more, by words that stand side by side as in the
 * question, and by whether it has the kind of number that is asked for; a table row also by the
 * years above it.
 */
export function bestPassages(
  response: SearchResponse,
  question: string,
  limit: number,
): BestPassage[] {
  // Sources are not looked through for figures.
  const isLooked = response.asksFigure === true || response.hits.some(isSure);
  const read = readQuestion(question);
  const words = response.hits.map(wordsOf);
  const weights = weightsOf(words, read);
  const scored = response.hits
    .slice(0, Math.max(0, limit))
    .map((hit, index) => scoreUnits(hit, { words: words[index] ?? [], weights, question: read }));
  const best = Math.max(0, ...scored.flat().map(({ score }) => score));
  return scored.flatMap((units, index) => {
    const hit = response.hits[index];
    if (!hit) return [];
    const marked = isLooked && !hit.from ? sureFigures(hit) : markedOf(units, best);
    return [{ ...passageOf(hit), marked }];
  });
}

function isSure({ figures = [] }: SearchHit): boolean {
  return figures.some(({ sure }) => sure);
}

/** Where the figure asked for surely stands in a passage. */
function sureFigures({ figures = [], span }: SearchHit): readonly Span[] {
  return figures.flatMap((figure) => {
    const inside = figure.sure ? intersect(figure.span, span) : null;
    return inside ? [{ start: inside.start - span.start, end: inside.end - span.start }] : [];
  });
}

function passageOf(hit: SearchHit): Omit<BestPassage, "marked"> {
  const { id, document, path, page, pageLabel, pageUnit, heading, span, text, marks, score } = hit;
  return {
    evidence: id,
    document,
    path,
    page,
    pageLabel,
    pageUnit,
    ...(hit.recognised ? { recognised: true } : {}),
    ...(hit.from ? { from: hit.from } : {}),
    heading,
    span,
    text,
    marks,
    score,
  };
}

/** The question's words in a hit's text, in order. */
function wordsOf({ text, span, marks }: SearchHit): readonly FoundWord[] {
  return marks.map((mark) => {
    const [start, end] = [mark.start - span.start, mark.end - span.start];
    return { start, end, key: wordKey(text.slice(start, end)) };
  });
}

/** Words count the more the fewer of the hits have them; those of the question only. */
function weightsOf(
  hits: readonly (readonly FoundWord[])[],
  question: ReadQuestion,
): ReadonlyMap<string, number> {
  const holders = new Map<string, number>();
  for (const words of hits) {
    for (const key of new Set(words.map((word) => word.key))) {
      holders.set(key, (holders.get(key) ?? 0) + 1);
    }
  }
  const asked = new Set(question.keys);
  const weights = new Map<string, number>();
  for (const [key, count] of holders) {
    const weight = Math.min(heaviest, Math.log(1 + hits.length / count));
    // What is found for a word of the question but written otherwise, such as an abbreviation.
    weights.set(key, asked.has(key) ? weight : weight / 2);
  }
  return weights;
}

interface Scoring {
  readonly words: readonly FoundWord[];
  readonly weights: ReadonlyMap<string, number>;
  readonly question: ReadQuestion;
}

function scoreUnits(hit: SearchHit, scoring: Scoring): readonly ScoredUnit[] {
  const { question } = scoring;
  // Words of the document's name say nothing about a place in it.
  const named = new Set([...hit.path.matchAll(/\p{L}+/gu)].map(([word]) => wordKey(word)));
  const weightOf = (key: string): number =>
    named.has(key) || question.years.includes(key) ? 0 : (scoring.weights.get(key) ?? 0);
  const present = [...new Set(question.keys)].filter((key) => weightOf(key) > 0);
  const whole = present.reduce((sum, key) => sum + weightOf(key), 0);
  const minWords = present.length >= 3 ? 2 : 1;
  let header: readonly string[] = [];
  return answerUnits(hit.text).flatMap((unit) => {
    const content = hit.text.slice(unit.start, unit.end);
    const numbers = numbersIn(content);
    const years = numbers.flatMap(yearOf);
    if (unit.kind === "row" && !numbers.some(({ kind }) => kind === "quantity")) {
      if (years.length > 0) header = years;
      return [];
    }
    const words = scoring.words.filter(({ start, end }) => start >= unit.start && end <= unit.end);
    const keys = [...new Set(words.map(({ key }) => key))].filter((key) => weightOf(key) > 0);
    const covered = keys.reduce((sum, key) => sum + weightOf(key), 0);
    if (keys.length < minWords || covered < minCoverage * whole) return [];
    if (unit.kind === "sentence" && isTitle(content)) return [];
    const score =
      (covered + pairWeight(hit.text, words, question, weightOf)) *
      yearFactor(question.years, unit.kind === "row" && years.length === 0 ? header : years) *
      (unit.kind === "row" ? rowFactor(hit.text, unit, words) : kindFactor(question, numbers));
    return [{ unit, score }];
  });
}

/** Side by side as in the question: "net income", not "income, net". */
function pairWeight(
  text: string,
  words: readonly FoundWord[],
  { pairs }: ReadQuestion,
  weightOf: (key: string) => number,
): number {
  const met = new Map<string, number>();
  words.forEach((word, index) => {
    const next = words[index + 1];
    if (!next || !isGap(text.slice(word.end, next.start))) return;
    const pair = `${word.key} ${next.key}`;
    if (pairs.has(pair)) met.set(pair, (weightOf(word.key) + weightOf(next.key)) / 2);
  });
  return [...met.values()].reduce((sum, weight) => sum + weight, 0);
}

function yearOf({ kind, readings }: NumberInText): readonly string[] {
  return kind === "year" ? [readings[0]?.value ?? ""] : [];
}

function yearFactor(asked: readonly string[], found: readonly string[]): number {
  if (asked.length === 0 || found.length === 0) return 1;
  return asked.some((year) => found.includes(year)) ? 1.3 : 0.6;
}

/** A row whose label says nothing but what is asked for is the likeliest. */
function rowFactor(text: string, { start, end }: Span, words: readonly FoundWord[]): number {
  const [label = ""] = text.slice(start, end).split("\t");
  const all = label.match(/[\p{L}\p{M}]+/gu)?.length ?? 0;
  const asked = words.filter((word) => word.end <= start + label.length).length;
  return all === 0 ? 0.5 : 0.7 + 0.7 * Math.min(1, asked / all);
}

function kindFactor({ kind }: ReadQuestion, numbers: readonly NumberInText[]): number {
  if (kind === "any") return 1;
  return hasKind(numbers, kind) ? 1.3 : 0.7;
}

/** A heading names things and says nothing about them. */
function isTitle(content: string): boolean {
  return !/[.!?。！？;:,]/u.test(content) && !/\p{N}/u.test(content) && content.length < 80;
}

function markedOf(units: readonly ScoredUnit[], best: number): readonly Span[] {
  const own = Math.max(0, ...units.map(({ score }) => score));
  return units
    .filter(({ score }) => score >= shareOfBest * best && score >= shareOfPassage * own)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxMarked)
    .sort((a, b) => a.unit.start - b.unit.start)
    .map(({ unit: { start, end } }) => ({ start, end }));
}

/** What kind of thing would answer a question, as far as its words tell. */
export type AnswerKind = "percent" | "date" | "number" | "any";

/** A question, as passages are looked through for its answer. */
export interface ReadQuestion {
  readonly kind: AnswerKind;
  /** Keys of its words, in order. */
  readonly keys: readonly string[];
  /** Keys of words that stand side by side in it, joined by a space. */
  readonly pairs: ReadonlySet<string>;
  readonly years: readonly string[];
}

/** Words that ask for a kind of thing, in English, German, French and Spanish. */
const asksFor: readonly (readonly [RegExp, AnswerKind])[] = [
  [
    /%|(?<!\p{L})(?:percent|percentage|per cent|prozent|pour cent|por ciento|rate|ratio|margin|quote|taux|tasa)(?!\p{L})/iu,
    "percent",
  ],
  [
    /(?<!\p{L})(?:when|wann|quand|cuándo|(?:what|which) (?:year|date|day|month))(?!\p{L})/iu,
    "date",
  ],
  [
    /(?<!\p{L})(?:how (?:much|many|long|large|high|old|far|big)|number|amount|total|wie ?viele?|wie (?:lange|hoch|groß|alt)|combien|cuánt[oa]s?|montant|importe|betrag|anzahl)(?!\p{L})/iu,
    "number",
  ],
];

/** Reads a question. */
function readQuestion(question: string): ReadQuestion {
  const kind = asksFor.find(([words]) => words.test(question))?.[1] ?? "any";
  // "many" of "how many" is not looked for in an answer; "margin" is.
  const rest =
    kind === "number" || kind === "date"
      ? asksFor.reduce((text, [words]) => text.replace(words, blank), question)
      : question;
  const words = [...rest.matchAll(/[\p{L}\p{M}]+|\p{N}+/gu)];
  const keys = words.map(([word]) => wordKey(word));
  const pairs = new Set<string>();
  words.forEach((word, index) => {
    const next = words[index + 1];
    const between = next && rest.slice(word.index + word[0].length, next.index);
    if (between !== undefined && isGap(between)) pairs.add(`${keys[index]} ${keys[index + 1]}`);
  });
  const years = numbersIn(question).flatMap(({ kind: sort, readings }) =>
    sort === "year" ? [readings[0]?.value ?? ""] : [],
  );
  return { kind, keys, pairs, years };
}

function blank(asking: string): string {
  return ".".repeat(asking.length);
}

/** Whether only a space or a hyphen stands between two words. */
function isGap(between: string): boolean {
  return /^(?:\s+|[-‐‑–])$/.test(between);
}

/** What forms of a word have in common: its first letters, without accents and case. */
function wordKey(word: string): string {
  const plain = word
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  return plain.replace(/(?<=\p{L}{3})(?:e?s|ed|ing)$/u, "").slice(0, 6);
}

/** Whether one of some numbers is of a kind. */
function hasKind(numbers: readonly NumberInText[], kind: AnswerKind): boolean {
  if (kind === "any") return true;
  return numbers.some((number) => {
    if (kind === "percent") return number.percent;
    if (kind === "date") return number.kind === "date" || number.kind === "year";
    return number.kind === "quantity";
  });
}
