import type { FileRecord, ModelStore, StoredFile } from "./model-store.js";

/** A file that is being received, in the store if there is one and else in memory. */
export class Draft {
  readonly parts: Blob[];
  readonly #url: string;
  readonly #store: ModelStore | null;
  #version: string | null;
  #bytes: number | null;

  constructor(url: string, store: ModelStore | null, stored: StoredFile | null) {
    this.#url = url;
    this.#store = store;
    this.parts = [...(stored?.parts ?? [])];
    this.#version = stored?.version ?? null;
    this.#bytes = stored?.bytes ?? null;
  }

  /** Whether all of it came, though that was not noted any more. */
  get whole(): boolean {
    return this.size > 0 && this.size === this.#bytes;
  }

  get size(): number {
    return this.parts.reduce((sum, part) => sum + part.size, 0);
  }

  /** Whether an answer with this mark goes on with what is here. */
  continues(version: string | null): boolean {
    return version === null || this.#version === null || version === this.#version;
  }

  announce(version: string | null, bytes: number | null): void {
    this.#version = version ?? this.#version;
    this.#bytes = bytes;
  }

  async add(chunks: readonly BlobPart[]): Promise<void> {
    const part = new Blob([...chunks]);
    if (part.size === 0) return;
    const index = this.parts.length;
    const record = this.#record(false, null);
    this.parts.push((await this.#store?.append(record, index, part)) ?? part);
  }

  /** Notes that all is here, with the SHA-256 it was seen to have, if it was looked at. */
  async finish(sha256: string | null): Promise<void> {
    this.#bytes = this.size;
    await this.#store?.note(this.#record(true, sha256));
  }

  async clear(): Promise<void> {
    this.parts.length = 0;
    this.#version = null;
    this.#bytes = null;
    await this.#store?.delete(this.#url);
  }

  #record(complete: boolean, sha256: string | null): FileRecord {
    return { url: this.#url, version: this.#version, bytes: this.#bytes, complete, sha256 };
  }
}
