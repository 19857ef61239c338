import type { CallOptions } from "../core/call-options.js";
import {
  type DocumentId,
  type DocumentSummary,
  documentId,
  documentOrdinal,
  type Heading,
} from "../core/document.js";
import { PagehoundError } from "../core/errors.js";
import type { IngestEvent, InputFile } from "../core/ingest.js";
import type { Page } from "../core/page.js";
import { evidenceId } from "../core/passage.js";
import { connect } from "../rpc/connect.js";
import type { Coverage, SearchHit, SearchResponse } from "../search/api.js";
import { excerptOf, findMarks } from "../search/excerpt.js";
import { type DocumentPostings, type RankedPassage, SearchIndex } from "../search/search-index.js";
import { packedLength, unpackPassage } from "../store/pack-passages.js";
import type { StoredDocument } from "../store/schema.js";
import { type SearchableDocument, Store } from "../store/store.js";
import type { CollectionApi, HostApi, PassageText } from "./api.js";
import { bringUpToDate } from "./bring-up-to-date.js";
import { ingestDocument } from "./ingest-document.js";
import { ParserPool } from "./parser-pool.js";
import { summaryOf } from "./summary.js";
import { sweep } from "./sweep.js";

/** A document in memory: all but its postings, which the index holds. */
type LoadedDocument = Omit<SearchableDocument<unknown>, "postings">;

/** How long a removed document can be restored; then it is deleted for good. */
const restorableMilliseconds = 30_000;
/** Passages of deleted documents that the index may hold, beyond as many as live ones, before it is compacted. */
const compactionSlack = 10_000;

/**
 * A collection: files come in, pages and passages are stored, searches are answered. Everything
 * runs in the collection worker; data flows file → parse → passages → store → index.
 */
export class Collection {
  readonly #name: string;
  readonly #store: Store<DocumentPostings>;
  #index: SearchIndex;
  readonly #parsers: ParserPool;
  readonly #lanes: number;
  /** Searchable documents by ordinal. */
  readonly #documents = new Map<number, LoadedDocument>();
  /** Documents removed a moment ago, which can be restored. */
  readonly #removed = new Map<number, LoadedDocument>();

  private constructor(
    name: string,
    store: Store<DocumentPostings>,
    documents: readonly SearchableDocument<DocumentPostings>[],
    host: HostApi,
    parsers: number,
  ) {
    this.#name = name;
    this.#store = store;
    this.#parsers = new ParserPool(host, parsers);
    // One lane more than there are parsers: a document is indexed while the next one is parsed.
    this.#lanes = parsers + 1;
    this.#index = indexOf(documents);
    for (const { document, passages } of documents) {
      this.#documents.set(document.ordinal, { document, passages });
    }
  }

  /** See `CollectionApi.open`. */
  static async open(
    { name, host, parsers, rebuild }: Parameters<CollectionApi["open"]>[0],
    { signal = new AbortController().signal }: CallOptions = {},
  ): Promise<Collection> {
    const store = await Store.open<DocumentPostings>(name);
    await sweep(store, name);
    const documents: SearchableDocument<DocumentPostings>[] = [];
    for (const document of await store.searchable()) {
      documents.push(await bringUpToDate(document, store, rebuild, signal));
    }
    return new Collection(name, store, documents, connect<HostApi>(host).remote, parsers);
  }

