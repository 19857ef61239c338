import type { IDBPDatabase, IDBPTransaction } from "idb";
import { PagehoundError } from "../core/errors.js";
import type { Schema } from "./schema.js";
import { lostError, outdatedError, storageError } from "./storage-error.js";
import { type StoreName, Writing } from "./writing.js";

/** A transaction that reads. */
export type Reading = Pick<
  IDBPTransaction<Schema<unknown>, StoreName[], "readonly">,
  "objectStore"
>;

/** What may end a database while it is open; it has been closed, and later calls reject. */
export interface DatabaseEnds {
  /** Newer code wants it; later calls reject with `outdated`. */
  readonly onOutdated: () => void;
  /** The browser has closed or deleted it; later calls reject with `storage-failed`. */
  readonly onLost: () => void;
}

/**
 * An open database, on disk or in memory. All that is read together is read in one transaction, and
 * all that is written together is written in one: whole, or not at all.
 */
export class Database {
  readonly #database: IDBPDatabase<Schema<unknown>>;
  /** What later calls reject with, once somebody else has ended it. */
  #ended: ((cause: unknown) => PagehoundError) | null = null;

  constructor(database: IDBPDatabase<Schema<unknown>>, { onOutdated, onLost }: DatabaseEnds) {
    this.#database = database;
    const end = (error: (cause: unknown) => PagehoundError, tell: () => void) => {
      if (this.#ended) return;
      this.#ended = error;
      tell();
    };
    database.addEventListener("versionchange", ({ newVersion }) => {
      // The other page waits for this; what is being written is finished first.
      database.close();
      if (newVersion === null) end(lostError, onLost);
      else end(outdatedError, onOutdated);
    });
    // Not when it is closed here.
    database.addEventListener("close", () => end(lostError, onLost));
  }

  close(): void {
    this.#database.close();
  }

  /** Reads in one transaction. Throws `outdated` or `storage-failed`. */
  async read<T>(
    stores: readonly StoreName[],
    operation: (reading: Reading) => Promise<T>,
  ): Promise<T> {
    try {
      const transaction = this.#database.transaction([...stores]);
      // What goes wrong comes out of the requests.
      transaction.done.catch(() => {});
      return await operation(transaction);
    } catch (cause) {
      throw await this.#explain(cause, []);
    }
  }

  /**
   * Writes in one transaction, which is undone when `operation` throws. Resolves once it is
   * committed. Throws `storage-full`, `outdated` or `storage-failed`, or what `operation` threw.
   */
  async write<T>(
    stores: readonly StoreName[],
    operation: (writing: Writing) => Promise<T>,
    options: IDBTransactionOptions = {},
  ): Promise<T> {
    let writing: Writing | undefined;
    try {
      writing = new Writing(this.#database.transaction([...stores], "readwrite", options));
      return await writing.run(operation);
    } catch (cause) {
      throw await this.#explain(cause, writing?.values ?? []);
    }
  }

  async #explain(cause: unknown, values: readonly unknown[]): Promise<unknown> {
    if (PagehoundError.isInstance(cause)) return cause;
    if (this.#ended) return this.#ended(cause);
    return await storageError(cause, "The browser's storage refused an operation.", values);
  }
}
