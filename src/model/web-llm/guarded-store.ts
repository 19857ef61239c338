import { PagehoundError } from "../../core/errors.js";
import type { FileStore, StoredFile, StoredForm, StoreScope } from "./file-store.js";

/** A store whose failures are `storage-full` or `storage-failed`, whatever the browser calls them. */
export class GuardedStore implements FileStore {
  readonly #store: FileStore;

  constructor(store: FileStore) {
    this.#store = store;
  }

  size(scope: StoreScope, url: string): Promise<number | null> {
    return guard("read", this.#store.size(scope, url));
  }

  read(scope: StoreScope, url: string): Promise<Uint8Array<ArrayBuffer> | null> {
    return guard("read", this.#store.read(scope, url));
  }

  write(
    scope: StoreScope,
    url: string,
    content: Uint8Array<ArrayBuffer>,
    form: StoredForm,
  ): Promise<void> {
    return guard("write", this.#store.write(scope, url, content, form));
  }

  remove(scope: StoreScope, url: string): Promise<void> {
    return guard("delete", this.#store.remove(scope, url));
  }

  list(scope: StoreScope): Promise<readonly StoredFile[]> {
    return guard("read", this.#store.list(scope));
  }
}

async function guard<T>(doing: "read" | "write" | "delete", work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (PagehoundError.isInstance(cause)) throw cause;
    if (cause instanceof DOMException && cause.name === "QuotaExceededError") {
      const message =
        "The browser's storage is full, so the model cannot be kept. Delete other models or free some disk space, and try again: what is complete is kept.";
      throw new PagehoundError("storage-full", message, { cause });
    }
    const message = `The browser's storage could not ${doing} a file of the model (${String(cause)}). Try again, or another cacheBackend.`;
    throw new PagehoundError("storage-failed", message, { cause });
  }
}
