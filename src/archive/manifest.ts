import type {
  DocumentMetadata,
  DocumentSummary,
  FormatId,
  PageCounts,
  PageGap,
} from "../core/document.js";
import {
  count,
  flag,
  list,
  Malformed,
  oneOf,
  points,
  record,
  shortenedOrNull,
  text,
  tooNew,
} from "./checked.js";

/** A piece of the file. Offsets count from the end of the manifest. */
export interface Section {
  readonly offset: number;
  /** Bytes in the file. */
  readonly length: number;
  /** Bytes when decompressed; no more are ever taken. */
  readonly size: number;
  /** Of the bytes in the file, in hexadecimal. */
  readonly sha256: string;
}

/** A document of an exported collection. */
export interface ArchivedDocument
  extends Pick<
    DocumentSummary,
    "path" | "hash" | "format" | "pageUnit" | "metadata" | "pages" | "gaps" | "passages" | "words"
  > {
  /** Of what read it; `recognition` as in `OpenRequest`, empty when no text was recognised. */
  readonly reader: { readonly version: number; readonly recognition: string };
  readonly section: Section;
  /** The file it was read from, if that is here. `compressed`: by gzip. */
  readonly original: (Section & { readonly compressed: boolean }) | null;
}

/** What a file says of itself: all of it but pages, index and originals. */
export interface Manifest {
  readonly title: string;
  /** ISO 8601. */
  readonly created: string;
  /** Of the code that made passages, postings and facts. */
  readonly versions: {
    readonly passages: number;
    readonly postings: number;
    readonly facts: number;
  };
  readonly documents: readonly ArchivedDocument[];
}

const formats: readonly FormatId[] = ["pdf", "text", "markdown", "html", "csv"];
/** Documents that a file has at most. */
export const maxDocuments: number = 200_000;
const longestPath = 4_096;
const longestTitle = 1_000;
/** No data can be compressed by gzip to a smaller part than this. */
const maxCompression = 1_100;
/**
 * Bytes that a file may unpack to for each of its own. Measured: PDFs, prose, tables and logs come to
 * 3 to 9, the same paragraph over and over to 70, and a single line repeated to 390, its original to
 * as much as gzip can. So that also those pass which are not absurdly large, as much as this is
 * allowed to any file.
 */
const maxUnpacked = 100;
const anywayUnpacked = 256 * 1024 * 1024;
/** Bytes that a page and a passage take at least. */
const [minPage, minPassage] = [64, 25];

/**
 * A manifest from JSON. Throws `Malformed`, and `unsupported-format` for documents of a format that
 * is not known here.
 *
 * @param file what to call the file in messages
 */
export function readManifest(value: unknown, file: string): Manifest {
  const manifest = record(value);
  const versions = record(manifest.versions);
  const documents = list(manifest.documents, (each) => documentOf(each, file), maxDocuments);
  if (new Set(documents.map(({ path }) => path)).size < documents.length) {
    throw new Malformed("it has two documents of the same name");
  }
  return {
    title: archivedTitle(text(manifest.title, longestTitle)),
    created: timeOf(manifest.created),
    versions: {
      passages: count(versions.passages),
      postings: count(versions.postings),
      facts: count(versions.facts),
    },
    documents,
  };
}

/**
 * Characters that cannot be seen and change what stands around them: those that control, end lines,
 * or turn the direction of what follows.
 */
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A path as a file can have it: an unusual one is changed, so that what was written can be read again. */
export function archivedPath(path: string): string {
  return path.slice(-longestPath).replace(unseen, "\ufffd");
}

/** The same of a title. */
export function archivedTitle(title: string): string {
  return title.slice(0, longestTitle).replace(unseen, "\ufffd");
}

/**
 * Bytes of all sections. Throws `Malformed` unless they lie one after the other without a gap, each
 * of one document; only an original may be that of several, which are the same file then.
 */
export function sectionBytes({ documents }: Pick<Manifest, "documents">): number {
  const sections = new Map<number, Section & { readonly of: string | null }>();
  for (const { section, original, hash } of documents) {
    const parts = original ? [section, { ...original, hash }] : [section];
    for (const part of parts) {
      const of = "hash" in part ? JSON.stringify([part.hash, part.compressed, part.size]) : null;
      const known = sections.get(part.offset);
      const isShared = known && of !== null && known.of === of;
      if (known && !(isShared && known.length === part.length && known.sha256 === part.sha256)) {
        throw new Malformed("its parts overlap");
      }
      sections.set(part.offset, { ...part, of });
    }
  }
  let end = 0;
  for (const { offset, length } of [...sections.values()].sort((a, b) => a.offset - b.offset)) {
    if (offset !== end) throw new Malformed("its parts do not follow each other");
    end += length;
  }
  return end;
}

/**
 * What all documents come to when they are unpacked; an original counts for each document that has
 * it, as it will be stored for each.
 */
export function unpackedBytes({ documents }: Pick<Manifest, "documents">): number {
  return documents.reduce(
    (sum, { section, original }) => sum + section.size + (original?.size ?? 0),
    0,
  );
}

