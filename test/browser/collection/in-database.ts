import { type IDBPDatabase, openDB } from "idb";

/** Reads or changes a collection's database behind the library's back. */
export async function inDatabase<T>(
  collection: string,
  use: (database: IDBPDatabase) => Promise<T>,
): Promise<T> {
  const database = await openDB(`pagehound:${collection}`);
  try {
    return await use(database);
  } finally {
    database.close();
  }
}
