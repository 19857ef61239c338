/** Bytes that are kept at most. */
const capacity = 32 * 1024 * 1024;

/**
 * The bytes of files that were just taken in, for the parser that is about to read them: reading
 * them back from the database takes longer than reading a small file. Room is limited, and whoever
 * comes first is kept, since that is who is read first.
 */
export class RecentFiles {
  readonly #files = new Map<number, ArrayBuffer>();
  #size = 0;

  /** Keeps the bytes of a content if there is room. To be dropped when the job that brought them has ended. */
  keep(content: number, bytes: ArrayBuffer): void {
    if (this.#files.has(content) || this.#size + bytes.byteLength > capacity) return;
    this.#files.set(content, bytes);
    this.#size += bytes.byteLength;
  }

  /** Hands the bytes of a content over, if they are there. */
  take(content: number): ArrayBuffer | undefined {
    const bytes = this.#files.get(content);
    if (!bytes) return undefined;
    this.#files.delete(content);
    this.#size -= bytes.byteLength;
    return bytes;
  }

  /** Forgets the bytes of a content: nobody is about to read them. */
  drop(content: number): void {
    this.take(content);
  }

  /** Forgets all: nobody here is about to read them. */
  clear(): void {
    this.#files.clear();
    this.#size = 0;
  }
}
