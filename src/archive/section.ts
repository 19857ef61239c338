import { hexadecimal } from "../core/bytes.js";
import type { PackedPage } from "../core/page.js";
import { damagedFile, explained, Malformed, notACollection, tooNew } from "./checked.js";
import { compress, decompress } from "./compression.js";
import type { Section } from "./manifest.js";
import { readArchiveRecords } from "./records.js";
import {
  type ArchivedIndex,
  readIndex,
  readPage,
  writeIndex,
  writePage,
} from "./section-records.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** A section that has no place in a file yet. */
export interface WrittenSection extends Omit<Section, "offset"> {
  readonly bytes: Bytes;
}

/** Pages that are handed on together, and bytes after which no more are waited for. */
const pagesAtOnce = 16;
const bytesAtOnce = 16 * 1024 * 1024;

/**
 * A document's pages and index as a section. Of the pages only those being written are in memory.
 * Throws `Malformed` for a page or an index too large to be read again; whether they can be read
 * otherwise, `unpackSection` tells.
 *
 * @param pages all of them, in order, a few at a time
 */
export async function writeSection(
  pages: AsyncIterable<readonly PackedPage[]>,
  index: ArchivedIndex,
): Promise<WrittenSection> {
  let size = 0;
  const counted = (record: Bytes) => {
    size += record.byteLength;
    return record;
  };
  async function* records(): AsyncGenerator<Bytes> {
    for await (const some of pages) for (const page of some) yield counted(writePage(page));
    yield counted(writeIndex(index));
  }
  const bytes = await compress(records());
  return { bytes, length: bytes.byteLength, size, sha256: await sha256(bytes) };
}

/**
 * Reads a section, whose bytes are checked first. Hands the pages on, a few at a time and in order,
 * and returns the index. Throws `damaged-file`; what was handed on by then is to be forgotten.
 *
 * @param file what to call the file in messages
 */
export async function readSection(
  bytes: Bytes,
  { section, pages }: { readonly section: Section; readonly pages: { readonly total: number } },
  file: string,
  signal: AbortSignal,
  onPages: (pages: readonly PackedPage[]) => Promise<void> = async () => {},
): Promise<ArchivedIndex> {
  await checkBytes(bytes, section, file);
  return explained(file, () => unpackSection(bytes, { section, pages }, signal, onPages));
}

/** The same of bytes that are known to be what was written. Throws `Malformed`. */
export async function unpackSection(
  bytes: Bytes,
  {
    section,
    pages,
  }: { readonly section: Pick<Section, "size">; readonly pages: { readonly total: number } },
  signal: AbortSignal,
  onPages: (pages: readonly PackedPage[]) => Promise<void>,
): Promise<ArchivedIndex> {
  const lengths: number[] = [];
  let some: PackedPage[] = [];
  let size = 0;
  let index: ArchivedIndex | null = null;
  for await (const record of readArchiveRecords(decompress(bytes, section.size))) {
    signal.throwIfAborted();
    if (index) throw new Malformed("a part of it has more than it says");
    if (lengths.length === pages.total) {
      index = readIndex(record, lengths);
      continue;
    }
    const page = readPage(record, lengths.length + 1);
    lengths.push(page.text.length);
    some.push(page);
    size += record.json.byteLength + record.numbers.byteLength;
    const more = some.length < pagesAtOnce && size < bytesAtOnce;
    if (more && lengths.length < pages.total) continue;
    await onPages(some);
    some = [];
    size = 0;
  }
  if (!index) throw new Malformed("a part of it ends too early");
  return index;
}

/** Throws `damaged-file` unless these are the bytes that were written. */
export async function checkBytes(
  bytes: Bytes,
  { length, sha256: expected }: Section,
  file: string,
): Promise<void> {
  if (bytes.byteLength === length && (await sha256(bytes)) === expected) return;
  throw damagedFile(file, "its content is not what was written");
}

/** SHA-256, in hexadecimal. */
export async function sha256(bytes: Bytes): Promise<string> {
  return hexadecimal(await crypto.subtle.digest("SHA-256", bytes));
}

/** Version of the file as a whole: header, manifest and sections. Raised when older code cannot read it. */
const fileVersion = 1;

/** As PNG does it: what takes the file for text, and changes its line ends, damages this first. */
const magic = Uint8Array.of(0x89, 0x50, 0x47, 0x48, 0x0d, 0x0a, 0x1a, 0x0a);

/** Bytes of a header: magic, version, length and size of the manifest, SHA-256 of its bytes. */
export const headerBytes: number = magic.length + 3 * 4 + 32;

/** Bytes of a manifest, compressed or not, that are taken at most: those of more than 100,000 documents. */
export const maxManifest: number = 64 * 1024 * 1024;

/** What stands in front of the manifest. */
export interface Header {
  /** Bytes of the manifest in the file. */
  readonly length: number;
  /** Bytes when decompressed. */
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

export function writeHeader({ length, size, sha256 }: Header): Bytes {
  const bytes = new Uint8Array(headerBytes);
  bytes.set(magic);
  const view = new DataView(bytes.buffer);
  [fileVersion, length, size].forEach((each, index) => {
    view.setUint32(magic.length + 4 * index, each, true);
  });
  bytes.set(
    Uint8Array.from({ length: 32 }, (_, index) =>
      Number.parseInt(sha256.slice(2 * index, 2 * index + 2), 16),
    ),
    magic.length + 12,
  );
  return bytes;
}

/**
 * The inverse of `writeHeader`. Throws `unsupported-format` and `damaged-file`.
 *
 * @param bytes the beginning of the file
 * @param file what to call it in messages
 */
export function readHeader(bytes: Bytes, file: string): Header {
  const begins = magic.every((byte, index) => index >= bytes.length || bytes[index] === byte);
  if (bytes.length === 0 || !begins) throw notACollection(file);
  if (bytes.length < headerBytes) throw damagedFile(file, "it ends too early");
  const view = new DataView(bytes.buffer, bytes.byteOffset, headerBytes);
  const [version = 0, length = 0, size = 0] = [0, 1, 2].map((index) =>
    view.getUint32(magic.length + 4 * index, true),
  );
  if (version > fileVersion) throw tooNew(file);
  if (version < 1 || length > maxManifest || size > maxManifest) {
    throw damagedFile(file, "its beginning is not what was written");
  }
  return { length, size, sha256: hexadecimal(bytes.slice(magic.length + 12, headerBytes)) };
}
