import {
  boolean,
  count,
  type DocumentMetadata,
  type DocumentSummary,
  integer,
  knownFormats,
  listWithin,
  longestPath,
  mapped,
  maxNotes,
  metadataMembers,
  type Note,
  type NotePlace,
  noteShape,
  nullable,
  object,
  oneOf,
  optional,
  type PageGap,
  pageCounts,
  pageGaps,
  pageUnits,
  type Shape,
  shape,
  text,
  textWithin,
  withoutUnseen,
} from "../../core/index.js";
import { Malformed, read, shortened, tooNew } from "./checked.js";

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

/** A note of where answers were found in a document, as stored in a file. */
export interface ArchivedGuide {
  /** `hash` of the document. */
  readonly source: string;
  readonly text: string;
  readonly place?:
    | {
        readonly page: number;
        readonly heading: string | null;
        readonly rows: readonly string[];
        readonly query: string | null;
      }
    | undefined;
  /** Questions that it served. */
  readonly questions: readonly string[];
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
  /** Missing where the file has none. Those of a version that is not known here are passed over. */
  readonly guides?: { readonly version: 1; readonly list: readonly ArchivedGuide[] } | undefined;
  /** What the person who wrote the file has noted about its documents; the same holds of these. */
  readonly notes?: { readonly version: 1; readonly list: readonly Note<NotePlace>[] } | undefined;
}

/** The most documents that a file has. */
export const maxDocuments: number = 200_000;
/** Guides of a file that are taken: every question is compared with those that they served. */
export const maxGuides: number = 1_000;
const longestTitle = 1_000;
/** Bytes of a part of a file, which is in memory as a whole while it is checked. */
const longestPart = 2 ** 31;
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
  const manifest = read(manifestOf(file), value);
  const { documents } = manifest;
  if (new Set(documents.map(({ path }) => path)).size < documents.length) {
    throw new Malformed("it has two documents of the same name");
  }
  const { guides, notes, ...rest } = manifest;
  const hashes = new Set(documents.map(({ hash }) => hash));
  const ownNotes = notes?.list.filter(({ places }) => places.every(({ hash }) => hashes.has(hash)));
  return {
    ...rest,
    ...(guides ? { guides: { version: 1, list: ownGuides(manifest, guides.list) } } : {}),
    ...(ownNotes ? { notes: { version: 1, list: ownNotes } } : {}),
  };
}

/** The guides of a file's own documents, as many of each as are kept of one, and so many of all. */
function ownGuides({ documents }: Manifest, list: readonly ArchivedGuide[]): ArchivedGuide[] {
  const left = new Map(documents.map(({ hash }) => [hash, mostGuides]));
  const kept = list.filter(({ source }) => {
    const more = left.get(source) ?? 0;
    left.set(source, more - 1);
    return more > 0;
  });
  return kept.slice(0, maxGuides);
}

/** A path as a file can have it: an unusual one is changed, so that what was written can be read again. */
export function archivedPath(path: string): string {
  return withoutUnseen(path.slice(-longestPath));
}

/** The same of a title. */
export function archivedTitle(title: string): string {
  return withoutUnseen(title.slice(0, longestTitle));
}

/**
 * Bytes of all sections. Throws `Malformed` unless they lie one after the other without a gap, each
 * of one document; only an original may be that of several, which are the same file then.
 */
