import {
  type CallOptions,
  type DocumentMetadata,
  type FormatId,
  formatNames,
  type PackedPage,
  type Page,
  PagehoundError,
  type PageUnit,
} from "../core/index.js";
import type { OcrSetup, Recogniser } from "./ocr/recogniser.js";

/** A bookmark of the document, in document order. */
export interface Bookmark {
  readonly text: string;
  /** 1 is the highest level. */
  readonly level: number;
  /** Page it points to, counting from 1. */
  readonly page: number;
}

/**
 * Told every few seconds while a page takes long for a good reason: its text is being recognised,
 * or files that it needs are being fetched. That ends by itself, with the text or without.
 */
export interface PageProgress {
  readonly doing: "recognising" | "fetching";
  /** How much of the page has been recognised, from 0 to 1; missing where that is not known. */
  readonly share?: number;
}

/** Reported from time to time while a file is read through whole, before its pages are known. */
export interface OpeningProgress {
  /** From 0 to 1. */
  readonly share: number;
}

/** The input of a parser. */
export interface ParseSource {
  /** The whole file. The parser may take it for itself. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Path as it was added, with `/` between folders; only its name and extension say something. */
  readonly path: string;
  readonly password: string | undefined;
  /** Absolute URL, ending in `/`, of the folder with `cmaps/`, `standard_fonts/`, `wasm/` and `iccs/`. */
  readonly assetsBase: string;
  /** What recognises text in images, or null when that is not wanted. Not the parser's to end. */
  readonly recogniser: Recogniser | null;
  /** Whether pages are recognised in a smaller picture, else one part at a time, because they could not be as a whole. */
  readonly careful?: boolean | undefined;
  /** Called while the file is gone through whole to open it, with the share that is done, from 0 to 1. */
  readonly opening?: ((share: number) => void) | undefined;
  /** The encoding of its text that a person has chosen, in formats that are text; see `readText`. */
  readonly encoding?: string | undefined;
  /** Set where nothing but text is wanted, and not the rules that tables are found by. */
  readonly textAlone?: boolean;
}

/** A file inside of a document, to be read as a document of its own. */
export interface AttachedFile {
  /** Below the document's own path, with `/` between folders; each another. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A document that is open for reading. */
export interface OpenDocument {
  readonly metadata: DocumentMetadata;
  readonly pageCount: number;
  readonly bookmarks: readonly Bookmark[];
  /** The files inside of it, whether they can be read or not. */
  readonly attached?: readonly AttachedFile[];
  /**
   * Reads one page, counting from 1. A page that cannot be read comes back in the state
   * `unreadable`; it never rejects for a fault of the file. What it returns depends on the file
   * and the number alone (and on whether text is recognised), not on which pages were read before.
   */
  readPage(number: number, options?: CallOptions<PageProgress>): Promise<Page>;
  /** Frees what the document holds. Later calls of `readPage` reject. */
  close(): Promise<void>;
}

/** One kind of file: how it is recognised and how it is read. A format is a folder and a line in the registry. */
export interface Format {
  readonly id: FormatId;
  /** Raised whenever the same bytes would give other pages; stored documents are then read again. */
  readonly version: number;
  /** What its pages are. */
  readonly pageUnit: PageUnit;
  /** Name for people: "PDF", "plain text". */
  readonly label: string;
  /** File extensions in lower case, without the dot. */
  readonly extensions: readonly string[];
  /** Opens a file of this format. Throws `damaged-file` or `password-required`. */
  open(source: ParseSource): Promise<OpenDocument>;
}

/**
 * A format identified by the first bytes of a file, unlike those identified by the contents of an
 * archive.
 */
export interface SniffedFormat extends Format {
  /**
   * Whether the first bytes (up to 4 KiB) match this format. A format without a signature
   * (Markdown, CSV) accepts text only under one of its extensions.
   */
  sniff(head: Uint8Array, extension: string): boolean;
}

/** A format of which version and extensions are those of its id. */
export function formatOf(
  id: FormatId,
  pageUnit: PageUnit,
  label: string,
  open: Format["open"],
): Format {
  const { extensions } = formatNames[id];
  return { id, version: formatVersions[id], pageUnit, label, extensions, open };
}

/**
 * Reads pages one at a time, because they are requested ahead: it needs less memory and no more
 * time.
 */
export function inOrder(read: OpenDocument["readPage"]): OpenDocument["readPage"] {
  let last: Promise<unknown> = Promise.resolve();
  return (number, options) => {
    const reading = last.then(() => read(number, options));
    last = reading.catch(() => {});
    return reading;
  };
}

/** The settings of a parse worker at its start. */
export interface ParseSetup {
  /** See `ParseSource.assetsBase`. */
  readonly assetsBase: string;
  /** How the text of scanned pages is recognised, or null when it is not. */
  readonly ocr: OcrSetup | null;
}

/** A document that a parse worker has opened. */
export interface OpenedDocument {
  readonly format: FormatId;
  readonly formatVersion: number;
  readonly pageUnit: PageUnit;
  readonly metadata: DocumentMetadata;
  readonly pageCount: number;
  readonly bookmarks: readonly Bookmark[];
  /** The files inside of it that are of a format which can be read, or should be. */
  readonly attached?: readonly AttachedFile[];
}

/** What a parse worker offers. It holds one document at a time. */
export interface ParseApi {
  /**
   * Recognises and opens a file, given whole, closing the one that was open. Throws `empty-file`,
   * `unsupported-format`, `format-mismatch`, `too-large`, `damaged-file` or `password-required`.
   * `recognise` are the languages of the text in its images, in place of those of all files;
   * `careful` has them recognised in another way, see `ParseSource.careful`;
   * `encoding` is that of a text file, in place of the one that its bytes look like.
   */
  open(
    request: {
      bytes: ArrayBuffer;
      path: string;
      password?: string | undefined;
      recognise?: readonly string[] | undefined;
      careful?: boolean | undefined;
      encoding?: string | undefined;
    },
    options?: CallOptions<OpeningProgress>,
  ): Promise<OpenedDocument>;
  /**
   * Reads a page of the open document, counting from 1. Calls are answered in order. When one is
   * aborted while the page's text is being recognised, that ends at once.
   */
  readPage(request: { number: number }, options?: CallOptions<PageProgress>): Promise<PackedPage>;
  /** Frees the open document, if any. */
  close(request: null, options?: CallOptions): Promise<void>;
}

/** Says that a file opens with a password alone, or with another than the one that was given. */
export function passwordRequired(path: string, isWrong: boolean, cause?: unknown): PagehoundError {
  return new PagehoundError(
    "password-required",
    isWrong
      ? `The password for ${path} is wrong. Try again.`
      : `${path} is protected by a password. It can be read once the password is given.`,
    { data: { path, reason: isWrong ? "wrong" : "needed" }, cause },
  );
}

/**
 * What documents remember of recognition. The order of the languages is no reason to read them
 * again.
 */
export function recognitionOf(languages: readonly string[]): string {
  return [...languages].sort().join("+");
}

/**
 * The version of each format's reader, raised whenever the same bytes would give other pages:
 * documents stored by an older reader are then read again.
 */
export const formatVersions: Readonly<Record<FormatId, number>> = {
  pdf: 6,
  text: 2,
  markdown: 3,
  html: 2,
  csv: 2,
  docx: 5,
  xlsx: 3,
  pptx: 4,
  odt: 3,
  ods: 4,
  odp: 2,
  epub: 3,
  mail: 5,
  rtf: 4,
  image: 1,
};
