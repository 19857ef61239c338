import { detectLanguage, isFunctionWord, type Language, wordsOf } from "../../core/index.js";
import {
  DescribedIndex,
  type DescribingText,
  type FindDescribed,
  type ReadRequest,
} from "../index/described-index.js";
import { Vocabulary } from "../index/vocabulary.js";
import { defaultRanking } from "../query/index-query.js";
import { parseQuery } from "../query/query-language.js";
import { toIndexQuery } from "../query/to-index-query.js";
import type { ExtractionGuide, NearGuide } from "./guide.js";

/**
 * The kinds of sources.
 *
 * - `document`, and its parts `table` and `text`; `collection`: many documents, here or published.
 * - `engine`: an index that is kept elsewhere. `tool`, `api`: something to call. `site`: web pages.
 */
export type SourceKind =
  | "document"
  | "table"
  | "text"
  | "collection"
  | "engine"
  | "tool"
  | "api"
  | "site";

/** What can be done with a source. */
export type SourceAbility = "search" | "read" | "grep" | "table" | "call";

/** A frequent word of a source, in its most frequent spelling. */
export interface SourceTerm {
  readonly word: string;
  readonly count: number;
}

/**
 * A summary of a source's content; see `describeSource`. Each list has the most significant first.
 */
export interface SourceDescription {
  readonly title: string;
  readonly headings: readonly string[];
  /** The column headings of its tables. */
  readonly heads: readonly string[];
  /** The labels of its tables' rows. */
  readonly labels: readonly string[];
  /** Years in its title, headings and column headings, or else in its text; ascending. */
  readonly years: readonly number[];
  readonly terms: readonly SourceTerm[];
}

/** Something that can be queried. */
export interface Source {
  /** Unique among the sources of a question; a document's is its id. */
  readonly id: string;
  readonly kind: SourceKind;
  readonly description: SourceDescription;
  /**
   * When its content was last fetched, in milliseconds since 1970; null if it is queried each time.
   */
  readonly refreshedAt: number | null;
  readonly abilities: readonly SourceAbility[];
  /** The guides that have not faded, best first. */
  readonly guides: readonly ExtractionGuide[];
}

/** The content that a description is made from. Missing parts are left out. */
export interface SourceContent {
  readonly title?: string | undefined;
  /** In document order. */
  readonly headings?: readonly string[] | undefined;
  readonly tables?: readonly ContentTable[] | undefined;
  /** Its texts, as far as they should be read; only the first 200,000 characters are used. */
  readonly texts?: Iterable<string> | undefined;
  /**
   * The share of all sources that contain a term, from 0 to 1, so that terms that distinguish this
   * one come first. By default, all terms count the same.
   */
  readonly sharedBy?: ((term: string) => number) | undefined;
}

/** The parts of a table that are used in a description. */
export interface ContentTable {
  readonly heads: readonly string[];
  readonly labels: readonly string[];
}

/** Maximum number of characters of a title, a heading, a head or a label; longer ones are cut. */
const longestName = 120;
const mostHeadings = 60;
const mostHeads = 60;
const mostLabels = 200;
const mostYears = 12;
const mostTerms = 120;
const longestText = 200_000;
/** Minimum number of letters in a significant word. */
const shortestTerm = 3;

/**
 * Describes a source by its content, without a model. The same content gives the same description,
 * with at most 60 headings and heads, 200 labels and 120 terms, and each name cut at 120
 * characters.
 */
export function describeSource({
  title = "",
  headings = [],
  tables = [],
  texts = [],
  sharedBy = () => 0,
}: SourceContent): SourceDescription {
  const read = textOf(texts);
  const heads = names(
    tables.flatMap((table) => table.heads),
    mostHeads,
  );
  const labels = names(
    tables.flatMap((table) => table.labels),
    mostLabels,
  );
  const name = names([title], 1)[0] ?? "";
  const isTitle = (heading: string): boolean => heading.toLowerCase() === name.toLowerCase();
  const listed = names(headings, mostHeadings).filter((heading) => !isTitle(heading));
  const named = yearsIn([name, ...listed, ...heads].join("\n"));
  const language = detectLanguage(read === "" ? [...listed, ...labels].join(". ") : read);
  return {
    ...{ title: name, headings: listed, heads, labels },
    years: named.length > 0 ? named : yearsIn(read),
    terms: termsIn(read, language, sharedBy),
  };
}

/**
 * A description as one line for a model or a person, with at most `limit` characters and the most
 * significant parts first.
 */
export function descriptionLine(description: SourceDescription, limit: number): string {
  const { title, headings, heads, labels, years, terms } = description;
  const parts = [
    title,
    yearText(years),
    list("about", headings),
    list("rows", labels),
    list("columns", heads),
    list(
      "words",
      terms.map(({ word }) => word),
    ),
  ];
  let line = "";
  for (const { name, items } of parts.flatMap((part) =>
    typeof part === "string" ? [{ name: "", items: [part] }] : [part],
  )) {
    const [first, ...rest] = items.filter((item) => item !== "");
    if (first === undefined) continue;
    let part = `${line === "" ? "" : "; "}${name === "" ? "" : `${name}: `}${first}`;
    if (line.length + part.length > limit) continue;
    for (const item of rest) {
      if (line.length + part.length + item.length + 2 > limit) break;
      part += `, ${item}`;
    }
    line += part;
  }
  return line === "" ? title.slice(0, limit) : line;
}

interface Part {
  readonly name: string;
  readonly items: readonly string[];
}

function list(name: string, items: readonly string[]): Part {
  return { name, items };
}

function yearText(years: readonly number[]): string {
  const [first, last] = [years[0], years.at(-1)];
  if (first === undefined || last === undefined) return "";
  return first === last ? `${first}` : `${first} to ${last}`;
}