  /** Adds files, several at a time. Rejects only when aborted; what became ready until then stays. */
  async add(
    files: readonly InputFile[],
    signal: AbortSignal,
    emit: (event: IngestEvent) => void,
  ): Promise<void> {
    const queue = [...files];
    this.#parsers.prepare(queue.length);
    const context = {
      store: this.#store,
      parsers: this.#parsers,
      find: (path: string) => this.#atPath(path),
      publish: this.#publish.bind(this),
      emit,
      signal,
    };
    const lane = async () => {
      for (let input = queue.shift(); input; input = queue.shift()) {
        const file = input;
        signal.throwIfAborted();
        // One at a time for a path, in all tabs. Held locks also keep `sweep` away from what is staged.
        const lock = `pagehound:${this.#name}:${file.path}`;
        await navigator.locks.request(lock, { signal }, () => ingestDocument(file, context));
      }
    };
    // Every lane is waited for, so that an aborted call has cleaned up when it settles.
    const outcomes = await Promise.allSettled(Array.from({ length: this.#lanes }, lane));
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    if (failed) throw failed.reason;
  }

  documents(): DocumentSummary[] {
    const ordered = [...this.#documents.values()].map(({ document }) => document);
    return ordered.sort((a, b) => a.ordinal - b.ordinal).map(summaryOf);
  }

  async remove(ids: readonly DocumentId[]): Promise<void> {
    const ordinals = ids.map((id) => this.#loaded(id).document.ordinal);
    await this.#store.setState(ordinals, "removed");
    for (const ordinal of ordinals) move(ordinal, this.#documents, this.#removed);
    setTimeout(() => void this.#purge(ordinals), restorableMilliseconds);
  }

  async restore(ids: readonly DocumentId[]): Promise<void> {
    const ordinals = ids.flatMap((id) => documentOrdinal(id) ?? []);
    const missing = ids.find((id) => !this.#removed.has(documentOrdinal(id) ?? 0));
    if (missing !== undefined)
      throw notFound(`There is no removed document ${missing} to restore.`);
    await this.#store.setState(ordinals, "ready");
    for (const ordinal of ordinals) {
      move(ordinal, this.#removed, this.#documents);
      if (this.#index.has(ordinal)) continue;
      const postings = await this.#store.postings(ordinal);
      if (postings) this.#index.add(ordinal, postings);
    }
  }

  async search(
    query: string,
    limit: number,
    documents: readonly DocumentId[] | null,
  ): Promise<SearchResponse> {
    const scope = new Set(
      documents === null
        ? this.#documents.keys()
        : documents.map((id) => this.#loaded(id).document.ordinal),
    );
    const { passages, matches, terms } = this.#index.search(query, limit, scope);
    const pages = await this.#store.pages(
      passages.map((found) => [found.document, this.#passage(found)?.page ?? 0] as const),
    );
    const hits = passages.flatMap((found, index) => this.#hit(found, pages[index], terms) ?? []);
    return { query, hits, matches, coverage: this.#coverageOf(scope) };
  }

  coverage(): Coverage {
    return this.#coverageOf(this.#documents.keys());
  }

  async page(id: DocumentId, number: number): Promise<Page> {
    const { document } = this.#loaded(id);
    const [page] = await this.#store.pages([[document.ordinal, number]]);
    if (!page) {
      const { total } = document.pages;
      throw notFound(`${document.path} has no page ${number}; its pages count from 1 to ${total}.`);
    }
    return page;
  }

  outline(id: DocumentId): Heading[] {
    return [...this.#loaded(id).passages.headings];
  }

  async passages(id: DocumentId): Promise<PassageText[]> {
    const { document, passages } = this.#loaded(id);
    const pages = await this.#store.allPages(document.ordinal);
    return Array.from({ length: packedLength(passages.entries) }, (_, index) => {
      const { page, ordinal, start, end, heading } = unpackPassage(passages.entries, index);
      const text = pages[page - 1]?.text.slice(start, end) ?? "";
      return { id: evidenceId(id, page, ordinal), page, span: { start, end }, text, heading };
    });
  }

  async original(id: DocumentId): Promise<Blob> {
    const file = await this.#store.original(this.#loaded(id).document.ordinal);
    if (!file) throw notFound(`The file of ${id} is not stored.`);
    return file;
  }

  parserFailed(parser: number, message: string): void {
    this.#parsers.failed(parser, message);
  }

  #publish(
    { document, passages, postings }: SearchableDocument<DocumentPostings>,
    replaces: number | null,
  ): void {
    this.#index.add(document.ordinal, postings);
    if (replaces !== null) this.#documents.delete(replaces);
    this.#documents.set(document.ordinal, { document, passages });
  }

  /** Deletes what was removed and not restored, and gives back the room it takes up in the index. */
  async #purge(ordinals: readonly number[]): Promise<void> {
    for (const ordinal of ordinals) {
      if (!this.#removed.delete(ordinal)) continue;
      await this.#store.delete(ordinal);
    }
    let live = 0;
    for (const { document } of this.#documents.values()) live += document.passages;
    if (this.#index.size <= 2 * live + compactionSlack) return;
    // Documents that become ready while the store is read are added to the old index; the next purge tries again.
    const before = this.#index.size;
    const documents = await this.#store.searchable();
    if (this.#index.size !== before) return;
    this.#index = indexOf(documents);
  }

  #atPath(path: string): StoredDocument | undefined {
    for (const { document } of this.#documents.values()) {
      if (document.path === path) return document;
    }
    return undefined;
  }

  #loaded(id: DocumentId): LoadedDocument {
    const loaded = this.#documents.get(documentOrdinal(id) ?? 0);
    if (!loaded) throw notFound(`There is no document ${id} in this collection.`);
    return loaded;
  }

  #passage({ document, passage }: RankedPassage) {
    const loaded = this.#documents.get(document);
    return loaded && unpackPassage(loaded.passages.entries, passage);
  }

  #hit(found: RankedPassage, page: Page | undefined, terms: readonly string[]): SearchHit | null {
    const loaded = this.#documents.get(found.document);
    const passage = this.#passage(found);
    // The document was removed while its pages were being fetched.
    if (!loaded || !passage || !page) return null;
    const id = documentId(found.document);
    const text = page.text.slice(passage.start, passage.end);
    const marks = findMarks(text, terms);
    return {
      id: evidenceId(id, passage.page, passage.ordinal),
      document: id,
      path: loaded.document.path,
      page: passage.page,
      pageLabel: page.label,
      span: { start: passage.start, end: passage.end },
      text,
      marks: marks.map(({ start, end }) => ({
        start: start + passage.start,
        end: end + passage.start,
      })),
      excerpt: excerptOf(text, marks),
      heading: loaded.passages.headings[passage.heading]?.text ?? null,
      score: found.score,
    };
  }

  #coverageOf(ordinals: Iterable<number>): Coverage {
    const coverage = { documents: 0, pages: 0, pagesWithoutText: 0 };
    for (const ordinal of ordinals) {
      const pages = this.#documents.get(ordinal)?.document.pages;
      if (!pages) continue;
      coverage.documents++;
      coverage.pages += pages.total;
      coverage.pagesWithoutText += pages.total - pages.text;
    }
    return coverage;
  }
}

function indexOf(documents: readonly SearchableDocument<DocumentPostings>[]): SearchIndex {
  const index = new SearchIndex();
  index.load(documents.map(({ document, postings }) => ({ document: document.ordinal, postings })));
  return index;
}

function move<Value>(key: number, from: Map<number, Value>, to: Map<number, Value>): void {
  const value = from.get(key);
  if (value !== undefined) to.set(key, value);
  from.delete(key);
}

function notFound(message: string): PagehoundError {
  return new PagehoundError("not-found", message);
}
