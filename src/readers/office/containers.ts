import { Inflate } from "fflate";
import {
  crc32,
  damaged,
  headLength,
  joined,
  PagehoundError,
  partName,
  textDecoder,
  tooMuch,
  type ZipEntry,
  zipEntries,
} from "../../core/index.js";

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
  readonly #onShare: (share: number) => void;
  #unpacked = 0;
  /** Packed bytes that were gone through. */
  #read = 0;

  /**
   * Throws `damaged-file` when the list of its files is missing or makes no sense.
   *
   * @param onShare see `ParseSource.opening`
   */
  constructor(bytes: Uint8Array, path: string, onShare: (share: number) => void = () => {}) {
    this.path = path;
    this.#onShare = onShare;
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

  /**
   * A file's bytes as they are unpacked; nothing if it is missing. Throws `damaged-file` and
   * `too-large`.
   */
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

  /** Whether a file's unpacked bytes are those that were packed, by their checksum. */
  isWhole(name: string, bytes: Uint8Array): boolean {
    const { checksum = 0 } = this.#entries.get(partName(name)) ?? {};
    return checksum === 0 || checksum === crc32(bytes);
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

  /** A file's bytes as one; null if it is missing. */
  bytes(name: string): Uint8Array<ArrayBuffer> | null {
    return this.has(name) ? joined([...this.pieces(name)]) : null;
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
    this.#onShare(Math.min(1, this.#read / this.#bytes.length));
  }

  #count(bytes: number): void {
    this.#unpacked += bytes;
    if (this.#unpacked > maxUnpacked) throw tooMuch(this.path, "unpacks to over 1 GB");
  }
}

/** What a compound file begins with (MS-CFB 2.2). */
const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** Numbers of sectors from here on mean that there is none (MS-CFB 2.1). */
const firstSpecial = 0xfffffffa;
const entryLength = 128;
const headerLength = 512;
const storageType = 1;
const streamType = 2;
const rootType = 5;
/** Sectors of the allocation table that the header itself lists. */
const listedInHeader = 109;

interface DirectoryEntry {
  /** Its number in the directory. */
  readonly id: number;
  /** Numbers of entries in the same storage, and of the first one in it. */
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly name: string;
  readonly type: number;
  readonly start: number;
  readonly size: number;
}

/** A folder in a compound file. */
export interface CompoundStorage {
  readonly name: string;
  /** Its streams, by name. */
  readonly streams: ReadonlyMap<string, () => Uint8Array<ArrayBuffer>>;
  readonly storages: readonly CompoundStorage[];
}

/** The most nested storages; no real program writes more. */
const deepest = 40;

/** Whether a file is a compound file (OLE2): an old office file, or one behind a password. */
export function isCompound(bytes: Uint8Array): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

/**
 * The streams of a compound file (MS-CFB 10.0), which is a file system of its own: sectors, a table
 * that chains them, and a directory. Small streams stand in sectors of their own inside one stream.
 */
export class CompoundFile {
  readonly #bytes: Uint8Array;
  readonly #path: string;
  readonly #entries: readonly DirectoryEntry[];
  /** Bytes of a sector, and of a small one. */
  readonly #sector: number;
  readonly #small: number;
  /** Streams of fewer bytes are in small sectors. */
  readonly #smallBelow: number;
  readonly #next: Uint32Array;
  readonly #nextSmall: Uint32Array;

  /** Throws `damaged-file` where its tables make no sense. */
  constructor(bytes: Uint8Array, path: string) {
    this.#bytes = bytes;
    this.#path = path;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < headerLength) throw damaged(path, "its end is missing");
    const [sector, small] = [view.getUint16(30, true), view.getUint16(32, true)];
    if ((sector !== 9 && sector !== 12) || small !== 6) throw this.#senseless();
    this.#sector = 2 ** sector;
    this.#small = 2 ** small;
    this.#smallBelow = view.getUint32(56, true);
    this.#next = this.#allocation(view);
    this.#nextSmall = numbersIn(this.#chain(view.getUint32(60, true)));
    this.#entries = [...directory(this.#chain(view.getUint32(48, true)))];
  }

  /** The names of all streams and of their storages. */
  get names(): readonly string[] {
    return this.#entries.map(({ name }) => name);
  }

  /**
   * A stream's bytes; null where there is none of that name. One that ends before the size that the
   * directory states of it is given as far as it goes: some programs state too much.
   */
  stream(name: string): Uint8Array<ArrayBuffer> | null {
    const found = this.#entries.find((entry) => entry.type === streamType && entry.name === name);
    return found ? this.#read(found) : null;
  }

  /** All that is in it, as a tree of folders. Throws `damaged-file` where that goes round in a circle. */
  tree(): CompoundStorage {
    const byId = new Map(this.#entries.map((entry) => [entry.id, entry]));
    const seen = new Set<number>();
    const storageOf = ({ name, child }: DirectoryEntry, depth: number): CompoundStorage => {
      if (depth > deepest) throw this.#senseless();
      const streams = new Map<string, () => Uint8Array<ArrayBuffer>>();
      const storages: CompoundStorage[] = [];
      const waiting = [child];
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        const entry = byId.get(id);
        if (!entry) continue;
        if (seen.has(id)) throw this.#senseless();
        seen.add(id);
        waiting.push(entry.right, entry.left);
        if (entry.type === streamType) streams.set(entry.name, () => this.#read(entry));
        if (entry.type === storageType) storages.push(storageOf(entry, depth + 1));
      }
      storages.sort((one, other) => (one.name < other.name ? -1 : 1));
      return { name, streams, storages };
    };
    const root = this.#entries.find(({ type }) => type === rootType);
    if (!root) throw this.#senseless();
    return storageOf(root, 0);
  }

  #read({ start, size }: DirectoryEntry): Uint8Array<ArrayBuffer> {
    const whole = size < this.#smallBelow ? this.#smallChain(start) : this.#chain(start);
    return whole.slice(0, size);
  }

  /** The table that names the sector after each; the header lists its first sectors, a chain the others. */
  #allocation(view: DataView): Uint32Array {
    const sectors: number[] = [];
    for (let index = 0; index < listedInHeader; index++) {
      sectors.push(view.getUint32(76 + index * 4, true));
    }
    const perSector = this.#sector / 4;
    const seen = new Set<number>();
    for (let at = view.getUint32(68, true); at < firstSpecial; ) {
      if (seen.has(at)) throw this.#senseless();
      seen.add(at);
      const listed = numbersIn(this.#sectorAt(at));
      sectors.push(...listed.subarray(0, perSector - 1));
      at = listed[perSector - 1] ?? firstSpecial;
    }
    const table = sectors.filter((at) => at < firstSpecial).map((at) => this.#sectorAt(at));
    return numbersIn(joined(table));
  }

  #sectorAt(number: number): Uint8Array {
    const start = (number + 1) * this.#sector;
    if (start >= this.#bytes.length) throw damaged(this.#path, "its end is missing");
    return this.#bytes.subarray(start, start + this.#sector);
  }

  #chain(start: number): Uint8Array<ArrayBuffer> {
    const sectors: Uint8Array[] = [];
    for (let at = start; at < firstSpecial; at = this.#next[at] ?? firstSpecial) {
      // More sectors than the file has go round in a circle.
      if (sectors.length * this.#sector > this.#bytes.length) throw this.#senseless();
      sectors.push(this.#sectorAt(at));
    }
    return joined(sectors);
  }

  #smallChain(start: number): Uint8Array<ArrayBuffer> {
    const root = this.#entries.find(({ type }) => type === rootType);
    const all = this.#chain(root?.start ?? firstSpecial);
    const sectors: Uint8Array[] = [];
    for (let at = start; at < firstSpecial; at = this.#nextSmall[at] ?? firstSpecial) {
      if (sectors.length * this.#small > all.length) throw this.#senseless();
      sectors.push(all.subarray(at * this.#small, (at + 1) * this.#small));
    }
    return joined(sectors);
  }

  #senseless(): PagehoundError {
    return damaged(this.#path, "the list of what is in it makes no sense");
  }
}

function* directory(bytes: Uint8Array): Generator<DirectoryEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + entryLength <= bytes.length; at += entryLength) {
    const type = bytes[at + 66] ?? 0;
    if (type === 0) continue;
    // In bytes, with the zero at its end.
    const length = Math.min(64, Math.max(2, view.getUint16(at + 64, true))) - 2;
    const name = new TextDecoder("utf-16le").decode(bytes.subarray(at, at + length));
    // Only the lower half of the size is sure to be set in files with small sectors (MS-CFB 2.6.3).
    const [start, size] = [view.getUint32(at + 116, true), view.getUint32(at + 120, true)];
    const [left, right, child] = [68, 72, 76].map((place) => view.getUint32(at + place, true));
    yield {
      ...{ id: at / entryLength, name, type, start, size },
      ...{ left: left ?? 0, right: right ?? 0, child: child ?? 0 },
    };
  }
}

function numbersIn(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, at) => view.getUint32(at * 4, true));
}
