import { indexDocument } from "../../../src/collection/ingest/make-searchable.js";
import { PageTables } from "../../../src/collection/retrieval/figure-places.js";
import { searchDocuments } from "../../../src/collection/retrieval/search-documents.js";
import type { FigureSource } from "../../../src/collection/retrieval/search-figures.js";
import type { SearchedDocument } from "../../../src/collection/retrieval/take-hits.js";
import { type DocumentMetadata, documentOrdinal } from "../../../src/core/document.js";
import type { Page } from "../../../src/core/page.js";
import { textMetadata } from "../../../src/readers/parts.js";
import { recognise } from "../../../src/readers/registry.js";
import type { SearchResponse } from "../../../src/search/api.js";
import { SearchIndex } from "../../../src/search/index/search-index.js";
import { packPassages } from "../../../src/store/contents.js";
import { openContent, readPages } from "../readers/open-fixture.js";

/** The pages of a text, as made by its reader. */
export async function pagesOf(path: string, text: string): Promise<Page[]> {
  const format = recognise(new TextEncoder().encode(text), path);
  return readPages(await openContent(format, text, path));
}

/** The first result for a question. */
export interface ShownFigure {
  readonly path: string;
  /** The row or sentence as written. */
  readonly place: string;
  /** The figure, if it is a cell. */
  readonly cell: string | null;
  readonly sure: boolean;
}

/** Searches texts for figures as the collection worker does, without a browser. */
export class FigureCollection {
  readonly #index = new SearchIndex();
  readonly #documents: SearchedDocument[] = [];
  readonly #pages = new Map<number, readonly Page[]>();
  readonly #tables = new PageTables(async (content, number) => this.#page(content, number));

  /** Adds a text, with its document's metadata. */
  async add(path: string, text: string, stated: Partial<DocumentMetadata> = {}): Promise<void> {
    const pages = await pagesOf(path, text);
    const ordinal = this.#documents.length + 1;
    const { signal } = new AbortController();
    const { passages, headings, postings } = await indexDocument(
      { path, bookmarks: [] },
      pages,
      signal,
    );
    this.#index.add(ordinal, postings);
    this.#pages.set(ordinal, pages);
    const entries = packPassages(passages);
    const metadata = { ...textMetadata(text.length), ...stated };
    const known = { ordinal, content: ordinal, path, pageUnit: "part", format: "text", metadata };
    this.#documents.push({
      document: { ...known, pages: { total: pages.length }, gaps: [] },
      passages: { document: ordinal, entries, headings, bookmarks: [] },
    } as unknown as SearchedDocument);
  }

  /**
   * The response to a question, limited to `limit` hits; optionally without searching for figures.
   */
  search(
    query: string,
    limit = 5,
    figures = true,
    without: readonly string[] = [],
  ): Promise<SearchResponse> {
    const source: FigureSource = {
      index: this.#index,
      tables: this.#tables,
      texts: {
        pages: async (keys) => keys.map(([content, number]) => this.#page(content, number)),
      },
      find: (ordinal) => this.#documents[ordinal - 1],
      nearest: () => Promise.reject(new Error("nothing is searched by meaning here")),
    };
    const documents = this.#documents.filter(({ document: d }) => !without.includes(d.path));
    const request = { query, limit, documents, by: "words", signal: undefined } as const;
    return searchDocuments(request, figures, source);
  }

  /** The likeliest figure; null if none is likely. */
  async first(question: string): Promise<ShownFigure | null> {
    const { hits } = await this.search(question);
    const [hit] = hits;
    const figure = hit?.figures?.reduce((best, each) => (each.score > best.score ? each : best));
    if (!hit || !figure) return null;
    const text = this.#page(documentOrdinal(hit.document) ?? 0, hit.page)?.text ?? "";
    const at = ({ start, end }: { start: number; end: number }): string =>
      text.slice(start, end).trim();
    const { span, cell, sure } = figure;
    return { path: hit.path, place: at(span), cell: cell && at(cell), sure };
  }

  #page(content: number, number: number): Page | undefined {
    return this.#pages.get(content)?.[number - 1];
  }
}
