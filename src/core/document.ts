import type { PageRange } from "./page.js";

/**
 * The languages that can be detected, as BCP 47 tags. `und` is text in any other language: its
 * words are folded but not stemmed.
 */
export const knownLanguages = [
  "en",
  "de",
  "fr",
  "es",
  "it",
  "pt",
  "nl",
  "sv",
  "no",
  "da",
  "fi",
  "hu",
  "ro",
  "ru",
  "uk",
  "tr",
  "el",
  "zh",
  "ja",
  "ko",
  "th",
  "lo",
  "km",
  "my",
  "und",
] as const;

/** One of `languages`. */
export type Language = (typeof knownLanguages)[number];

declare const brand: unique symbol;

/** Names a document within its collection, for instance `d3`. Never reused. */
export type DocumentId = string & { readonly [brand]: "DocumentId" };

/** The formats that can be read. */
export type FormatId =
  | "pdf"
  | "text"
  | "markdown"
  | "html"
  | "csv"
  | "docx"
  | "xlsx"
  | "pptx"
  | "odt"
  | "ods"
  | "odp"
  | "epub"
  | "mail"
  | "rtf"
  | "image";

/** All formats that can be read. */
export const knownFormats: readonly FormatId[] = [
  "pdf",
  "text",
  "markdown",
  "html",
  "csv",
  "docx",
  "xlsx",
  "pptx",
  "odt",
  "ods",
  "odp",
  "epub",
  "mail",
  "rtf",
  "image",
];

/**
 * The kind of a document's pages.
 *
 * - `page`: real pages. `slide`: slides.
 * - `part`: parts of a few thousand characters that it was split into; those of a `section` are
 *   named by a heading, those of a `sheet` by the sheet and the cells that they show.
 */
export type PageUnit = "page" | "slide" | "part" | "section" | "sheet";

export const pageUnits: readonly PageUnit[] = ["page", "slide", "part", "section", "sheet"];

/** The unit in which the pages of a document are counted. */
export function countedAs(unit: PageUnit): "page" | "slide" | "part" {
  return unit === "page" || unit === "slide" ? unit : "part";
}

/** True if a document is in one piece, neither pages nor slides nor several parts. */
export function isOnePiece(unit: PageUnit, total: number | undefined): boolean {
  return countedAs(unit) === "part" && total === 1;
}

/** A document's metadata. Missing facts are null. */
export interface DocumentMetadata {
  readonly title: string | null;
  readonly author: string | null;
  readonly subject: string | null;
  readonly keywords: string | null;
  readonly creator: string | null;
  readonly producer: string | null;
  /** ISO 8601. */
  readonly created: string | null;
  /** ISO 8601. */
  readonly modified: string | null;
  /**
   * For a document without a date: when its file was last modified at its origin, in ISO 8601.
   * Missing if unknown.
   */
  readonly fileModified?: string | undefined;
  readonly tagged: boolean | null;
  readonly encrypted: boolean;
  /** Size of the first page in points, or null if the format has no real pages. */
  readonly pageSize: { readonly width: number; readonly height: number } | null;
  /** Bytes. */
  readonly fileSize: number;
  /** For a PDF, its version, such as "1.7". */
  readonly formatVersion: string | null;
  /** The number of sheets, sections, chapters or messages if pages are parts of these. */
  readonly units?: number | undefined;
  /** For a text file, the encoding it was read in; missing if the format handles encodings. */
  readonly encoding?: TextEncoding | undefined;
}

/** The encoding of a text file, and how it was determined. */
export interface TextEncoding {
  /**
   * The browser's name for it, in lower case: "utf-8", "windows-1251"; also "utf-32le", "utf-32be",
   * "iso-2022-kr".
   */
  readonly name: string;
  /**
   * How it was determined.
   *
   * - `mark`: a byte order mark.
   * - `declared`: the file states it.
   * - `bytes`: guessed from its bytes, which may be wrong except for UTF-8.
   * - `chosen`: a person has chosen it (`IngestQueue.readAs`).
   */
  readonly from: "mark" | "declared" | "bytes" | "chosen";
  /** How many characters could not be decoded; missing if none. */
  readonly lost?: number | undefined;
  /** True if the text was garbled before it was stored, as in "KÃ¶ln": no encoding restores it. */
  readonly garbled?: true | undefined;
}

