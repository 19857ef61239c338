import type { IDBPObjectStore, IDBPTransaction, StoreNames, StoreValue } from "idb";
import type { Schema } from "./schema.js";

export type StoreName = StoreNames<Schema<unknown>>;

/** An object store to read from. */
type Readable<Name extends StoreName> = Pick<
  IDBPObjectStore<Schema<unknown>, StoreName[], Name, "readonly">,
  "get" | "getKey" | "getAll" | "getAllKeys" | "openCursor" | "index"
>;

/** A transaction that writes: whole, or not at all. */
export class Writing {
  readonly #transaction: IDBPTransaction<Schema<unknown>, StoreName[], "readwrite">;
  readonly #values: unknown[] = [];
  /** Whether it was committed, once it is over. */
  readonly #committed: Promise<boolean>;

  constructor(transaction: IDBPTransaction<Schema<unknown>, StoreName[], "readwrite">) {
    this.#transaction = transaction;
    // It settles before the reason is known: see `run`.
    transaction.done.catch(() => {});
    this.#committed = new Promise((resolve) => {
      transaction.addEventListener("complete", () => resolve(true));
      transaction.addEventListener("abort", () => resolve(false));
    });
  }

  /** What was written so far, from which an error tells how much room it needs. */
  get values(): readonly unknown[] {
    return this.#values;
  }

  /** Runs the operation and commits. Rejects with the reason when either fails; nothing is then written. */
  async run<T>(operation: (writing: Writing) => Promise<T>): Promise<T> {
    const transaction = this.#transaction;
    try {
      const result = await operation(this);
      transaction.commit();
      if (await this.#committed) return result;
      throw new DOMException("The transaction was aborted.", "AbortError");
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // It is over already.
      }
      await this.#committed;
      // A request that fell with its transaction says no more than that; the transaction knows why.
      throw transaction.error ?? error;
    }
  }

  /** A store to read from, as it is after what was written so far. */
  from<Name extends StoreName>(name: Name): Readable<Name> {
    return this.#transaction.objectStore(name) as unknown as Readable<Name>;
  }

  /** Writes a value. When that fails, so does the transaction. */
  put<Name extends StoreName>(name: Name, value: StoreValue<Schema<unknown>, Name>): void {
    this.#values.push(value);
    this.#transaction
      .objectStore(name)
      .put(value)
      .catch(() => {});
  }

  /** Writes a value under the next free ordinal, and returns that. */
  async add(value: object): Promise<number> {
    this.#values.push(value);
    // The key path is filled in by the database.
    const entry = value as StoreValue<Schema<unknown>, "documents">;
    return await this.#transaction.objectStore("documents").add(entry);
  }

  /** Deletes a value, or a range of them. When that fails, so does the transaction. */
  delete(name: StoreName, key: IDBValidKey | IDBKeyRange): void {
    const store = this.#transaction.objectStore(name);
    (store.delete(key as never) as Promise<void>).catch(() => {});
  }
}
