import { type IDBPDatabase, type IDBPTransaction, wrap } from "idb";
import { Database, type DatabaseEnds } from "./database.js";
import { memoryFactory } from "./memory-factory.js";
import { type Schema, schemaVersion } from "./schema.js";
import { outdatedError, storageError } from "./storage-error.js";
import { upgrade } from "./upgrade.js";
import type { StoreName } from "./writing.js";

export type StoreKind = "disk" | "memory";

/** Less than this is no storage: not one larger file would fit. */
const leastQuota = 8_000_000;

/**
 * Opens a database, in memory when that is asked for, or when the browser lets nothing be stored.
 * What is stored already is never passed over for an empty one in memory: then it throws.
 */
export async function openDatabase(
  name: string,
  inMemory: boolean,
  ends: DatabaseEnds,
): Promise<{ database: Database; kind: StoreKind }> {
  try {
    const opened = inMemory ? null : await onDisk(name, ends);
    if (opened) return { database: opened, kind: "disk" };
    const database = await open(memoryFactory(), name);
    return { database: new Database(database, ends), kind: "memory" };
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "VersionError") throw outdatedError(cause);
    throw await storageError(cause, "The browser's storage could not be opened.");
  }
}

/** The database on disk, or null when the browser lets nothing be stored. */
async function onDisk(name: string, ends: DatabaseEnds): Promise<Database | null> {
  let database: IDBPDatabase<Schema<unknown>>;
  try {
    database = await open(indexedDB, name);
  } catch (error) {
    if (await exists(name)) throw error;
    return null;
  }
  // From here on, so that newer code is not kept waiting while the storage is tried out.
  const opened = new Database(database, ends);
  if ((await isEmpty(opened)) && !(await canStore(opened))) {
    opened.close();
    return null;
  }
  return opened;
}

async function open(factory: IDBFactory, name: string): Promise<IDBPDatabase<Schema<unknown>>> {
  const request = factory.open(name, schemaVersion);
  let failure: unknown;
  request.addEventListener("upgradeneeded", ({ oldVersion }) => {
    const transaction = request.transaction as IDBTransaction;
    const database = wrap(request.result) as unknown as IDBPDatabase<Schema<unknown>>;
    const upgrading = wrap(transaction) as unknown as IDBPTransaction<
      Schema<unknown>,
      StoreName[],
      "versionchange"
    >;
    upgrading.done.catch(() => {});
    upgrade(database, upgrading, oldVersion).catch((error: unknown) => {
      failure = transaction.error ?? error;
      try {
        transaction.abort();
      } catch {
        // It is over already.
      }
    });
  });
  try {
    const database = await wrap(request);
    return database as unknown as IDBPDatabase<Schema<unknown>>;
  } catch (error) {
    throw failure ?? error;
  }
}

async function exists(name: string): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some((database) => database.name === name);
  } catch {
    return false;
  }
}

function isEmpty(database: Database): Promise<boolean> {
  return database.read(["documents", "conversations"], async (reading) => {
    const firsts = await Promise.all([
      reading.objectStore("documents").getAllKeys(null, 1),
      reading.objectStore("conversations").getAllKeys(null, 1),
    ]);
    return firsts.every((keys) => keys.length === 0);
  });
}

async function canStore(database: Database): Promise<boolean> {
  try {
    const { quota } = (await navigator.storage?.estimate?.()) ?? {};
    if (quota !== undefined && quota < leastQuota) return false;
  } catch {
    // A browser that tells nothing may store all the same.
  }
  try {
    await database.write(["settings"], async (writing) => {
      const paused = await writing.from("settings").get("paused");
      writing.put("settings", paused ?? { name: "paused", value: false });
    });
    return true;
  } catch {
    return false;
  }
}
