import type { PagehoundError } from "../core/errors.js";
import { damagedFile } from "./checked.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** Where the bytes of a file come from: a blob, or a server. */
export interface ArchiveSource {
  /** What to call the file in messages. */
  readonly name: string;
  /** The first bytes: as many as are at hand without much ado, or all. */
  head(signal: AbortSignal): Promise<Bytes>;
  /** Throws `damaged-file` unless the file ends there, as far as can be told. */
  requireEnd(end: number, signal: AbortSignal): Promise<void>;
  /** Exactly these bytes. Throws `damaged-file` when the file ends before. */
  read(offset: number, length: number, signal: AbortSignal): Promise<Bytes>;
}

/** How much of a file is read first: header and manifest are mostly within. */
export const headBytes: number = 64 * 1024;

/** Throws `damaged-file` when a file is longer or shorter than it should be. */
export function requireSize(size: number, expected: number, file: string): void {
  if (size < expected) throw endsTooEarly(file);
  if (size > expected) throw damagedFile(file, "there is something behind its end");
}

export function endsTooEarly(file: string): PagehoundError {
  return damagedFile(file, "it ends too early");
}

/** A file that is here. */
export class BlobSource implements ArchiveSource {
  readonly name: string;
  readonly #blob: Blob;

  constructor(blob: Blob, name: string) {
    this.name = name;
    this.#blob = blob;
  }

  head(signal: AbortSignal): Promise<Bytes> {
    return this.read(0, Math.min(headBytes, this.#blob.size), signal);
  }

  async requireEnd(end: number): Promise<void> {
    requireSize(this.#blob.size, end, this.name);
  }

  async read(offset: number, length: number, signal: AbortSignal): Promise<Bytes> {
    signal.throwIfAborted();
    if (offset + length > this.#blob.size) throw endsTooEarly(this.name);
    try {
      return new Uint8Array(await this.#blob.slice(offset, offset + length).arrayBuffer());
    } catch {
      throw damagedFile(this.name, "the disk does not give its bytes");
    }
  }
}