/** The encoding that a person has chosen for a document; null if it is detected. */
export function chosenEncoding({ encoding }: Pick<DocumentMetadata, "encoding">): string | null {
  return encoding?.from === "chosen" ? encoding.name : null;
}

/** The date of a document, and where it comes from. */
export interface DocumentDay {
  /** As `2023-05-04`, in UTC. */
  readonly day: string;
  /** The origin of the date: the document itself, or its file's last modification. */
  readonly from: "document" | "file";
}

/**
 * The date of a document: its own modification date, else its creation date, else the file's
 * modification date. A time with a zone is converted to UTC; a month or a year alone stands for its
 * first day. Null if nothing is known.
 */
export function documentDay({
  created,
  modified,
  fileModified,
}: Pick<DocumentMetadata, "created" | "modified" | "fileModified">): DocumentDay | null {
  const stated = dayOf(modified) ?? dayOf(created);
  if (stated !== null) return { day: stated, from: "document" };
  const day = dayOf(fileModified ?? null);
  return day === null ? null : { day, from: "file" };
}

function dayOf(time: string | null): string | null {
  const [, year, month = "01", day = "01", zone] =
    /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?)?)?/.exec(time ?? "") ?? [];
  if (year === undefined) return null;
  const exact = zone === undefined ? Number.NaN : Date.parse(time ?? "");
  const inUtc = Number.isNaN(exact) ? "" : new Date(exact).toISOString();
  return /^\d{4}-/.test(inUtc) ? inUtc.slice(0, 10) : `${year}-${month}-${day}`;
}

/** How many pages a document has, and how many are in each state. */
export interface PageCounts {
  readonly total: number;
  readonly text: number;
  /** Of the pages with text, those whose text was recognised in an image. */
  readonly recognised: number;
  readonly empty: number;
  readonly scanned: number;
  readonly unreadable: number;
}

/** Pages of a document that cannot be searched, and why; the reasons are those of `PageState`. */
export interface PageGap {
  readonly reason: "empty" | "scanned" | "unreadable";
  /** In ascending order. */
  readonly pages: readonly PageRange[];
}

/** An entry of a document's outline: a bookmark, or a heading that was recognised. */
export interface Heading {
  readonly text: string;
  /** 1 is the highest level. */
  readonly level: number;
  /** Counts from 1. */
  readonly page: number;
  /** The heading's place in the page's text; null for a bookmark that matches nothing there. */
  readonly span: { readonly start: number; readonly end: number } | null;
}

/** The origin of a document that is not the person's own. */
export interface DocumentSource {
  readonly url: string;
  readonly title: string;
  /**
   * Set if the document is not stored here but read from its source, such as an engine's index
   * (`pagehound/connect`); missing for a published collection.
   */
  readonly kind?: "engine" | undefined;
}

/** A searchable document. */
export interface DocumentSummary {
  readonly id: DocumentId;
  /** Path as it was added, with `/` between folders. */
  readonly path: string;
  /** SHA-256 of the file's bytes, in hexadecimal; unverified unless it is `readHere`. */
  readonly hash: string;
  readonly format: FormatId;
  readonly pageUnit: PageUnit;
  readonly metadata: DocumentMetadata;
  /** The first heading of its first page, or a filing's company and form; missing if none. */
  readonly heading?: string | undefined;
  readonly pages: PageCounts;
  /** Which pages cannot be searched, at most one entry per reason. */
  readonly gaps: readonly PageGap[];
  readonly passages: number;
  /** Words in its passages; for a script without spaces, half the characters. */
  readonly words: number;
  /**
   * The approximate number of rare words, most of them identifiers and numbers, that are not in the
   * index, because the document has more than it can hold; `Pagehound.grep` finds them. Missing if
   * none.
   */
  readonly termsLeftOut?: number;
  /** Milliseconds since 1970. */
  readonly addedAt: number;
  /** True if its file stays on the person's disk uncopied; see `PagehoundOptions.copyUpTo`. */
  readonly linked: boolean;
  /**
   * The published collection it came with, or the source it is read from, each with its own paths;
   * null for the person's own documents.
   */
  readonly source: DocumentSource | null;
  /**
   * Where the file is that the document was read from.
   *
   * - `here`: it is stored here, or `linked`.
   * - `elsewhere`: with the published collection, from which `Pagehound.original` fetches it.
   * - `absent`: nowhere; the document came without it, and only its text is here.
   */
  readonly original: "here" | "elsewhere" | "absent";
  /**
   * The web address of the original file, as recorded in an engine's index (`pagehound index
   * --originals`); `http` or `https`. Nothing is fetched from there.
   */
  readonly originalUrl?: string | undefined;
  /**
   * True if pages and text were read here from the file's bytes. If not, they came ready-made and
   * unverified with an exported or published collection. A document imported with its file is read
   * again here in the background, and the result replaces it.
   */
  readonly readHere: boolean;
  /** Languages in which text in its images was recognised; missing if it was not, or failed. */
  readonly recognition?: readonly string[];
}

