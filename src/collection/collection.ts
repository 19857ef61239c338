import type { CallOptions } from "../core/call-options.js";
import { type DocumentId, type DocumentSummary, documentOrdinal } from "../core/document.js";
import { PagehoundError } from "../core/errors.js";
import type { IngestEvent, InputFile } from "../core/ingest.js";
import type { OutlineEntry } from "../core/outline.js";
import type { Page } from "../core/page.js";
import type { PageRange } from "../core/page-range.js";
import type { EvidenceId, PassageText } from "../core/passage.js";
import type { GrepOptions, GrepProgress } from "../grep/api.js";
import { connect } from "../rpc/connect.js";
import type { Coverage, SearchResponse } from "../search/api.js";
import type { DocumentPostings } from "../search/document-postings.js";
import { SearchIndex } from "../search/search-index.js";
import type { StoredDocument } from "../store/schema.js";
import { type SearchableDocument, Store } from "../store/store.js";
import type { CollectionApi, GrepResponse, HostApi } from "./api.js";
import { bringUpToDate } from "./bring-up-to-date.js";
import { coverageOf } from "./coverage.js";
import { describeOutline } from "./describe-outline.js";
import { GrepRunner } from "./grep-runner.js";
import { ingestDocument } from "./ingest-document.js";
import { KeptConversations } from "./kept-conversations.js";
import { ParserPool } from "./parser-pool.js";
import { passagesById, passagesOnPages } from "./read-passages.js";
import { searchPassages } from "./search-passages.js";
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
  readonly #grep: GrepRunner;
  readonly #lanes: number;
  /** What was asked about the documents, and the answers. */
  readonly conversations: KeptConversations;
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
    this.conversations = new KeptConversations(store.conversations);
    this.#parsers = new ParserPool(host, parsers);
    this.#grep = new GrepRunner(host, {
      documents: (ids) => this.#inOrder(ids),
      pages: (ordinal) => store.allPages(ordinal),
      candidates: (words, ordinal) => this.#index.pagesWith(words, ordinal),
    });
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
    return this.#inOrder(null).map(({ document }) => summaryOf(document));
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
      await this.#addToIndex(ordinal);
      move(ordinal, this.#removed, this.#documents);
    }
  }

  search(
    query: string,
    limit: number,
    documents: readonly DocumentId[] | null,
    signal: AbortSignal | undefined,
  ): Promise<SearchResponse> {
    return searchPassages(
      { query, limit, documents: this.#inOrder(documents), signal },
      {
        index: this.#index,
        store: this.#store,
        find: (ordinal) => this.#documents.get(ordinal),
      },
    );
  }

  coverage(): Coverage {
    return coverageOf([...this.#documents.values()].map(({ document }) => document));
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

  outline(id: DocumentId): OutlineEntry[] {
    const { document, passages } = this.#loaded(id);
    return describeOutline(id, passages.headings, passages.entries, document.words);
  }

  passages(id: DocumentId, pages: PageRange | null): Promise<PassageText[]> {
    const { document, passages } = this.#loaded(id);
    const all = { from: 1, to: document.pages.total };
    return passagesOnPages(this.#store, passages, pages ?? all);
  }

  passagesById(ids: readonly EvidenceId[]): Promise<(PassageText | null)[]> {
    return passagesById(this.#store, ids, (ordinal) => this.#documents.get(ordinal)?.passages);
  }

  async original(id: DocumentId): Promise<Blob> {
    const file = await this.#store.original(this.#loaded(id).document.ordinal);
    if (!file) throw notFound(`The file of ${id} is not stored.`);
    return file;
  }

  grep(
    patterns: string | readonly string[],
    options: GrepOptions,
    call: CallOptions<GrepProgress> | undefined,
  ): Promise<GrepResponse> {
    return this.#grep.grep(patterns, options, call);
  }

  workerFailed(worker: number, message: string): void {
    this.#parsers.failed(worker, message);
    this.#grep.failed(worker, message);
  }

  #publish(
    { document, passages, postings }: SearchableDocument<DocumentPostings>,
    replaces: number | null,
  ): void {
    this.#index.add(document.ordinal, postings);
    this.#documents.set(document.ordinal, { document, passages });
    if (replaces === null) return;
    this.#documents.delete(replaces);
    void this.#compact();
  }

  /** Puts a stored document into the index, if it is not there. */
  async #addToIndex(ordinal: number): Promise<void> {
    if (this.#index.has(ordinal)) return;
    const postings = await this.#store.postings(ordinal);
    if (postings && !this.#index.has(ordinal)) this.#index.add(ordinal, postings);
  }

  /** Deletes what was removed and not restored. */
  async #purge(ordinals: readonly number[]): Promise<void> {
    for (const ordinal of ordinals) {
      if (!this.#removed.delete(ordinal)) continue;
      await this.#store.delete(ordinal);
    }
    await this.#compact();
  }

  /** Gives back the room that documents no longer there take up in the index, when it is much. */
  async #compact(): Promise<void> {
    let live = 0;
    for (const { document } of this.#documents.values()) live += document.passages;
    if (this.#index.size <= 2 * live + compactionSlack) return;
    // Documents that become ready while the store is read are added to the old index; the next purge tries again.
    const before = this.#index.size;
    const documents = await this.#store.searchable();
    if (this.#index.size !== before) return;
    this.#index = indexOf(documents);
    // What was restored while the store was read.
    for (const ordinal of this.#documents.keys()) await this.#addToIndex(ordinal);
  }

  #atPath(path: string): StoredDocument | undefined {
    for (const { document } of this.#documents.values()) {
      if (document.path === path) return document;
    }
    return undefined;
  }

  /** The documents asked for, or all, in the order they were added. */
  #inOrder(ids: readonly DocumentId[] | null): LoadedDocument[] {
    const asked = ids ? new Set(ids.map((id) => this.#loaded(id))) : this.#documents.values();
    return [...asked].sort((a, b) => a.document.ordinal - b.document.ordinal);
  }

  #loaded(id: DocumentId): LoadedDocument {
    const loaded = this.#documents.get(documentOrdinal(id) ?? 0);
    if (!loaded) throw notFound(`There is no document ${id} in this collection.`);
    return loaded;
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
