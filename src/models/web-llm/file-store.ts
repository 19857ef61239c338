/** Where web-llm looks for the files of models, by its own names. */
export type CacheBackend = "cache" | "indexeddb" | "opfs";

/** The three places that web-llm keeps files in. */
export const storeScopes = ["webllm/model", "webllm/config", "webllm/wasm"] as const;
export type StoreScope = (typeof storeScopes)[number];

/** How web-llm reads a file; only IndexedDB keeps the two apart. */
export type StoredForm = "arraybuffer" | "json";

/** A file that is stored. */
export interface WebLlmStoredFile {
  readonly url: string;
  readonly bytes: number;
}

/**
 * Files of models on this device, by URL, kept as web-llm 0.2.86 keeps them, so that it finds what is
 * written here. A file is there whole or not at all.
 */
export interface WebLlmFileStore {
  /** Bytes of a file; null when it is not there. */
  size(scope: StoreScope, url: string): Promise<number | null>;
  read(scope: StoreScope, url: string): Promise<Uint8Array<ArrayBuffer> | null>;
  write(
    scope: StoreScope,
    url: string,
    content: Uint8Array<ArrayBuffer>,
    form: StoredForm,
  ): Promise<void>;
  remove(scope: StoreScope, url: string): Promise<void>;
  list(scope: StoreScope): Promise<readonly WebLlmStoredFile[]>;
}
