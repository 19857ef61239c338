import { invalidArgument, PagehoundError, sha256 } from "../../core/index.js";
import { isMissing } from "../download/model-store.js";
import type {
  CacheBackend,
  StoredForm,
  StoreScope,
  WebLlmFileStore,
  WebLlmStoredFile,
} from "./engine-api.js";

const stores: ReadonlyMap<string, () => WebLlmFileStore> = new Map<
  CacheBackend,
  () => WebLlmFileStore
>([
  ["cache", () => new CacheStore()],
  ["indexeddb", () => new IndexedDbStore()],
  ["opfs", () => new OpfsStore()],
]);

/**
 * Returns the store that web-llm uses with this `cacheBackend`, without accessing it yet. Throws
 * `invalid-argument` for an unknown backend. Later errors are `storage-full` or `storage-failed`.
 */
export function openFileStore(backend: CacheBackend): WebLlmFileStore {
  const make = stores.get(backend);
  if (make) return guarded(make());
  const known = [...stores.keys()].join(", ");
  throw invalidArgument(`There is no cacheBackend “${backend}”. Choose one of ${known}.`);
}

function contentTypeOf(form: StoredForm): string {
  return form === "json" ? "application/json" : "application/octet-stream";
}

/** Files in the Cache API: a cache for each scope, a response for each file. */
class CacheStore implements WebLlmFileStore {
  async size(scope: StoreScope, url: string): Promise<number | null> {
    const response = await this.#match(scope, url);
    return response ? sizeOf(response) : null;
  }

  async read(scope: StoreScope, url: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const response = await this.#match(scope, url);
    return response ? new Uint8Array(await response.arrayBuffer()) : null;
  }

  async write(
    scope: StoreScope,
    url: string,
    content: Uint8Array<ArrayBuffer>,
    form: StoredForm,
  ): Promise<void> {
    const headers = {
      "content-type": contentTypeOf(form),
      "content-length": String(content.byteLength),
    };
    await (await caches.open(scope)).put(url, new Response(content, { headers }));
  }

  async remove(scope: StoreScope, url: string): Promise<void> {
    await (await caches.open(scope)).delete(url);
  }

  async list(scope: StoreScope): Promise<readonly WebLlmStoredFile[]> {
    // Opening a missing cache would create it.
    if (!(await caches.has(scope))) return [];
    const cache = await caches.open(scope);
    const files: WebLlmStoredFile[] = [];
    for (const { url } of await cache.keys()) {
      const response = await cache.match(url);
      if (response) files.push({ url, bytes: await sizeOf(response) });
    }
    return files;
  }

  async #match(scope: StoreScope, url: string): Promise<Response | undefined> {
    return (await caches.open(scope)).match(url);
  }
}

/** The size of the body itself: the header is the server's, and may count compressed bytes. */
async function sizeOf(response: Response): Promise<number> {
  return (await response.blob()).size;
}

/** Turns the errors of a store into `storage-full` or `storage-failed`. */
function guarded(store: WebLlmFileStore): WebLlmFileStore {
  return {
    size: (...file) => guard("read", store.size(...file)),
    read: (...file) => guard("read", store.read(...file)),
    write: (...file) => guard("write", store.write(...file)),
    remove: (...file) => guard("delete", store.remove(...file)),
    list: (scope) => guard("read", store.list(scope)),
  };
}

async function guard<T>(doing: "read" | "write" | "delete", work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (PagehoundError.isInstance(cause)) throw cause;
    if (cause instanceof DOMException && cause.name === "QuotaExceededError") {
      const message =
        "The browser's storage is full, so the model cannot be stored. Delete other models or free some disk space, and try again: complete files are kept.";
      throw new PagehoundError("storage-full", message, { cause });
    }
    const message = `The browser's storage could not ${doing} a file of the model (${String(cause)}). Try again, or use another cacheBackend.`;
    throw new PagehoundError("storage-failed", message, { cause });
  }
}

/** A record as web-llm writes it. JSON is stored parsed. */
interface FileRecord {
  readonly url: string;
  readonly data: unknown;
}

const storeName = "urls";

/** Files in IndexedDB: a database for each scope, a record for each file. */
class IndexedDbStore implements WebLlmFileStore {
  async size(scope: StoreScope, url: string): Promise<number | null> {
    return (await this.read(scope, url))?.byteLength ?? null;
  }

  async read(scope: StoreScope, url: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const record = await this.#run(scope, "readonly", (store) => store.get(url));
    return record === undefined ? null : contentOf(record as FileRecord);
  }

  async write(
    scope: StoreScope,
    url: string,
    content: Uint8Array<ArrayBuffer>,
    form: StoredForm,
  ): Promise<void> {
    const data =
      form === "json" ? JSON.parse(new TextDecoder().decode(content)) : wholeBuffer(content);
    await this.#run(scope, "readwrite", (store) => store.put({ url, data }));
  }

  async remove(scope: StoreScope, url: string): Promise<void> {
    await this.#run(scope, "readwrite", (store) => store.delete(url));
  }

