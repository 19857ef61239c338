import { BoundedReader, downloadPace } from "../core/bounded-body.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes that are held as they came; more are put into a blob, which a browser can keep on the disk. */
const heldBytes = 4 * 1024 * 1024;

/**
 * An answer of a server, taken from its beginning and no further than is asked for: whatever the
 * server would send, no more than that arrives, and it is not waited for without end.
 */
export class Download {
  readonly #reader: BoundedReader;
  readonly #blobs: Blob[] = [];
  #held: Bytes[] = [];
  #heldSize = 0;
  #size = 0;
  #ended = false;

  constructor({ body }: Pick<Response, "body">, pace: typeof downloadPace = downloadPace) {
    // Their number is bounded by what is asked for.
    this.#reader = new BoundedReader(body, { ...pace, bytes: Number.POSITIVE_INFINITY });
  }

  /**
   * Takes bytes until there are as many, or the answer ends. Returns how many there are, which may
   * be a few more. Throws what the browser throws when the connection breaks off, and
   * `BodyOutOfBounds` when nothing comes, or too little.
   */
  async reach(length: number): Promise<number> {
    while (!this.#ended && this.#size < length) {
      const piece = await this.#reader.read();
      if (piece) this.#hold(piece);
      else this.#ended = true;
    }
    return this.#size;
  }

  /** Some of the bytes that were taken. */
  async slice(from: number, to: number): Promise<Bytes> {
    this.#settle();
    return new Uint8Array(await new Blob(this.#blobs).slice(from, to).arrayBuffer());
  }

  /** Takes no more. */
  close(): void {
    this.#ended = true;
    this.#reader.cancel();
  }

  #hold(piece: Bytes): void {
    this.#held.push(piece);
    this.#heldSize += piece.byteLength;
    this.#size += piece.byteLength;
    if (this.#heldSize >= heldBytes) this.#settle();
  }

  #settle(): void {
    if (this.#heldSize === 0) return;
    this.#blobs.push(new Blob(this.#held));
    this.#held = [];
    this.#heldSize = 0;
  }
}
