import { Inflate } from "fflate";
import { PagehoundError } from "../../core/errors.js";
import {
  damaged,
  headLength,
  partName,
  textDecoder,
  tooMuch,
  type ZipEntry,
  zipEntries,
} from "../../core/zip.js";

/** Bytes that are unpacked of one file at most: what is listed may be a bomb. */
const maxUnpacked = 1024 * 1024 * 1024;
/** Packed bytes that are unpacked at once; deflate makes them a thousand times as many at most. */
const stretch = 32 * 1024;

/**
 * The files in a zip archive, as office files are (APPNOTE.TXT 6.3.10). Names are compared without
 * regard to case and to a leading slash, as the packages of Office do (ECMA-376-2, 9.1.1). What is
 * unpacked counts, not what the archive says of itself.
 */
export class Archive {
  readonly path: string;
  readonly #bytes: Uint8Array;
  readonly #entries = new Map<string, ZipEntry>();
  readonly #told: (share: number) => void;
  #unpacked = 0;
  /** Packed bytes that were gone through. */
  #read = 0;

  /**
   * Throws `damaged-file` when the list of its files is missing or makes no sense.
   *
   * @param told see `ParseSource.opening`
   */
  constructor(bytes: Uint8Array, path: string, told: (share: number) => void = () => {}) {
    this.path = path;
    this.#told = told;
    this.#bytes = bytes;
    for (const entry of zipEntries(bytes, path)) {
      const key = partName(entry.name);
      if (!this.#entries.has(key)) this.#entries.set(key, entry);
    }
  }

  /** The names of all its files. */
  get names(): readonly string[] {
    return [...this.#entries.values()].map(({ name }) => name);
  }

  has(name: string): boolean {
    return this.#entries.has(partName(name));
  }

  /** A file's bytes as they are unpacked; nothing where there is none. Throws `damaged-file` and `too-large`. */
  *pieces(name: string): Generator<Uint8Array> {
    const entry = this.#entries.get(partName(name));
    if (!entry) return;
    const packed = this.#packed(entry);
    if (entry.method === 0) {
      this.#count(packed.length);
      for (let at = 0; at < packed.length; at += stretch) {
        const piece = packed.subarray(at, at + stretch);
        yield piece;
        this.#tell(piece.length);
      }
      return;
    }
    if (entry.method !== 8) throw damaged(this.path, `${name} in it is packed in an unknown way`);
    let ready: Uint8Array[] = [];
    const inflate = new Inflate((piece) => {
      ready.push(piece);
    });
    for (let at = 0; at < packed.length || at === 0; at += stretch) {
      const isLast = at + stretch >= packed.length;
      try {
        inflate.push(packed.subarray(at, at + stretch), isLast);
      } catch (cause) {
        throw damaged(this.path, `${name} in it cannot be unpacked`, cause);
      }
      for (const piece of ready) {
        this.#count(piece.length);
        yield piece;
      }
      ready = [];
      this.#tell(Math.min(stretch, packed.length - at));
    }
  }

  /** A file's text as it is unpacked, in the encoding that it names at its beginning. */
  *text(name: string): Generator<string> {
    let decoder: TextDecoder | null = null;
    for (const piece of this.pieces(name)) {
      decoder ??= textDecoder(piece);
      yield decoder.decode(piece, { stream: true });
    }
    const rest = decoder?.decode();
    if (rest) yield rest;
  }

  /** A file's bytes as one; null where there is none. */
  bytes(name: string): Uint8Array<ArrayBuffer> | null {
    if (!this.has(name)) return null;
    const pieces = [...this.pieces(name)];
    const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }

  #packed({ name, offset, packed, isEncrypted }: ZipEntry): Uint8Array {
    if (isEncrypted) {
      throw new PagehoundError(
        "unsupported-format",
        `${this.path} is packed with a password, which is not supported. Save it without one, and add that.`,
        { data: { path: this.path } },
      );
    }
    const head = headLength(this.#bytes.subarray(offset, offset + 30));
    if (head === null) throw damaged(this.path, `${name} is not in it where it should be`);
    const start = offset + head;
    if (start + packed > this.#bytes.length) throw damaged(this.path, "its end is missing");
    return this.#bytes.subarray(start, start + packed);
  }

  #tell(packed: number): void {
    this.#read += packed;
    // What several parts refer to is gone through more than once.
    this.#told(Math.min(1, this.#read / this.#bytes.length));
  }

  #count(bytes: number): void {
    this.#unpacked += bytes;
    if (this.#unpacked > maxUnpacked) throw tooMuch(this.path, "unpacks to over 1 GB");
  }
}
