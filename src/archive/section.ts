import { hexadecimal } from "../core/bytes.js";
import type { PackedPage } from "../core/page.js";
import { damagedFile, explained, Malformed } from "./checked.js";
import { compress, decompress } from "./compression.js";
import { type ArchivedIndex, readIndex, writeIndex } from "./index-record.js";
import type { Section } from "./manifest.js";
import { readPage, writePage } from "./page-record.js";
import { readArchiveRecords } from "./records.js";

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