/** The `n`-th document id. */
export function documentId(ordinal: number): DocumentId {
  return `d${ordinal}` as DocumentId;
}

/** The ordinal in a document id, or null if the text is not one. */
export function documentOrdinal(id: string): number | null {
  const match = /^d([1-9]\d{0,14})$/.exec(id);
  return match ? Number(match[1]) : null;
}

/**
 * Documents of sources that are searched in addition to a collection have separate number ranges:
 * those of the first source are above ten million, those of the second above twenty million, and so
 * on.
 */
const sourceRange = 10_000_000;
/** Maximum number of sources searched together: more would need ids with too many digits. */
export const mostSources = 9;

/**
 * The id in a pool for a document of a source (counting from 1), from the source's own number for
 * it; null if the range has no room for it.
 */
export function pooledOrdinal(source: number, ordinal: number): number | null {
  const fits = ordinal >= 1 && ordinal < sourceRange && source >= 1 && source <= mostSources;
  return fits ? source * sourceRange + ordinal : null;
}

/**
 * The source (counting from 1) and the number there of a document in a pool; null for a document of
 * the collection itself.
 */
export function sourceOrdinal(ordinal: number): { source: number; ordinal: number } | null {
  const source = Math.floor(ordinal / sourceRange);
  const localOrdinal = ordinal % sourceRange;
  return source >= 1 && source <= mostSources && localOrdinal >= 1
    ? { source, ordinal: localOrdinal }
    : null;
}

/** Start of a range above the ordinals of any collection, of results of tools and of sources. */
const absentRange = (mostSources + 1) * sourceRange;

/** The `n`-th id of a document that is not in a collection: nothing there ever gets it. */
export function absentDocumentId(n: number): DocumentId {
  return documentId(absentRange + n);
}

/**
 * Names a heading, and the section it starts: document and number in its outline, counting from 1.
 * For instance `d3.h12`.
 */
export type HeadingId = `d${number}.h${number}`;

/** A heading, with its section up to the next heading of the same level or a higher one. */
export interface OutlineEntry extends Heading {
  /** Valid until the document's headings are recognised again. */
  readonly id: HeadingId;
  /** The last page on which the section has text. */
  readonly lastPage: number;
  /**
   * Words in the section, including its subsections. An estimate: the document's words, distributed
   * over its characters.
   */
  readonly words: number;
}

/** The id of the heading at `index` of a document's outline. */
export function headingId(document: DocumentId, index: number): HeadingId {
  return `${document}.h${index + 1}` as HeadingId;
}

/** The parts of a heading id, or null if the text is not one. `index` counts from 0. */
export function parseHeadingId(text: string): { document: DocumentId; index: number } | null {
  const match = /^(d[1-9]\d{0,14})\.h([1-9]\d{0,8})$/.exec(text);
  if (!match) return null;
  return { document: match[1] as DocumentId, index: Number(match[2]) - 1 };
}

/**
 * For each heading, the index of the one that ends its section: the next of the same level or a
 * higher one, or the number of headings if there is none.
 */
export function sectionEnds(headings: readonly Heading[]): number[] {
  const ends = headings.map(() => headings.length);
  const open: number[] = [];
  headings.forEach(({ level }, index) => {
    while (open.length > 0 && (headings[open.at(-1) ?? 0]?.level ?? 0) >= level) {
      ends[open.pop() ?? 0] = index;
    }
    open.push(index);
  });
  return ends;
}

/** Legal forms that follow company names; part of a regular expression that ignores case. */
export const legalForm: string =
  "(?:Inc(?:orporated)?|Corp(?:oration)?|Company|Co|plc|Ltd|Limited|LLC|L\\.L\\.C|LLP|L\\.P|Group|Holdings?|AG|SE|GmbH|KGaA|N\\.V|S\\.A|S\\.p\\.A|A/S|ASA|AB|Oyj|Pty)(?![a-zß-ɏḀ-ỿ\\p{N}])";
