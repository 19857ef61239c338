import { indexDocument } from "../../src/collection/ingest/make-searchable.js";
import type { Page } from "../../src/core/page.js";
import type { Passage } from "../../src/core/passage.js";
import { type RankedPassage, SearchIndex } from "../../src/search/index/search-index.js";
import { defaultRanking, type RankingOptions } from "../../src/search/query/index-query.js";
import { parseQuery } from "../../src/search/query/query-language.js";
import { textConditions } from "../../src/search/query/text-conditions.js";
import { toIndexQuery } from "../../src/search/query/to-index-query.js";
import { type PassagePlace, type PlaceUnit, searchedPlaces } from "./page/first-places.js";
import type { DocumentText } from "./page/stored-documents.js";

interface IndexedText {
  readonly path: string;
  readonly pages: readonly Page[];
  readonly passages: readonly Passage[];
}

export interface NodeRankRequest {
  readonly unit: PlaceUnit;
  /** The number of pages or documents to return. */
  readonly depth: number;
  /**
   * How many passages to search for: the first limit, then the next ones while the results cover
   * too few places.
   */
  readonly limits: readonly number[];
  /** Path of the only document to search; all documents by default. */
  readonly document?: string | null;
}

/**
 * A collection in Node's memory. The collection worker's own code splits, indexes and searches its
 * documents, starting from their stored pages, so that ranking options can be varied without
 * reading the files again.
 */
export class NodeCollection {
  readonly #index: SearchIndex;
  readonly #texts = new Map<number, IndexedText>();
  readonly #ordinals = new Map<string, number>();

  private constructor(ranking: RankingOptions) {
    this.#index = new SearchIndex(ranking);
  }

  /** Indexes documents, with defaults for ranking options that are not set. */
  static async index(
    documents: readonly DocumentText[],
    varied: Partial<RankingOptions> = {},
  ): Promise<NodeCollection> {
    const { signal } = new AbortController();
    const ranking = { ...defaultRanking, ...varied };
    const collection = new NodeCollection(ranking);
    for (const { ordinal, about, pages } of documents) {
      const indexed = await indexDocument(about, pages, signal, { ranking });
      collection.#index.add(ordinal, indexed.postings);
      collection.#ordinals.set(about.path, ordinal);
      collection.#texts.set(ordinal, { path: about.path, pages, passages: indexed.passages });
    }
    return collection;
  }

  get size(): number {
    return this.#index.size;
  }

  /** Keys of the pages or documents that match a query best. */
  rank(query: string, { unit, depth, limits, document }: NodeRankRequest): Promise<string[]> {
    const only = document == null ? undefined : this.#ordinals.get(document);
    if (document != null && only === undefined) return Promise.resolve([]);
    const scope = new Set(only === undefined ? this.#ordinals.values() : [only]);
    const search = this.#search(query, scope);
    return searchedPlaces(
      async (limit) => search(limit).flatMap((found) => this.#placeOf(found) ?? []),
      limits,
      unit,
      depth,
    );
  }

  /** Searches as the collection does, including the query syntax, but without typo correction. */
  #search(query: string, scope: ReadonlySet<number>): (limit: number) => RankedPassage[] {
    const parsed = parseQuery(query);
    const translated = toIndexQuery(query, parsed, this.#index.context(scope));
    const { take, matches } = this.#index.search(translated.query, scope);
    const holds = textConditions(parsed);
    if (!holds) return take;
    const holding = take(matches).filter((found) =>
      holds(this.#textOf(found), this.#index.languageOf(found.document)),
    );
    return (limit) => holding.slice(0, limit);
  }

  #textOf({ document, passage }: RankedPassage): string {
    const text = this.#texts.get(document);
    const { page = 0, start = 0, end = 0 } = text?.passages[passage] ?? {};
    return text?.pages[page - 1]?.text.slice(start, end) ?? "";
  }

  #placeOf({ document, passage }: RankedPassage): PassagePlace | null {
    const text = this.#texts.get(document);
    const page = text?.passages[passage]?.page;
    return text && page !== undefined ? { document: text.path, page } : null;
  }
}