  async list(scope: StoreScope): Promise<readonly WebLlmStoredFile[]> {
    const urls = await this.#run(scope, "readonly", (store) => store.getAllKeys());
    const files: WebLlmStoredFile[] = [];
    // One at a time: together they would not fit in memory.
    for (const key of urls) {
      const url = String(key);
      const bytes = await this.size(scope, url);
      if (bytes !== null) files.push({ url, bytes });
    }
    return files;
  }

  async #run<T>(
    scope: StoreScope,
    mode: IDBTransactionMode,
    request: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const database = await open(scope);
    try {
      const transaction = database.transaction(storeName, mode);
      const { result } = await new Promise<IDBRequest<T>>((resolve, reject) => {
        const opening = request(transaction.objectStore(storeName));
        transaction.oncomplete = () => resolve(opening);
        transaction.onabort = () => reject(transaction.error);
      });
      return result;
    } finally {
      // Open databases would block their deletion.
      database.close();
    }
  }
}

function open(scope: StoreScope): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(scope, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(storeName, { keyPath: "url" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function contentOf({ data }: FileRecord): Uint8Array<ArrayBuffer> {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return new TextEncoder().encode(JSON.stringify(data)) as Uint8Array<ArrayBuffer>;
}

function wholeBuffer(content: Uint8Array<ArrayBuffer>): ArrayBuffer {
  const { buffer, byteLength } = content;
  return buffer.byteLength === byteLength ? buffer : content.slice().buffer;
}

/** A marker next to a file, written last; without it the file counts as missing. */
interface OpfsRecord {
  readonly url: string;
  readonly nbytes: number;
  readonly contentType?: string;
}

const rootFolder = "tvmjs-opfs-store";
const recordEnding = ".record.json";

/** Files in the origin private file system, named by the SHA-256 of their URL. */
class OpfsStore implements WebLlmFileStore {
  async size(scope: StoreScope, url: string): Promise<number | null> {
    return (await this.#open(scope, url))?.size ?? null;
  }

  async read(scope: StoreScope, url: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const file = await this.#open(scope, url);
    return file ? new Uint8Array(await file.arrayBuffer()) : null;
  }

  async write(
    scope: StoreScope,
    url: string,
    content: Uint8Array<ArrayBuffer>,
    form: StoredForm,
  ): Promise<void> {
    const folder = await folderOf(scope);
    const name = await nameOf(url);
    await removeFile(folder, name + recordEnding);
    await writeFile(folder, `${name}.bin`, content);
    const record: OpfsRecord = {
      url,
      nbytes: content.byteLength,
      contentType: contentTypeOf(form),
    };
    await writeFile(folder, name + recordEnding, JSON.stringify(record));
  }

  async remove(scope: StoreScope, url: string): Promise<void> {
    const folder = await folderOf(scope);
    const name = await nameOf(url);
    await removeFile(folder, name + recordEnding);
    await removeFile(folder, `${name}.bin`);
  }

  async list(scope: StoreScope): Promise<readonly WebLlmStoredFile[]> {
    const folder = await folderOf(scope);
    const files: WebLlmStoredFile[] = [];
    for await (const name of folder.keys()) {
      if (!name.endsWith(recordEnding)) continue;
      const record = await readRecord(folder, name);
      const bytes = record ? await this.size(scope, record.url) : null;
      if (record && bytes !== null) files.push({ url: record.url, bytes });
    }
    return files;
  }

  async #open(scope: StoreScope, url: string): Promise<File | null> {
    const folder = await folderOf(scope);
    const name = await nameOf(url);
    const record = await readRecord(folder, name + recordEnding);
    const file = record?.url === url ? await openFile(folder, `${name}.bin`) : null;
    return file?.size === record?.nbytes ? file : null;
  }
}

async function folderOf(scope: StoreScope): Promise<FileSystemDirectoryHandle> {
  let folder = await navigator.storage.getDirectory();
  for (const part of [rootFolder, ...scope.split("/")]) {
    folder = await folder.getDirectoryHandle(part, { create: true });
  }
  return folder;
}

async function nameOf(url: string): Promise<string> {
  return sha256(url);
}

async function readRecord(
  folder: FileSystemDirectoryHandle,
  name: string,
): Promise<OpfsRecord | null> {
  const file = await openFile(folder, name);
  try {
    return file ? JSON.parse(await file.text()) : null;
  } catch {
    return null;
  }
}

async function openFile(folder: FileSystemDirectoryHandle, name: string): Promise<File | null> {
  try {
    return await (await folder.getFileHandle(name)).getFile();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function writeFile(
  folder: FileSystemDirectoryHandle,
  name: string,
  content: Uint8Array<ArrayBuffer> | string,
): Promise<void> {
  const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
  try {
    await writable.write(content);
    await writable.close();
  } catch (error) {
    await writable.abort().catch(() => {});
    throw error;
  }
}

async function removeFile(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    await folder.removeEntry(name);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
