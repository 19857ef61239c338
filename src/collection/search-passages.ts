import type { Correction, SearchHit, SearchResponse } from "../search/api.js";
import { correctTypo } from "../search/correct-typo.js";
import type { AnyOf } from "../search/index-query.js";
import { parseQuery } from "../search/query-language.js";
import type { SearchIndex } from "../search/search-index.js";
import { wordsOf } from "../search/terms.js";
import { textConditions } from "../search/text-conditions.js";
import { type QueryContext, type TranslatedQuery, toIndexQuery } from "../search/to-index-query.js";
import { coverageOf } from "./coverage.js";
import { documentFilter } from "./document-filters.js";
import { type HitSource, type SearchedDocument, takeHits } from "./take-hits.js";

/** What is asked for, and where it is looked for. */
export interface SearchRequest {
  readonly query: string;
  readonly limit: number;
  /** The documents in scope; the query's own filters narrow them. */
  readonly documents: readonly SearchedDocument[];
  readonly signal: AbortSignal | undefined;
}

/** Answers a query: reads it, ranks, sees to phrases in the text, and tells what it did. */
export async function searchPassages(
  { query, limit, documents, signal }: SearchRequest,
  source: HitSource & { readonly index: SearchIndex },
): Promise<SearchResponse> {
  const { index } = source;
  const parsed = parseQuery(query);
  const passes = documentFilter(parsed.filters);
  const searched = documents.map(({ document }) => document).filter(passes);
  const scope = new Set(searched.map(({ ordinal }) => ordinal));
  const context = index.context(scope);
  const typed = toIndexQuery(query, parsed, context);
  const asTyped = index.search(typed.query, scope);
  const corrections = asTyped.matches > 0 ? noCorrections : findTypos(typed, index, context);
  const ranking =
    corrections.size === 0
      ? asTyped
      : index.search(toIndexQuery(query, parsed, { ...context, corrections }).query, scope);
  const hits = await takeHits(ranking, { limit, holds: textConditions(parsed), signal }, source);
  return {
    query,
    hits,
    matches: ranking.matches,
    corrections: [...corrections].map(([from, terms]) => ({ from, to: written(terms, hits) })),
    unmatched: typed.words
      .filter(({ terms }) => !terms.some((term) => index.isHeld(term, scope)))
      .map(({ text }) => text),
    ignored: parsed.ignored,
    coverage: coverageOf(searched, typed.query.pages),
  };
}

const noCorrections: ReadonlyMap<string, AnyOf> = new Map();

/** For words that no passage holds, the terms they may be meant for. */
function findTypos(
  { words }: TranslatedQuery,
  index: SearchIndex,
  { languages, vocabulary }: QueryContext,
): ReadonlyMap<string, AnyOf> {
  const corrections = new Map<string, AnyOf>();
  for (const { text, terms } of words) {
    if (terms.some((term) => index.holding(term) > 0)) continue;
    const [near] = correctTypo(text, vocabulary, languages, 1, (term) => index.holding(term));
    if (near) corrections.set(text, [near.term]);
  }
  return corrections;
}

/** A term as a word of the text is written that was found under it. */
function written(terms: AnyOf, hits: readonly SearchHit[]): Correction["to"] {
  for (const { text } of hits) {
    const word = wordsOf(text).find(({ term }) => terms.includes(term));
    if (word) return text.slice(word.start, word.end).toLowerCase();
  }
  return terms[0] ?? "";
}
