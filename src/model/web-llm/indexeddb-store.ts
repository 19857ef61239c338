import type { FileStore, StoredFile, StoredForm, StoreScope } from "./file-store.js";

/** A record as web-llm writes it. JSON is kept parsed. */
interface FileRecord {
  readonly url: string;
  readonly data: unknown;
}

const storeName = "urls";

/** Files in IndexedDB: a database for each scope, a record for each file. */
export class IndexedDbStore implements FileStore {
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

  async list(scope: StoreScope): Promise<readonly StoredFile[]> {
    const urls = await this.#run(scope, "readonly", (store) => store.getAllKeys());
    const files: StoredFile[] = [];
    // One at a time: together they would not fit into the memory.
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
        const asked = request(transaction.objectStore(storeName));
        transaction.oncomplete = () => resolve(asked);
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
