import { PagehoundError } from "../../core/errors.js";
import { CacheStore } from "./cache-store.js";
import type { CacheBackend, FileStore } from "./file-store.js";
import { GuardedStore } from "./guarded-store.js";
import { IndexedDbStore } from "./indexeddb-store.js";
import { OpfsStore } from "./opfs-store.js";

const stores: ReadonlyMap<string, () => FileStore> = new Map<CacheBackend, () => FileStore>([
  ["cache", () => new CacheStore()],
  ["indexeddb", () => new IndexedDbStore()],
  ["opfs", () => new OpfsStore()],
]);

/**
 * The store that web-llm uses with this `cacheBackend`. Touches nothing yet. Throws `invalid-argument`
 * for another one; what the store throws later is `storage-full` or `storage-failed`.
 */
export function openFileStore(backend: CacheBackend): FileStore {
  const make = stores.get(backend);
  if (make) return new GuardedStore(make());
  const known = [...stores.keys()].join(", ");
  throw new PagehoundError(
    "invalid-argument",
    `There is no cacheBackend “${backend}”. Choose one of ${known}.`,
  );
}
