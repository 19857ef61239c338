import type { Language } from "../core/document.js";
import {
  DescribedIndex,
  type DescribingText,
  type FindDescribed,
  type ReadRequest,
} from "../search/index/described-index.js";
import { Vocabulary } from "../search/index/vocabulary.js";
import { defaultRanking } from "../search/query/index-query.js";
import { parseQuery } from "../search/query/query-language.js";
import { toIndexQuery } from "../search/query/to-index-query.js";
import type { NearGuide } from "./guide.js";
import type { Source, SourceDescription } from "./source.js";

/** How many times a word counts by where it stands. */
const weights = { title: 3, heading: 2, head: 1, label: 1 } as const;
/** Chosen on one half of TAT-QA's contexts; `npm run -s bench:routing` counts on the other. */
const constants = {
  described: { k1: 0.7, b: 0.8, referenceLength: 150 },
  labelShare: 0.3,
  stems: true,
  clauses: true,
} as const;
/** What a guide adds that served the very same question, relative to the best description. */
export const guideShare = 0.3;
/** A source is chosen beside the best one if its score is at least this share of that one's. */
const chosenShare = 0.9;
/** Sources that are chosen at most. */
const mostChosen = 2;

/** A source that was found. */
export interface FoundSource {
  readonly id: string;
  /** Greater is better; the scores of one search can be compared with one another. */
  readonly score: number;
}

/** Sources by what describes them, and by the questions that they have answered. */
export class SourceIndex {
  readonly #index: DescribedIndex = new DescribedIndex({ ...constants, read: readQuestion });

  /** Adds a source, in the place of the one that has its id. */
  add({ id, description }: Pick<Source, "id" | "description">): void {
    const { labels } = description;
    this.#index.add({ key: id, texts: textsOf(description), questions: [], labels });
  }

  /** Removes a source; one that is not there needs no removing. */
  remove(id: string): void {
    this.#index.remove(id);
  }

  /**
   * The best sources for a question, best first; see `DescribedIndex.find`.
   *
   * @param guides those that served a question like it; they raise the sources whose ids they name
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
 * How many of the sources that were found, the best first, a question is to be asked of: the best one, and
 * a second that fits nearly as well.
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

/** A question as documents are searched for it: its words, everyday names of them, and rows that it may name. */
function readQuestion(text: string, languages: ReadonlySet<Language>): ReadRequest {
  const context = { languages, expand: () => [], vocabulary: nothing, ranking: defaultRanking };
  const { concepts, labels } = toIndexQuery(text, parseQuery(text), context).query;
  return { concepts, labels };
}
