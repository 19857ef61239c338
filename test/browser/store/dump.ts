import { openDB } from "idb";
import { databaseName } from "./sample.js";

/** Everything in the database on disk, by store, with files as text. */
export async function dump(): Promise<Record<string, unknown[]>> {
  const database = await openDB(databaseName);
  const all: Record<string, unknown[]> = {};
  for (const name of database.objectStoreNames) {
    const values: unknown[] = await database.getAll(name);
    all[name] = await Promise.all(values.map(readable));
  }
  database.close();
  return all;
}

async function readable(value: unknown): Promise<unknown> {
  const { file, ...rest } = value as { file?: unknown };
  return file instanceof Blob ? { ...rest, file: await file.text() } : value;
}
