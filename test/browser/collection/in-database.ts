import { type IDBPDatabase, openDB } from "idb";

/** Looks into the database of a collection, or changes it, behind the library's back. */
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
