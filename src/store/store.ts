import type { PackedPage, Page, PageRange } from "../core/page.js";

import { Arrivals } from "./arrivals.js";
import { Contents } from "./contents.js";
import { Conversations } from "./conversations.js";
import { AttemptLog, Damage } from "./damage.js";
import { Documents, type SearchableDocument } from "./documents.js";
import { Jobs } from "./jobs.js";
import { openDatabase, type StoreKind } from "./open-database.js";
import { Publications } from "./publications.js";
import type { Removal } from "./removal.js";
import type { StoredDocument, StoredJob, StoredOriginal } from "./schema.js";
import type { Database } from "./transaction.js";
import { Vectors } from "./vectors.js";

export type { SearchableDocument } from "./documents.js";

/**
 * The documents of one collection, in the browser's database or in memory. A document becomes
 * visible, replaces another and disappears in one transaction each, so no reader ever sees half of
 * one. Whatever is written is written whole or not at all.
 *
 * Every method throws `storage-full`, whose `data` has `needed` and `available` in bytes,
 * `storage-failed`, or, once newer code has taken the database over, `outdated`.
 *
 * @typeParam Postings what the index stores with a document; anything that can be cloned
 */
export class Store<Postings> {
  /** `memory`: all is gone when the store is closed. */
  readonly kind: StoreKind;
  /** The conversations about the documents. */
  readonly conversations: Conversations;
  /** The files that are no documents yet. */
  readonly jobs: Jobs<Postings>;
  /** What is written down before a step that may end the page. */
  readonly attempts: AttemptLog;
  /** What is done about documents of which parts are lost. */
  readonly damage: Damage;
  /** The documents that come ready made. */
  readonly arrivals: Arrivals<Postings>;
  /** The published collections whose documents are here. */
  readonly publications: Publications;
  /** The vectors of the passages, if they are made. */
  readonly vectors: Vectors;
  readonly #database: Database;
  readonly #documents: Documents<Postings>;
  readonly #contents: Contents;

  private constructor(database: Database, kind: StoreKind) {
    this.kind = kind;
    this.#database = database;
    this.conversations = new Conversations(database);
    this.jobs = new Jobs(database);
    this.attempts = new AttemptLog(database);
    this.damage = new Damage(database);
    this.arrivals = new Arrivals(database);
    this.publications = new Publications(database);
    this.vectors = new Vectors(database);
    this.#documents = new Documents(database);
    this.#contents = new Contents(database);
  }

  /**
   * Opens a collection, creating it when there is none; in memory when that is asked for, or when
   * the browser lets nothing be stored. `onOutdated`: newer code wants the database; it has been
   * closed, later calls reject with `outdated`. `onLost`: the browser has closed or deleted it, and
   * later calls reject with `storage-failed`. Throws `outdated` when newer code stored it, and
   * `storage-failed` when there is a collection that cannot be opened.
   */
  static async open<Postings>(
    collection: string,
    {
      inMemory,
      onOutdated,
      onLost = () => {},
    }: { inMemory: boolean; onOutdated: () => void; onLost?: () => void },
  ): Promise<Store<Postings>> {
    const ends = { onOutdated, onLost };
    const { database, kind } = await openDatabase(`pagehound:${collection}`, inMemory, ends);
    return new Store(database, kind);
  }

  close(): void {
    this.#database.close();
  }

  /**
   * What is needed to search all `ready` documents, or those among `ordinals`, in the order they
   * were added, read at one moment. `known`: what was stored of one of them a moment ago; its
   * passages and postings are not read again where they still are what is stored.
   */
  searchable(
    ordinals?: readonly number[],
    known?: SearchableDocument<Postings>,
  ): Promise<SearchableDocument<Postings>[]> {
    return ordinals
      ? this.#documents.searchableAmong(ordinals, known)
      : this.#documents.searchable();
  }

  /** The `ready` documents, in the order they were added. */
  ready(): Promise<StoredDocument[]> {
    return this.#documents.ready();
  }

