import {
  IDBCursor as MemoryCursor,
  IDBDatabase as MemoryDatabase,
  IDBFactory as MemoryFactory,
  IDBIndex as MemoryIndex,
  IDBKeyRange as MemoryKeyRange,
  IDBObjectStore as MemoryObjectStore,
  IDBRequest as MemoryRequest,
  IDBTransaction as MemoryTransaction,
} from "fake-indexeddb";
import { type IDBPDatabase, type IDBPTransaction, wrap } from "idb";
import type { PageCounts } from "../core/index.js";
import { type Schema, type StoredDocument, type StoredJob, schemaVersion } from "./schema.js";
import {
  Database,
  type DatabaseEnds,
  outdatedError,
  type StoreName,
  storageError,
} from "./transaction.js";

export type StoreKind = "disk" | "memory";

/** With a smaller quota, storage is useless, because not even one larger file would fit. */
const minQuota = 8_000_000;

/**
 * Opens a database, in memory if requested or if the browser does not allow storage. Throws instead
 * of replacing an existing database with an empty one in memory.
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

/** The database on disk, or null if the browser does not allow storage. */
async function onDisk(name: string, ends: DatabaseEnds): Promise<Database | null> {
  let database: IDBPDatabase<Schema<unknown>>;
  try {
    database = await open(indexedDB, name);
  } catch (error) {
    if (await exists(name)) throw error;
    return null;
  }
  // Created before storage is tested, so that a newer version need not wait for the test.
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
    const upgrading = wrap(transaction) as unknown as Upgrading;
    upgrading.done.catch(() => {});
    upgrade(database, upgrading, oldVersion).catch((error: unknown) => {
      failure = transaction.error ?? error;
      try {
        transaction.abort();
      } catch {
        // The transaction has already ended.
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
      reading.from("documents").getAllKeys(null, 1),
      reading.from("conversations").getAllKeys(null, 1),
    ]);
    return firsts.every((keys) => keys.length === 0);
  });
}

async function canStore(database: Database): Promise<boolean> {
  try {
    const { quota } = (await navigator.storage?.estimate?.()) ?? {};
    if (quota !== undefined && quota < minQuota) return false;
  } catch {
    // A browser without an estimate may still allow storage.
  }
  try {
    await database.write(["settings"], async (writing) => {
      const paused = await writing.from("settings").get("paused");
      writing.put("settings", paused ?? { name: "paused", value: false });
    });
    // Tests this before the first file is stored.
    await database.storable(new Blob());
    return true;
  } catch {
    return false;
  }
}

let adapted = false;

/** A new, empty IndexedDB in memory. It lasts until the last reference to it is dropped. */
function memoryFactory(): IDBFactory {
  if (!adapted) adapt();
  adapted = true;
  return new MemoryFactory();
}

/**
 * Makes `idb` recognise the in-memory classes, because it checks for the browser's own with
 * `instanceof`. The browser's classes are not changed, so databases on disk and in memory can be
 * open at the same time.
 */
function adapt(): void {
  passFor(MemoryCursor, IDBCursor);
  passFor(MemoryDatabase, IDBDatabase);
  passFor(MemoryIndex, IDBIndex);
  passFor(MemoryObjectStore, IDBObjectStore);
  passFor(MemoryRequest, IDBRequest);
  passFor(MemoryTransaction, IDBTransaction);
  // Accepts the browser's own ranges as well.
  Object.defineProperty(MemoryKeyRange, Symbol.hasInstance, {
    value: (range: unknown) => range instanceof IDBKeyRange || isOf(MemoryKeyRange, range),
  });
  // `idb` awaits the request of an advancing cursor only if it recognises the method.
  const cursor = MemoryCursor.prototype;
  for (const name of ["advance", "continue", "continuePrimaryKey"] as const) {
    const advance = cursor[name] as (...parameters: unknown[]) => void;
    Object.defineProperty(cursor, name, {
      value(this: IDBCursor, ...parameters: unknown[]): IDBRequest {
        advance.apply(this, parameters);
        return this.request;
      },
    });
  }
}

interface Class {
  readonly prototype: object;
}

/**
 * Makes `instanceof native` true for objects of `imitation`. They keep what they inherit, because
 * the browser's accessors only work on the browser's objects.
 */
