import { damagedFile } from "./file-errors.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** Where the bytes of a file come from: a blob, or a server. */
export interface ArchiveSource {
  /** What to call the file in messages. */
  readonly name: string;
  /** Bytes of the whole; null where a server does not tell. */
  readonly size: number | null;
  /** The first bytes: as many as are at hand without much ado, or all. */
  head(signal: AbortSignal): Promise<Bytes>;
  /** Exactly these bytes. Throws `damaged-file` when the file ends before. */
  read(offset: number, length: number, signal: AbortSignal): Promise<Bytes>;
}

/** How much of a file is read first: header and manifest are mostly within. */
export const headBytes: number = 64 * 1024;

/** A file that is here. */
export class BlobSource implements ArchiveSource {
  readonly name: string;
  readonly size: number;
  readonly #blob: Blob;

  constructor(blob: Blob, name: string) {
    this.name = name;
    this.size = blob.size;
    this.#blob = blob;
  }

  head(signal: AbortSignal): Promise<Bytes> {
    return this.read(0, Math.min(headBytes, this.size), signal);
  }

  async read(offset: number, length: number, signal: AbortSignal): Promise<Bytes> {
    signal.throwIfAborted();
    if (offset + length > this.size) throw damagedFile(this.name, "it ends too early");
    try {
      return new Uint8Array(await this.#blob.slice(offset, offset + length).arrayBuffer());
    } catch {
      throw damagedFile(this.name, "the disk does not give its bytes");
    }
  }
}
