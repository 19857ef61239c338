import type { StoreValue } from "idb";
import type { Schema } from "./schema.js";
import type { Database } from "./transaction.js";

/** Stores whose rows other code reads and checks, by their names. */
type RowStore = "tools" | "guides";
type Row<Name extends RowStore> = StoreValue<Schema<unknown>, Name>;

/** The rows of a store, by their keys. Nothing but its key is known of a row: earlier code may have stored it. */
export class Rows<Name extends RowStore> {
  readonly #database: Database;
  readonly #name: Name;

  constructor(database: Database, name: Name) {
    this.#database = database;
    this.#name = name;
  }

  all(): Promise<Row<Name>[]> {
    return this.#database.read([this.#name], (reading) => reading.objectStore(this.#name).getAll());
  }

  /** Those with these keys that exist. */
  async named(keys: readonly string[]): Promise<Row<Name>[]> {
    const rows = await this.#database.read([this.#name], (reading) => {
      const store = reading.objectStore(this.#name);
      return Promise.all(keys.map((key) => store.get(key)));
    });
    return rows.filter((row) => row !== undefined);
  }

  /** Stores rows in the place of those with the same keys, and removes others: all of it or nothing. */
  change(put: readonly Row<Name>[], remove: readonly string[]): Promise<void> {
    return this.#database.write([this.#name], async (writing) => {
      for (const key of remove) writing.delete(this.#name, key);
      for (const row of put) writing.put(this.#name, row);
    });
  }
}
