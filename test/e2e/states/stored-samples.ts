import type { BrowserContext } from "playwright";

/** A file in the database, in a form that leaves the page. */
interface StoredFile {
  readonly fileType: string;
  readonly bytes: Uint8Array;
}

interface StoredIndex {
  readonly name: string;
  readonly keyPath: string | string[];
  readonly unique: boolean;
  readonly multiEntry: boolean;
}

interface StoredStore {
  readonly name: string;
  readonly keyPath: string | string[] | null;
  readonly autoIncrement: boolean;
  readonly indexes: readonly StoredIndex[];
  /** Each record's fields; files are `StoredFile`s. */
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

interface StoredDatabase {
  readonly name: string;
  readonly version: number;
  readonly stores: readonly StoredStore[];
}

/** What a site keeps in the browser. */
interface StoredSite {
  readonly databases: readonly StoredDatabase[];
  readonly settings: Readonly<Record<string, string>>;
}

/** What the site keeps once it has read the samples. */
let known: StoredSite | null = null;

/**
 * Puts the samples into a new context, as the site keeps them once they were read. The first call of
 * a worker has the site at `url` read them; reading takes several times as long as anything that a
 * test does with them, so later contexts get copies of what it stored, whatever their site's address.
 */
export async function addSamples(context: BrowserContext, url: string): Promise<void> {
  if (!known) {
    const page = await context.newPage();
    await page.goto(`${url}/`);
    await page.locator(".drop-area .link").click();
    await page.locator(".pick").nth(2).waitFor({ state: "attached" });
    await page.close();
  }
  // A file of the same site, on which nothing of the site runs.
  const plain = await context.newPage();
  await plain.goto(`${url}/samples/index.json`);
  if (known) await plain.evaluate(restore, known);
  else known = await plain.evaluate(stored);
  await plain.close();
}

// These two run in a page, without named functions: the compiler for the command line would call a
// helper for them that no page has.

async function stored(): Promise<StoredSite> {
  const databases: StoredDatabase[] = [];
  for (const { name = "", version = 1 } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const stores: StoredStore[] = [];
    for (const storeName of database.objectStoreNames) {
      const store = database.transaction(storeName).objectStore(storeName);
      const indexes = [...store.indexNames].map((indexName) => {
        const { keyPath, unique, multiEntry } = store.index(indexName);
        return { name: indexName, keyPath, unique, multiEntry };
      });
      const { keyPath, autoIncrement } = store;
      const values = await new Promise<Record<string, unknown>[]>((resolve, reject) => {
        const reading = store.getAll();
        reading.onsuccess = () => resolve(reading.result);
        reading.onerror = () => reject(reading.error);
      });
      const records: Record<string, unknown>[] = [];
      for (const value of values) {
        const record = { ...value };
        for (const [field, file] of Object.entries(value)) {
          if (!(file instanceof Blob)) continue;
          record[field] = { fileType: file.type, bytes: new Uint8Array(await file.arrayBuffer()) };
        }
        records.push(record);
      }
      stores.push({ name: storeName, keyPath, autoIncrement, indexes, records });
    }
    database.close();
    databases.push({ name, version, stores });
  }
  return { databases, settings: { ...localStorage } };
}

async function restore({ databases, settings }: StoredSite): Promise<void> {
  for (const [name, value] of Object.entries(settings)) localStorage.setItem(name, value);
  for (const { name, version, stores } of databases) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name, version);
      opening.onupgradeneeded = () => {
        for (const { name: storeName, keyPath, autoIncrement, indexes } of stores) {
          const store = opening.result.createObjectStore(storeName, { keyPath, autoIncrement });
          for (const { name: indexName, keyPath: path, ...options } of indexes)
            store.createIndex(indexName, path, options);
        }
      };
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const writing = database.transaction(database.objectStoreNames, "readwrite");
    for (const { name: storeName, records } of stores) {
      const store = writing.objectStore(storeName);
      for (const fields of records) {
        const record = { ...fields };
        for (const [field, value] of Object.entries(fields)) {
          if (typeof value !== "object" || value === null || !("fileType" in value)) continue;
          const { fileType, bytes } = value as StoredFile;
          record[field] = new Blob([bytes as Uint8Array<ArrayBuffer>], { type: fileType });
        }
        store.put(record);
      }
    }
    await new Promise((resolve, reject) => {
      writing.oncomplete = resolve;
      writing.onabort = () => reject(writing.error);
    });
    database.close();
  }
}
