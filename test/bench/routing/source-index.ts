import { detectLanguage, isFunctionWord, type Language, wordsOf } from "../../../src/core/index.js";
import {
  DescribedIndex,
  type DescribingText,
  type FindDescribed,
  type ReadRequest,
} from "../../../src/search/index/described-index.js";
import { Vocabulary } from "../../../src/search/index/vocabulary.js";
import { defaultRanking } from "../../../src/search/query/index-query.js";
import { parseQuery } from "../../../src/search/query/query-language.js";
import { toIndexQuery } from "../../../src/search/query/to-index-query.js";
import { distinctNames, yearsIn } from "../../../src/search/source-knowledge/describe-source.js";
import { guideShare, type NearGuide } from "../../../src/search/source-knowledge/guide.js";

/** A frequent word of a source, in its most frequent spelling. */
export interface SourceTerm {
  readonly word: string;
  readonly count: number;
}

/**
 * A summary of a source's content; see `describeSource`. Each list has the most significant first.
 */
export interface SourceDescription {
  /** The column headings of its tables. */
  readonly heads: readonly string[];
  /** The labels of its tables' rows. */
  readonly labels: readonly string[];
  /** Years in its column headings, or else in its text; ascending. */
  readonly years: readonly number[];
  readonly terms: readonly SourceTerm[];
}

/** The content that a description is made from. Missing parts are left out. */
export interface SourceContent {
  readonly tables?: readonly ContentTable[] | undefined;
  /** Its texts, as far as they should be read; only the first 200,000 characters are used. */
  readonly texts?: Iterable<string> | undefined;
}

/** The parts of a table that are used in a description. */
export interface ContentTable {
  readonly heads: readonly string[];
  readonly labels: readonly string[];
}

const mostHeads = 60;
const mostLabels = 200;
const mostTerms = 120;
const longestText = 200_000;
/** Minimum number of letters in a significant word. */
const shortestTerm = 3;

/**
 * Describes a source by its content, without a model. The same content gives the same description,
 * with at most 60 heads, 200 labels and 120 terms, and each name cut at 120 characters.
 */
export function describeSource({ tables = [], texts = [] }: SourceContent): SourceDescription {
  const read = textOf(texts);
  const heads = distinctNames(
    tables.flatMap((table) => table.heads),
    mostHeads,
  );
  const labels = distinctNames(
    tables.flatMap((table) => table.labels),
    mostLabels,
  );
  const named = yearsIn(heads.join("\n"));
  const language = detectLanguage(read === "" ? labels.join(". ") : read);
  return {
    ...{ heads, labels },
    years: named.length > 0 ? named : yearsIn(read),
    terms: termsIn(read, language),
  };
}

function textOf(texts: Iterable<string>): string {
  let read = "";
  for (const text of texts) {
    read += `${text.slice(0, longestText - read.length)}\n`;
    if (read.length >= longestText) break;
  }
  return read.trim();
}

/** The most frequent words. Equally frequent ones are in order of occurrence. */
function termsIn(text: string, language: Language): SourceTerm[] {
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
  return [...found.values()]
    .sort((one, other) => other.count - one.count)
    .slice(0, mostTerms)
    .map(({ count, forms }) => ({ word: mostFrequent(forms), count }));
}

function mostFrequent(forms: ReadonlyMap<string, number>): string {
  let [best, most] = ["", 0];
  for (const [form, count] of forms) if (count > most) [best, most] = [form, count];
  return best;
}

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
  add({ id, description }: { id: string; description: SourceDescription }): void {
    const { labels } = description;
    this.#index.add({ key: id, texts: textsOf(description), questions: [], labels });
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

function textsOf({ heads, labels, years, terms }: SourceDescription): DescribingText[] {
  return [
    ...[...heads, ...labels].map((text) => ({ text, times: 1 })),
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