  /**
   * What is needed to search these documents, and others between them, as far as they are `ready`: in
   * parts that do not take much memory, each read at a moment of its own. What changes between two of
   * them is for the caller to look up.
   */
  searchableInParts(
    documents: readonly StoredDocument[],
  ): AsyncIterable<SearchableDocument<Postings>[]> {
    return this.#documents.searchableInParts(documents);
  }

  /** Stores what was made anew of a `ready` document from its pages; see `Documents.renew`. */
  renew(document: SearchableDocument<Postings>): Promise<StoredDocument | null> {
    return this.#documents.renew(document);
  }

  /**
   * Hides `ready` documents until they are restored or purged, and ends the jobs that read them
   * anew; what is not `ready` is passed over.
   */
  remove(ordinals: readonly number[], now: number): Promise<void> {
    return this.#documents.remove(ordinals, now);
  }

  /**
   * Brings back documents that were removed or replaced, all or none; the version that has the place
   * of a replaced one now is replaced itself in the same moment. Returns the ordinals of those.
   * Throws `not-found` when one is gone, and `invalid-argument` when another document is at the path
   * of one that was removed.
   */
  restore(ordinals: readonly number[], now: number = Date.now()): Promise<number[]> {
    return this.#documents.restore(ordinals, now);
  }

  /** The documents that wait to be deleted for good, in no particular order. */
  removals(): Promise<Removal[]> {
    return this.#documents.removals();
  }

  /**
   * Deletes documents for good that still are removed as they were then, with the pages and files
   * that nobody else needs. Returns the ordinals.
   */
  purge(removals: readonly Pick<Removal, "ordinal" | "removedAt">[]): Promise<number[]> {
    return this.#documents.purge(removals);
  }

  /** The ordinals of the `ready` documents, in ascending order. Reads no document. */
  readyOrdinals(): Promise<number[]> {
    return this.#documents.readyOrdinals();
  }

  /** A document's part of the index, or undefined. */
  postings(ordinal: number): Promise<Postings | undefined> {
    return this.#documents.postings(ordinal);
  }

  /** Roughly how many bytes each `ready` document takes; what it shares counts in part. Reads no pages. */
  sizes(): Promise<{ ordinal: number; bytes: number }[]> {
    return this.#documents.sizes();
  }

  /** Stores pages of a job. Throws `not-found` when it is no longer queued. */
  stagePages(job: StoredJob, pages: readonly PackedPage[]): Promise<void> {
    return this.#contents.stagePages(job, pages);
  }

  /** The numbers of the pages that are stored, in order. */
  stagedPages(content: number): Promise<number[]> {
    return this.#contents.stagedPages(content);
  }

  /** Deletes the pages of a content; those that a document uses stay. */
  dropPages(content: number): Promise<void> {
    return this.#contents.dropPages(content);
  }

  /** Pages by content and number, in the order asked for; undefined where there is none. */
  pages(
    keys: readonly (readonly [content: number, number: number])[],
  ): Promise<(Page | undefined)[]> {
    return this.#contents.pages(keys);
  }

  /** All pages of a content, in order. */
  allPages(content: number): Promise<Page[]> {
    return this.#contents.allPages(content);
  }

  /** The pages of a content from `from` to `to`, in order. */
  pageRange(content: number, range: PageRange): Promise<Page[]> {
    return this.#contents.pageRange(content, range);
  }

  /**
   * All pages of a content, in order, without their geometry; read a few at a time, so that those of
   * a large document are never in memory together. Of what is deleted meanwhile the rest is missing.
   */
  textPages(content: number): AsyncIterable<Page> {
    return this.#contents.textPages(content);
  }

  /** The file of a content, with what is known of it, or undefined. */
  stored(content: number): Promise<StoredOriginal | undefined> {
    return this.#contents.stored(content);
  }

  /** The file as it was added, or where it is on the person's disk, or undefined. */
  original(content: number): Promise<Blob | FileSystemFileHandle | undefined> {
    return this.#contents.original(content);
  }

  /** Deletes the pages and files that no entry refers to. */
  sweepContents(): Promise<void> {
    return this.#contents.sweep();
  }
}
