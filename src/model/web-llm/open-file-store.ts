import { CacheStore } from "./cache-store.js";
import type { CacheBackend, FileStore } from "./file-store.js";
import { IndexedDbStore } from "./indexeddb-store.js";
import { OpfsStore } from "./opfs-store.js";

/** The store that web-llm uses with this `cacheBackend`. */
export function openFileStore(backend: CacheBackend): FileStore {
  const stores: Readonly<Record<CacheBackend, () => FileStore>> = {
    cache: () => new CacheStore(),
    indexeddb: () => new IndexedDbStore(),
    opfs: () => new OpfsStore(),
  };
  return stores[backend]();
}
