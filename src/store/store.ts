import { Arrivals } from "./arrivals.js";
import { Contents } from "./contents.js";
import { Conversations } from "./conversations.js";
import { AttemptLog, Damage } from "./damage.js";
import { Documents } from "./documents.js";
import { Jobs } from "./jobs.js";
import { openDatabase, type StoreKind } from "./open-database.js";
import { Publications } from "./publications.js";
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
  /** The documents themselves. */
  readonly documents: Documents<Postings>;
  /** Their pages and files. */
  readonly contents: Contents;
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

  private constructor(database: Database, kind: StoreKind) {
    this.kind = kind;
    this.#database = database;
    this.documents = new Documents(database);
    this.contents = new Contents(database);
    this.conversations = new Conversations(database);
    this.jobs = new Jobs(database);
    this.attempts = new AttemptLog(database);
    this.damage = new Damage(database);
    this.arrivals = new Arrivals(database);
    this.publications = new Publications(database);
    this.vectors = new Vectors(database);
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
}