/** Whether a file of so many bytes can be believed that it unpacks to so many. */
export function isBelievable(packed: number, unpacked: number): boolean {
  return unpacked <= anywayUnpacked + packed * maxUnpacked;
}

/**
 * Throws `Malformed` when a file that says this of a document would be refused where it is read.
 *
 * @param section what is known of it before it has a place in the file
 */
export function requireReadable(
  document: Omit<ArchivedDocument, "section" | "original">,
  { length, size, sha256 }: Omit<Section, "offset">,
): void {
  const section = { offset: 0, length, size, sha256 };
  const said = JSON.stringify({ ...document, section, original: null });
  documentOf(JSON.parse(said), document.path);
}

function documentOf(value: unknown, file: string): ArchivedDocument {
  const document = record(value);
  const reader = record(document.reader);
  const format = formats.find((known) => known === document.format);
  // The files of this version may come to hold formats that only later code reads.
  if (!format) throw tooNew(file);
  const { original } = document;
  const pages = countsOf(document.pages);
  const passages = count(document.passages);
  const section = sectionOf(document.section, maxCompression);
  if (section.size < pages.total * minPage + passages * minPassage) {
    throw new Malformed("its pages and passages cannot be in it");
  }
  return {
    path: pathOf(document.path),
    hash: hashOf(document.hash),
    format,
    pageUnit: oneOf(document.pageUnit, ["page", "part"]),
    metadata: metadataOf(document.metadata),
    pages,
    gaps: list(document.gaps, (gap) => gapOf(gap, pages.total), 3),
    passages,
    words: count(document.words),
    reader: { version: count(reader.version), recognition: text(reader.recognition, 1_000) },
    section,
    original: original === null ? null : originalOf(original),
  };
}

function originalOf(value: unknown): ArchivedDocument["original"] {
  const compressed = flag(record(value).compressed);
  return { ...sectionOf(value, compressed ? maxCompression : 1), compressed };
}

function sectionOf(value: unknown, compression: number): Section {
  const section = record(value);
  const length = count(section.length);
  return {
    offset: count(section.offset),
    length,
    size: count(section.size, length * compression),
    sha256: hashOf(section.sha256),
  };
}

function pathOf(value: unknown): string {
  const path = text(value, longestPath);
  // A path is shown and matched against, and never opened.
  if (path === "" || [...path].some((each) => each < " ")) {
    throw new Malformed("it has a document without a proper name");
  }
  // Earlier versions have written what can be misread.
  return archivedPath(path);
}

function hashOf(value: unknown): string {
  const hash = text(value, 64);
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Malformed("a checksum in it is missing");
  return hash;
}

function timeOf(value: unknown): string {
  const time = text(value, 100);
  if (Number.isFinite(Date.parse(time))) return time;
  throw new Malformed("it does not say when it was written");
}

// What a file says of a document. Each of these throws `Malformed`.

/** Pages that a document has at most. */
const maxPages = 1_000_000;
/** Characters of what a document says about itself. */
const longest = 10_000;

function countsOf(value: unknown): PageCounts {
  const counts = record(value);
  const pages = {
    total: count(counts.total, maxPages),
    text: count(counts.text),
    recognised: count(counts.recognised),
    empty: count(counts.empty),
    scanned: count(counts.scanned),
    unreadable: count(counts.unreadable),
  };
  const { total, text, recognised, empty, scanned, unreadable } = pages;
  if (text + empty + scanned + unreadable !== total || total === 0 || recognised > text) {
    throw new Malformed("its pages do not add up");
  }
  return pages;
}

/** Pages without text, of a document with so many pages. */
function gapOf(value: unknown, total: number): PageGap {
  const gap = record(value);
  let last = 0;
  const rangeOf = (each: unknown) => {
    const range = record(each);
    const [from, to] = [count(range.from, total), count(range.to, total)];
    if (from <= last || to < from) throw new Malformed("its pages do not add up");
    last = to;
    return { from, to };
  };
  const reason = oneOf(gap.reason, ["empty", "scanned", "unreadable"]);
  return { reason, pages: list(gap.pages, rangeOf, total) };
}

export function metadataOf(value: unknown): DocumentMetadata {
  const metadata = record(value);
  const { pageSize, tagged } = metadata;
  const said = (each: unknown) => shortenedOrNull(each, longest);
  return {
    title: said(metadata.title),
    author: said(metadata.author),
    subject: said(metadata.subject),
    keywords: said(metadata.keywords),
    creator: said(metadata.creator),
    producer: said(metadata.producer),
    created: said(metadata.created),
    modified: said(metadata.modified),
    tagged: tagged === null ? null : flag(tagged),
    encrypted: flag(metadata.encrypted),
    pageSize: pageSize === null ? null : sizeOf(pageSize),
    fileSize: count(metadata.fileSize),
    formatVersion: said(metadata.formatVersion),
  };
}

function sizeOf(value: unknown): { width: number; height: number } {
  const size = record(value);
  return { width: points(size.width), height: points(size.height) };
}