export function sectionBytes({ documents }: Pick<Manifest, "documents">): number {
  const sections = new Map<number, Section & { readonly originalKey: string | null }>();
  for (const { section, original, hash } of documents) {
    const parts = original ? [section, { ...original, hash }] : [section];
    for (const part of parts) {
      const originalKey =
        "hash" in part ? JSON.stringify([part.hash, part.compressed, part.size]) : null;
      const known = sections.get(part.offset);
      const isShared = known && originalKey !== null && known.originalKey === originalKey;
      if (known && !(isShared && known.length === part.length && known.sha256 === part.sha256)) {
        throw new Malformed("its parts overlap");
      }
      sections.set(part.offset, { ...part, originalKey });
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
  const documentText = JSON.stringify({ ...document, section, original: null });
  read(documentOf(document.path), JSON.parse(documentText));
}

/** The most pages that a document has. */
const maxPages = 1_000_000;
/** Characters of what a document says about itself. */
const longest = 10_000;

const hash = shape<string>(
  "a checksum",
  (each) => typeof each === "string" && /^[0-9a-f]{64}$/.test(each),
);

const time = shape<string>(
  "a time",
  (each) => typeof each === "string" && each.length <= 100 && Number.isFinite(Date.parse(each)),
);

// A path is shown and matched against, and never opened. Earlier versions have written what can be
// misread.
const path = mapped(
  shape<string>("the name of a document", (each) => {
    if (typeof each !== "string" || each === "" || each.length > longestPath) return false;
    return [...each].every((character) => character >= " ");
  }),
  archivedPath,
);

const place = { offset: count, length: integer(0, longestPart), size: count, sha256: hash };
const section = mapped(object(place), (read) => unpackable(read, maxCompression));
const original = mapped(object({ ...place, compressed: boolean }), (read) =>
  unpackable(read, read.compressed ? maxCompression : 1),
);

function unpackable<Part extends Section>(part: Part, compression: number): Part {
  if (part.size <= part.length * compression) return part;
  throw new Malformed("a part of it is said to be larger than it can be");
}

const pages = mapped(pageCounts, (counts) => {
  const { total, text, recognised, empty, scanned, unreadable } = counts;
  const isWithin = total >= 1 && total <= maxPages;
  const addsUp = text + empty + scanned + unreadable === total && recognised <= text;
  if (!isWithin || !addsUp) throw notAddingUp();
  return counts;
});

export const metadataShape: Shape<DocumentMetadata> = object({
  ...metadataMembers(shortened(longest)),
  encoding: optional(
    object({
      name: textWithin(40),
      from: oneOf("mark", "declared", "bytes", "chosen"),
      lost: optional(count),
      garbled: optional(oneOf(true)),
    }),
  ),
});

/** A document of the file that is called `file`. */
function documentOf(file: string): Shape<ArchivedDocument> {
  const members = object({
    // The files of this version may come to hold formats that only later code reads.
    format: mapped(text, (named) => {
      const format = knownFormats.find((known) => known === named);
      if (!format) throw tooNew(file);
      return format;
    }),
    path,
    hash,
    pageUnit: oneOf(...pageUnits),
    metadata: metadataShape,
    pages,
    gaps: pageGaps,
    passages: count,
    words: count,
    reader: object({ version: count, recognition: textWithin(1_000) }),
    section,
    original: nullable(original),
  });
  return mapped(members, (document) => {
    const { pages, gaps, passages, section } = document;
    if (section.size < pages.total * minPage + passages * minPassage) {
      throw new Malformed("its pages and passages cannot be in it");
    }
    for (const gap of gaps) checkGap(gap, pages.total);
    return document;
  });
}

/** Pages without text follow each other, in a document with so many pages. */
function checkGap(gap: PageGap, total: number): void {
  let last = 0;
  for (const { from, to } of gap.pages) {
    if (from <= last || to < from || to > total) throw notAddingUp();
    last = to;
  }
}

function notAddingUp(): Malformed {
  return new Malformed("its pages do not add up");
}

/** Guides of a document, questions and rows of a guide, and characters of its texts. */
const mostGuides = 8;
const [mostQuestions, mostRows] = [10, 3];
const [longestGuide, longestQuestion, longestName] = [300, 400, 200];

/** Text on one line that a model and people are shown. */
function shownText(max: number): Shape<string> {
  return mapped(textWithin(max), withoutUnseen);
}

const guide: Shape<ArchivedGuide> = object({
  source: hash,
  text: shownText(longestGuide),
  place: optional(
    object({
      page: integer(1),
      heading: nullable(shownText(longestName)),
      rows: listWithin(mostRows, shownText(longestName)),
      query: nullable(shownText(longestName)),
    }),
  ),
  questions: listWithin(mostQuestions, shownText(longestQuestion)),
});

const firstGuides = object({
  version: oneOf(1),
  list: listWithin(maxDocuments * mostGuides, guide),
});

const guides: Shape<Manifest["guides"]> = (value) => {
  if (value === undefined) return undefined;
  const { version } = object({ version: integer(1) })(value);
  return version === 1 ? firstGuides(value) : undefined;
};

const firstNotes = object({ version: oneOf(1), list: listWithin(maxNotes, noteShape) });

const notes: Shape<Manifest["notes"]> = (value) => {
  if (value === undefined) return undefined;
  const { version } = object({ version: integer(1) })(value);
  if (version !== 1) return undefined;
  const { list } = firstNotes(value);
  return { version: 1, list: list.map(withReadablePaths) };
};

function withReadablePaths({ places, ...note }: Note<NotePlace>): Note<NotePlace> {
  return { ...note, places: places.map((place) => ({ ...place, path: archivedPath(place.path) })) };
}

function manifestOf(file: string): Shape<Manifest> {
  return object({
    documents: listWithin(maxDocuments, documentOf(file)),
    title: mapped(textWithin(longestTitle), archivedTitle),
    created: time,
    versions: object({ passages: count, postings: count, facts: count }),
    guides,
    notes,
  });
}