function passFor(imitation: Class, native: Class): void {
  const inherited = Object.create(Object.getPrototypeOf(imitation.prototype)) as object;
  const posing = new Proxy(inherited, { getPrototypeOf: () => native.prototype });
  Object.setPrototypeOf(imitation.prototype, posing);
}

function isOf({ prototype }: Class, value: unknown): boolean {
  return Object.prototype.isPrototypeOf.call(prototype, value as object);
}

type Upgrading = IDBPTransaction<Schema<unknown>, StoreName[], "versionchange">;

/** A document as stored by versions 1 and 2. `staging`: it was being read when its page closed. */
interface EarlierDocument
  extends Omit<StoredDocument, "state" | "content" | "pages" | "removedAt" | "linked"> {
  readonly state: "staging" | "ready" | "removed";
  readonly pages: Omit<PageCounts, "recognised">;
}

/** Upgrades a database from an earlier version, 0 if there was none, to the current one. */
async function upgrade(
  database: IDBPDatabase<Schema<unknown>>,
  upgrading: Upgrading,
  from: number,
): Promise<void> {
  if (from < 1) {
    database.createObjectStore("documents", { keyPath: "ordinal", autoIncrement: true });
    database.createObjectStore("pages", { keyPath: ["document", "number"] });
    database.createObjectStore("passages", { keyPath: "document" });
    database.createObjectStore("postings", { keyPath: "document" });
    database.createObjectStore("originals", { keyPath: "document" });
  }
  if (from < 2) {
    database.createObjectStore("conversations", { keyPath: "id" });
    database.createObjectStore("turns", { keyPath: ["conversation", "number"] });
    database.createObjectStore("traces", { keyPath: ["conversation", "number"] });
  }
  if (from < 3) {
    database.createObjectStore("settings", { keyPath: "name" });
    const documents = upgrading.objectStore("documents");
    documents.createIndex("path", "path");
    documents.createIndex("hash", "hash");
    documents.createIndex("content", "content");
    documents.createIndex("queue", ["state", "order"]);
    documents.createIndex("removed", "removedAt");
    if (from > 0) await shareContents(upgrading);
  }
  if (from < 4) database.createObjectStore("publications", { keyPath: "url" });
  if (from < 5) {
    const vectors = database.createObjectStore("vectors", { keyPath: ["document", "part"] });
    vectors.createIndex("basis", ["model", "passages", "texts"]);
  }
  if (from < 6) database.createObjectStore("tools", { keyPath: "name" });
  if (from < 7) database.createObjectStore("guides", { keyPath: "id" });
  if (from < 8) {
    database.createObjectStore("grids", { keyPath: "id" });
    database.createObjectStore("gridAnswers", { keyPath: ["grid", "column", "hash"] });
  }
  if (from < 9) database.createObjectStore("notes", { keyPath: "id" });
  if (from < 10) {
    database.createObjectStore("notebooks", { keyPath: "id" });
    upgrading.objectStore("documents").createIndex("notebooks", "notebooks", { multiEntry: true });
  }
}

/** Gives pages and files their own keys, and queues the documents that were being read. */
async function shareContents(upgrading: Upgrading): Promise<void> {
  const documents = upgrading.objectStore("documents");
  const originals = upgrading.objectStore("originals");
  for (let cursor = await documents.openCursor(); cursor; cursor = await cursor.continue()) {
    const earlier = cursor.value as unknown as EarlierDocument;
    const original = await originals.get(earlier.ordinal);
    if (earlier.state !== "staging") await cursor.update(documentOf(earlier, earlier.state));
    // Without its file, the document cannot be read again.
    else if (!(original?.file instanceof Blob)) await cursor.delete();
    else await cursor.update(jobOf(earlier, original.file.size));
  }
}

function documentOf(earlier: EarlierDocument, state: "ready" | "removed"): StoredDocument {
  return {
    ...earlier,
    state,
    content: earlier.ordinal,
    pages: { ...earlier.pages, recognised: 0 },
    ...(state === "removed" ? { removedAt: 0 } : {}),
  };
}

function jobOf({ ordinal, path, hash, addedAt }: EarlierDocument, size: number): StoredJob {
  return {
    ordinal,
    path,
    hash,
    content: ordinal,
    addedAt,
    state: "queued",
    order: ordinal,
    size,
    reader: null,
    problem: null,
    renews: false,
  };
}