function textOf(texts: Iterable<string>): string {
  let read = "";
  for (const text of texts) {
    read += `${text.slice(0, longestText - read.length)}\n`;
    if (read.length >= longestText) break;
  }
  return read.trim();
}

/** Distinct names, each on one line and cut. */
function names(texts: readonly string[], most: number): string[] {
  const seen = new Map<string, string>();
  for (const text of texts) {
    const name = text.replace(/\s+/gu, " ").trim().slice(0, longestName).trim();
    const key = name.toLowerCase();
    if (/\p{L}|\d{4}/u.test(name) && !seen.has(key)) seen.set(key, name);
    if (seen.size >= most) break;
  }
  return [...seen.values()];
}

function yearsIn(text: string): number[] {
  const years = new Set((text.match(/(?<![\d.,])(?:19|20)\d\d(?![\d,]|\.\d)/g) ?? []).map(Number));
  return [...years].sort((one, other) => one - other).slice(-mostYears);
}

/**
 * The most significant words: frequent ones that few other sources have. Equal ones are in order of
 * occurrence.
 */
function termsIn(
  text: string,
  language: Language,
  sharedBy: (term: string) => number,
): SourceTerm[] {
  const found = new Map<string, { count: number; forms: Map<string, number> }>();
  for (const { term, start, end } of wordsOf(text, language, "query")) {
    const word = text.slice(start, end);
    if (term.length < shortestTerm || !/\p{L}/u.test(word)) continue;
    if (isFunctionWord(word, language)) continue;
    const entry = found.get(term) ?? { count: 0, forms: new Map<string, number>() };
    found.set(term, entry);
    entry.count++;
    entry.forms.set(word, (entry.forms.get(word) ?? 0) + 1);
  }
  return [...found]
    .map(([term, { count, forms }]) => ({ count, forms, weight: count * (1 - sharedBy(term)) }))
    .sort((one, other) => other.weight - one.weight)
    .slice(0, mostTerms)
    .map(({ count, forms }) => ({ word: mostFrequent(forms), count }));
}

function mostFrequent(forms: ReadonlyMap<string, number>): string {
  let [best, most] = ["", 0];
  for (const [form, count] of forms) if (count > most) [best, most] = [form, count];
  return best;
}

/** Weight of a word by its position. */
const weights = { title: 3, heading: 2, head: 1, label: 1 } as const;
/**
 * Chosen on one half of TAT-QA's contexts; `npm run -s bench -- routing` measures on the other
 * half.
 */
const constants = {
  described: { k1: 0.7, b: 0.8, referenceLength: 150 },
  labelShare: 0.3,
  stems: true,
  clauses: true,
} as const;
/** The bonus for a guide that served the very same question, relative to the best description. */
export const guideShare = 0.3;
/** A second source is chosen if its score is at least this share of the best one's. */
const chosenShare = 0.9;
/** Maximum number of sources to choose. */
const mostChosen = 2;

/** A source that was found. */
export interface FoundSource {
  readonly id: string;
  /** Greater is better; the scores of one search can be compared with one another. */
  readonly score: number;
}

/** Finds sources by their descriptions, and by the questions that they have answered. */
export class SourceIndex {
  readonly #index: DescribedIndex = new DescribedIndex({ ...constants, read: readQuestion });

  /** Adds a source, replacing one with the same id. */
  add({ id, description }: Pick<Source, "id" | "description">): void {
    const { labels } = description;
    this.#index.add({ key: id, texts: textsOf(description), questions: [], labels });
  }

  /** Removes a source, if it exists. */
  remove(id: string): void {
    this.#index.remove(id);
  }

  /**
   * The best sources for a question, best first; see `DescribedIndex.find`.
   *
   * @param guides those that served a similar question; they raise the scores of their sources
   */
  find(question: string, options: FindDescribed, guides: readonly NearGuide[] = []): FoundSource[] {
    const found = this.#index.find(question, { ...options, limit: options.limit + guides.length });
    const scores = new Map(found.map(({ key, score }) => [key, score]));
    const gains = new Map<string, number>();
    for (const { guide, likeness } of guides) {
      const { source } = guide;
      gains.set(source, Math.max(gains.get(source) ?? 0, guideShare * likeness));
    }
    for (const [id, gain] of gains) {
      const score = scores.get(id);
      if (score !== undefined) scores.set(id, score + gain);
    }
    return [...scores]
      .map(([id, score]) => ({ id, score }))
      .sort((one, other) => other.score - one.score)
      .slice(0, options.limit);
  }
}

/**
 * The sources to query, from those found, best first: the best one, and a second if it fits nearly
 * as well.
 */
export function chosenSources(found: readonly FoundSource[]): readonly FoundSource[] {
  const least = chosenShare * (found[0]?.score ?? 0);
  return found.slice(0, mostChosen).filter(({ score }) => score >= least);
}

function textsOf(description: SourceDescription): DescribingText[] {
  const { title, headings, heads, labels, years, terms } = description;
  return [
    { text: title, times: weights.title },
    ...headings.map((text) => ({ text, times: weights.heading })),
    ...heads.map((text) => ({ text, times: weights.head })),
    ...labels.map((text) => ({ text, times: weights.label })),
    { text: years.join(" "), times: 1 },
    ...terms.map(({ word, count }) => ({ text: word, times: count })),
  ];
}

const nothing = new Vocabulary(() => []);

/**
 * Reads a question as in a search for documents: its words, everyday names for them, and labels of
 * rows.
 */
function readQuestion(text: string, languages: ReadonlySet<Language>): ReadRequest {
  const context = { languages, expand: () => [], vocabulary: nothing, ranking: defaultRanking };
  const { concepts, labels } = toIndexQuery(text, parseQuery(text), context).query;
  return { concepts, labels };
}
