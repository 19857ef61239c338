import type { StoreValue } from "idb";
import type { Schema } from "./schema.js";
import type { Database } from "./transaction.js";

/** Names of the stores whose rows are validated by the code that reads them. */
type RowStore = "tools" | "guides";
type Row<Name extends RowStore> = StoreValue<Schema<unknown>, Name>;

/** The rows of a store, by key. Only the key is certain: earlier code may have stored the row. */
export class Rows<Name extends RowStore> {
  readonly #database: Database;
  readonly #name: Name;

  constructor(database: Database, name: Name) {
    this.#database = database;
    this.#name = name;
  }

  all(): Promise<Row<Name>[]> {
    return this.#database.readFrom(this.#name, (store) => store.getAll());
  }

  /** The existing rows with these keys. */
  async named(keys: readonly string[]): Promise<Row<Name>[]> {
    const rows = await this.#database.readFrom(this.#name, (store) =>
      Promise.all(keys.map((key) => store.get(key))),
    );
    return rows.filter((row) => row !== undefined);
  }

  /** Stores rows, replacing those with the same keys, and removes others, in one transaction. */
  change(put: readonly Row<Name>[], remove: readonly string[]): Promise<void> {
    return this.#database.write([this.#name], async (writing) => {
      for (const key of remove) writing.delete(this.#name, key);
      for (const row of put) writing.put(this.#name, row);
    });
  }
}
