import type { Correction, SearchHit, SearchResponse } from "../search/api.js";
import { correctTypo } from "../search/correct-typo.js";
import type { AnyOf } from "../search/index-query.js";
import { parseQuery } from "../search/query-language.js";
import type { QueryWord } from "../search/query-words.js";
import type { SearchIndex } from "../search/search-index.js";
import { wordsOf } from "../search/terms.js";
import { textConditions } from "../search/text-conditions.js";
import { type QueryContext, type TranslatedQuery, toIndexQuery } from "../search/to-index-query.js";
import { coverageOf } from "./coverage.js";
import { documentFilter } from "./document-filters.js";
import { type HitSource, languageOf, type SearchedDocument, takeHits } from "./take-hits.js";

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
  const typos =
    asTyped.matches > 0
      ? noCorrections
      : findTypos(typed, context, (term) => index.holding(term, scope));
  const corrected =
    typos.size > 0 &&
    index.search(toIndexQuery(query, parsed, { ...context, corrections: typos }).query, scope);
  const [ranking, corrections] =
    corrected && corrected.matches > 0 ? [corrected, typos] : [asTyped, noCorrections];
  const hits = await takeHits(ranking, { limit, holds: textConditions(parsed), signal }, source);
  return {
    query,
    hits,
    matches: ranking.matches,
    corrections: [...corrections].map(([from, terms]) => ({
      from,
      to: written(terms, hits, source),
    })),
    unmatched: wholeWords(typed.words)
      .filter(({ terms }) => !terms.some((term) => index.isHeld(term, scope)))
      .map(({ text }) => text),
    ignored: parsed.ignored,
    coverage: coverageOf(searched, typed.query.pages),
  };
}

const noCorrections: ReadonlyMap<string, AnyOf> = new Map();

/** For words that stand in no document, whether it is searched or not, the terms they may be meant for. */
function findTypos(
  { words }: TranslatedQuery,
  { languages, vocabulary }: QueryContext,
  holding: (term: string) => number,
): ReadonlyMap<string, AnyOf> {
  const corrections = new Map<string, AnyOf>();
  const unknown = words.filter(({ terms }) => !terms.some((term) => vocabulary.has(term)));
  for (const { text } of unknown.slice(0, mostCorrected)) {
    const near = correctTypo(text, vocabulary, languages, candidates, holding);
    const held = near.find(({ term }) => holding(term) > 0);
    if (held) corrections.set(text, [held.term]);
  }
  return corrections;
}

/** Trying what a word may be meant for takes some milliseconds. */
const mostCorrected = 8;
/** How many terms are looked at for a word; some may be in documents that are not searched. */
const candidates = 10;

/** The words that are not a part of another. */
function wholeWords(words: readonly QueryWord[]): readonly QueryWord[] {
  return words.filter(
    (word) =>
      !words.some(
        ({ start, end }) =>
          start <= word.start && word.end <= end && end - start > word.end - word.start,
      ),
  );
}

/** A term as a word of the text is written that was found under it. */
function written(terms: AnyOf, hits: readonly SearchHit[], source: HitSource): Correction["to"] {
  for (const { text, document } of hits) {
    const words = wordsOf(text, languageOf(document, source));
    const word = words.find(({ term }) => terms.includes(term));
    if (word) return text.slice(word.start, word.end).toLowerCase();
  }
  return terms[0] ?? "";
}
