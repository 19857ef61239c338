import { Inflate } from "fflate";
import { PagehoundError } from "../../core/errors.js";

/** Entries that an office file has at most; large decks have some thousands. */
const maxEntries = 50_000;
/** Bytes that are unpacked of one file at most: what is listed may be a bomb. */
const maxUnpacked = 1024 * 1024 * 1024;
/** Packed bytes that are unpacked at once; deflate makes them a thousand times as many at most. */
const stretch = 32 * 1024;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly packed: number;
  readonly offset: number;
}

/** Says that a file is damaged, and how. */
export function damaged(path: string, how: string, cause?: unknown): PagehoundError {
  return new PagehoundError(
    "damaged-file",
    `${path} is damaged: ${how}. Get a new copy, and add it again.`,
    { data: { path }, cause },
  );
}

/** Says that a file has more in it than can be read. */
export function tooMuch(path: string, what: string): PagehoundError {
  return new PagehoundError(
    "too-large",
    `${path} ${what}, more than can be read at once. Split it into smaller files, and add those.`,
    { data: { path } },
  );
}

/**
 * The files in a zip archive, as office files are (APPNOTE.TXT 6.3.10). Names are compared without
 * regard to case and to a leading slash, as the packages of Office do (ECMA-376-2, 9.1.1). What is
 * unpacked counts, not what the archive says of itself.
 */
export class Archive {
  readonly path: string;
  readonly #bytes: Uint8Array;
  readonly #entries = new Map<string, Entry>();
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
    for (const entry of listEntries(bytes, path)) {
      const key = keyOf(entry.name);
      if (!this.#entries.has(key)) this.#entries.set(key, entry);
    }
  }

  /** The names of all its files. */
  get names(): readonly string[] {
    return [...this.#entries.values()].map(({ name }) => name);
  }

  has(name: string): boolean {
    return this.#entries.has(keyOf(name));
  }

  /** A file's bytes as they are unpacked; nothing where there is none. Throws `damaged-file` and `too-large`. */
  *pieces(name: string): Generator<Uint8Array> {
    const entry = this.#entries.get(keyOf(name));
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
      decoder ??= decoderOf(piece);
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

  #packed({ name, offset, packed, isEncrypted }: Entry): Uint8Array {
    const header = new DataView(this.#bytes.buffer, this.#bytes.byteOffset + offset);
    if (header.byteLength < 30 || header.getUint32(0, true) !== 0x04034b50) {
      throw damaged(this.path, `${name} is not in it where it should be`);
    }
    if (isEncrypted) {
      throw new PagehoundError(
        "unsupported-format",
        `${this.path} is packed with a password, which is not supported. Save it without one, and add that.`,
        { data: { path: this.path } },
      );
    }
    const start = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
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

function keyOf(name: string): string {
  return name.replaceAll("\\", "/").replace(/^\/+/, "").toLowerCase();
}

/** The record that ends the list of files; null where it is missing. */
function endRecord(bytes: Uint8Array): { at: number; view: DataView } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // A comment of up to 64 KB may follow.
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 65_557); at--) {
    if (view.getUint32(at, true) === 0x06054b50) return { at, view };
  }
  return null;
}

function listEntries(bytes: Uint8Array, path: string): Entry[] {
  const end = endRecord(bytes);
  if (!end) throw damaged(path, "its end is missing");
  const { at: endAt, view } = end;
  let count = view.getUint16(endAt + 10, true);
  let size = view.getUint32(endAt + 12, true);
  let place = view.getUint32(endAt + 16, true);
  let before = endAt;
  if (endAt >= 76 && view.getUint32(endAt - 20, true) === 0x07064b50) {
    // Zip64: its own record stands before this one.
    before = Number(view.getBigUint64(endAt - 12, true));
    if (before + 56 > bytes.length || view.getUint32(before, true) !== 0x06064b50) {
      throw damaged(path, "the list of what is in it makes no sense");
    }
    count = Number(view.getBigUint64(before + 32, true));
    size = Number(view.getBigUint64(before + 40, true));
    place = Number(view.getBigUint64(before + 48, true));
  }
  if (count > maxEntries) throw tooMuch(path, `has ${count} files in it`);
  // Something may stand before the archive; its places count from its own beginning.
  const shift = Math.max(0, before - size - place);
  const entries: Entry[] = [];
  let at = place + shift;
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) {
      throw damaged(path, "the list of what is in it makes no sense");
    }
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const name = decodeName(bytes.subarray(at + 46, at + 46 + nameLength));
    const extra = at + 46 + nameLength;
    const sizes = { packed: view.getUint32(at + 20, true), offset: view.getUint32(at + 42, true) };
    if (sizes.packed === 0xffffffff || sizes.offset === 0xffffffff) {
      const unpacked = view.getUint32(at + 24, true);
      Object.assign(sizes, largeSizes(view, extra, extra + extraLength, sizes, unpacked));
    }
    const { packed, offset } = sizes;
    if (offset + shift + packed > bytes.length) throw damaged(path, "its end is missing");
    entries.push({ name, method, isEncrypted: (flags & 1) === 1, packed, offset: offset + shift });
    at = extra + extraLength + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Sizes beyond 32 bits, which stand in a field of their own (APPNOTE.TXT 4.5.3). */
function largeSizes(
  view: DataView,
  start: number,
  end: number,
  { packed, offset }: { packed: number; offset: number },
  unpacked: number,
): { packed: number; offset: number } {
  for (let at = start; at + 4 <= end && at + 4 <= view.byteLength; ) {
    const [id, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    let value = at + 4;
    at = value + length;
    if (id !== 1 || at > view.byteLength) continue;
    const next = (): number => {
      const read = value + 8 <= at ? Number(view.getBigUint64(value, true)) : 0;
      value += 8;
      return read;
    };
    if (unpacked === 0xffffffff) next();
    return {
      packed: packed === 0xffffffff ? next() : packed,
      offset: offset === 0xffffffff ? next() : offset,
    };
  }
  return { packed, offset };
}

/** UTF-8, which most write whether they say so or not; else each byte a character, enough to tell names apart. */
function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return String.fromCharCode(...bytes);
  }
}

function decoderOf(head: Uint8Array): TextDecoder {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder("utf-16le");
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder("utf-16be");
  const declaration = String.fromCharCode(...head.subarray(0, 200));
  const named = /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)/i.exec(declaration)?.[1];
  try {
    return new TextDecoder(named ?? "utf-8");
  } catch {
    return new TextDecoder();
  }
}
