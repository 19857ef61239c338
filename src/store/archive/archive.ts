import { PagehoundError } from "../../core/index.js";
import {
  collect,
  compress,
  damagedFile,
  decompress,
  explained,
  json,
  tooMuchInside,
} from "./checked.js";
import {
  type ArchivedDocument,
  isBelievable,
  type Manifest,
  maxDocuments,
  readManifest,
  type Section,
  sectionBytes,
  unpackedBytes,
} from "./manifest.js";
import {
  checkBytes,
  headerBytes,
  maxManifest,
  readHeader,
  sha256,
  type WrittenSection,
  writeHeader,
} from "./section.js";
import type { ArchiveSource } from "./source.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** A file whose beginning was read and checked. */
export interface OpenArchive {
  readonly manifest: Manifest;
  /** SHA-256 of the manifest's bytes: two files with the same one are the same file. */
  readonly sha256: string;
  /** Where the sections begin. */
  readonly start: number;
  readonly source: ArchiveSource;
}

/**
 * Reads the beginning of a file: what it is, and what it has. Throws `unsupported-format` for what is
 * no collection, or a newer one, and `damaged-file`, also for one that is longer or shorter than its
 * sections, or that says to unpack to more than documents do.
 */
export async function openArchive(
  source: ArchiveSource,
  signal: AbortSignal,
): Promise<OpenArchive> {
  const { name } = source;
  const head = await source.head(signal);
  const { length, size, sha256 } = readHeader(head, name);
  const start = headerBytes + length;
  const bytes =
    head.byteLength >= start
      ? head.slice(headerBytes, start)
      : await source.read(headerBytes, length, signal);
  await checkBytes(bytes, { offset: 0, length, size, sha256 }, name);
  const manifest = await explained(name, async () => {
    return readManifest(json(await collect(decompress(bytes, size))), name);
  });
  const end = await explained(name, async () => start + sectionBytes(manifest));
  const unpacked = unpackedBytes(manifest);
  if (!isBelievable(end, unpacked)) throw tooMuchInside(name, end, unpacked);
  await source.requireEnd(end, signal);
  return { manifest, sha256, start, source };
}

/** The bytes of a section, not checked yet. */
export function sectionOf(
  { start, source }: OpenArchive,
  { offset, length }: Section,
  signal: AbortSignal,
): Promise<Bytes> {
  return source.read(start + offset, length, signal);
}

/** A document to be written, without what the writer finds out. */
export type DocumentToWrite = Omit<ArchivedDocument, "section" | "original">;

interface Written {
  readonly document: DocumentToWrite;
  readonly section: Section;
  /** SHA-256 of the original, by which it is found; null when it is not to be there. */
  readonly original: string | null;
}

/** An original as it is to stand in the file. */
export interface OriginalToWrite {
  readonly bytes: Bytes;
  /** Bytes of the file itself. */
  readonly size: number;
  readonly compressed: boolean;
}

/**
 * Puts a file together, document by document. What was added is held in blobs, which a browser can
 * keep on the disk; the beginning is written at the end, when it is known.
 */
export class ArchiveWriter {
  readonly #documents: Written[] = [];
  readonly #sections: Blob[] = [];
  readonly #originals = new Map<
    string,
    { readonly blob: Blob; readonly about: Omit<Section, "offset">; readonly compressed: boolean }
  >();
  #offset = 0;

  /** Adds a document. `original`: whether its file is there, too; it is added by `addOriginal`. */
  add(
    document: DocumentToWrite,
    { bytes, length, size, sha256 }: WrittenSection,
    original: boolean,
  ): void {
    const section = { offset: this.#offset, length, size, sha256 };
    this.#offset += length;
    this.#sections.push(new Blob([bytes]));
    this.#documents.push({ document, section, original: original ? document.hash : null });
  }

  /** Whether the file with this hash was added already. */
  hasOriginal(hash: string): boolean {
    return this.#originals.has(hash);
  }

  /** Adds a file. Documents with the same bytes share it. */
  async addOriginal(hash: string, { bytes, size, compressed }: OriginalToWrite): Promise<void> {
    const about = { length: bytes.byteLength, size, sha256: await sha256(bytes) };
    this.#originals.set(hash, { blob: new Blob([bytes]), about, compressed });
  }

  /** The whole file. Throws `invalid-argument` when it has more documents than can be read again. */
  async finish(details: Omit<Manifest, "documents">): Promise<Blob> {
    // After all documents, which are what is fetched first.
    let offset = this.#offset;
    const places = new Map<string, ArchivedDocument["original"]>();
    for (const [hash, { about, compressed }] of this.#originals) {
      places.set(hash, { offset, ...about, compressed });
      offset += about.length;
    }
    const documents = this.#documents.map(({ document, section, original }) => ({
      ...document,
      section,
      original: original === null ? null : (places.get(original) ?? null),
    }));
    const manifest: Manifest = { ...details, documents };
    const plain = new TextEncoder().encode(JSON.stringify(manifest));
    if (documents.length > maxDocuments || plain.byteLength > maxManifest) {
      throw new PagehoundError(
        "invalid-argument",
        "These are more documents than one file can hold. Export fewer at a time.",
      );
    }
    const bytes = await compress([plain]);
    const header = writeHeader({
      length: bytes.byteLength,
      size: plain.byteLength,
      sha256: await sha256(bytes),
    });
    const packed = headerBytes + bytes.byteLength + offset;
    if (!isBelievable(packed, unpackedBytes(manifest))) {
      throw new PagehoundError(
        "invalid-argument",
        "These documents repeat themselves so much that their file would be refused where it is opened. Export fewer at a time.",
      );
    }
    const originals = [...this.#originals.values()].map(({ blob }) => blob);
    return new Blob([header, bytes, ...this.#sections, ...originals], {
      type: "application/octet-stream",
    });
  }
}

/** A file as it is to stand among the others: PDFs are compressed already. */
export async function packOriginal(
  bytes: Bytes,
  format: ArchivedDocument["format"],
): Promise<OriginalToWrite> {
  const size = bytes.byteLength;
  if (format === "pdf") return { bytes, size, compressed: false };
  return { bytes: await compress([bytes]), size, compressed: true };
}

/** The inverse of `packOriginal`. Throws `damaged-file` unless it is the file that the document was read from. */
export async function unpackOriginal(
  bytes: Bytes,
  { hash, original }: Pick<ArchivedDocument, "hash" | "original">,
  file: string,
): Promise<Bytes> {
  if (!original) throw damagedFile(file, "a file is not in it");
  await checkBytes(bytes, original, file);
  const { compressed, size } = original;
  const unpacked = compressed
    ? await explained(file, () => collect(decompress(bytes, size)))
    : bytes;
  if ((await sha256(unpacked)) === hash) return unpacked;
  throw damagedFile(file, "one of its files is not the one that its text was read from");
}
