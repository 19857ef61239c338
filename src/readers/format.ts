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
 * Reported every few seconds while a page takes long for a good reason: its text is being
 * recognised, or files it needs are being fetched. Both end on their own, with or without the text.
 */
export interface PageProgress {
  readonly doing: "recognising" | "fetching";
  /** The share of the page that has been recognised, from 0 to 1; missing if unknown. */
  readonly share?: number;
}

/** Reported from time to time while a whole file is scanned to find its pages. */
export interface OpeningProgress {
  /** From 0 to 1. */
  readonly share: number;
}

export interface ParseSource {
  /** The whole file. The parser may take ownership of the bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Path as it was added, with `/` between folders; only its name and extension are meaningful. */
  readonly path: string;
  readonly password: string | undefined;
  /** Absolute URL, ending in `/`, of the folder with `cmaps/`, `standard_fonts/`, `wasm/` and `iccs/`. */
  readonly assetsBase: string;
  /** Recognises text in images; null if not wanted. The parser must not end it. */
  readonly recogniser: Recogniser | null;
  /** True if recognising whole pages failed: tries smaller pictures, then parts. */
  readonly careful?: boolean | undefined;
  /** Called while the whole file is scanned to open it, with the share done, from 0 to 1. */
  readonly opening?: ((share: number) => void) | undefined;
  /** The text encoding chosen by a person, for formats that are text; see `readText`. */
  readonly encoding?: string | undefined;
  /** Set if only the text is wanted, not the ruling lines that help find tables. */
  readonly textAlone?: boolean;
}

/** A file inside a document, read as a separate document. */
export interface AttachedFile {
  /** Path below the document's own, with `/` between folders; unique in the document. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface OpenDocument {
  readonly metadata: DocumentMetadata;
  readonly pageCount: number;
  readonly bookmarks: readonly Bookmark[];
  /** The files inside the document, readable or not. */
  readonly attached?: readonly AttachedFile[];
  /**
   * Reads one page, counting from 1. A page that cannot be read is returned in the state
   * `unreadable`; faults of the file never make this reject. The result depends only on the file
   * and the number (and on whether text is recognised), not on which pages were read before.
   */
  readPage(number: number, options?: CallOptions<PageProgress>): Promise<Page>;
  /** Frees what the document holds. Later calls of `readPage` reject. */
  close(): Promise<void>;
}

/** One kind of file and how to read it. A format is a folder and a line in the registry. */
export interface Format {
  readonly id: FormatId;
  /** Raised whenever the same bytes give different pages; stored documents are then reread. */
  readonly version: number;
  /** The unit that its pages represent. */
  readonly pageUnit: PageUnit;
  /** Name for people: "PDF", "plain text". */
  readonly label: string;
  /** File extensions in lower case, without the dot. */
  readonly extensions: readonly string[];
  /** Opens a file of this format. Throws `damaged-file` or `password-required`. */
  open(source: ParseSource): Promise<OpenDocument>;
}

/** A format identified by a file's first bytes rather than by the contents of an archive. */
export interface SniffedFormat extends Format {
  /**
   * Whether the first bytes (up to 4 KiB) match this format. A format without a signature
   * (Markdown, CSV) accepts text only under one of its extensions.
   */
  sniff(head: Uint8Array, extension: string): boolean;
}

/** A format with the version and extensions of its id. */
export function formatOf(
  id: FormatId,
  pageUnit: PageUnit,
  label: string,
  open: Format["open"],
): Format {
  const { extensions } = formatNames[id];
  return { id, version: formatVersions[id], pageUnit, label, extensions, open };
}

/** Reads pages one at a time, though requested ahead: less memory, and no more time. */
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
  /** How to recognise the text of scanned pages; null to skip it. */
  readonly ocr: OcrSetup | null;
}

/** A document that a parse worker has opened. */
export interface OpenedDocument extends Pick<OpenDocument, "metadata" | "pageCount" | "bookmarks"> {
  readonly format: FormatId;
  readonly formatVersion: number;
  readonly pageUnit: PageUnit;
  /** The files inside the document whose format can be read, or should be. */
  readonly attached?: readonly AttachedFile[];
}

/** The interface of a parse worker. It holds one document at a time. */
export interface ParseApi {
  /**
   * Recognises and opens a file passed as a whole, closing the one that was open. Throws
   * `empty-file`, `unsupported-format`, `format-mismatch`, `too-large`, `damaged-file` or
   * `password-required`. `recognise` overrides the languages of the text in its images; `careful`
   * changes how they are recognised, see `ParseSource.careful`; `encoding` overrides the detected
   * encoding of a text file.
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
   * Reads a page of the open document, counting from 1. Calls are answered in order. Aborting one
   * while the page's text is being recognised stops that at once.
   */
  readPage(request: { number: number }, options?: CallOptions<PageProgress>): Promise<PackedPage>;
  /** Frees the open document, if any. */
  close(request: null, options?: CallOptions): Promise<void>;
}

/** Reports that a file needs a password, or a different one from the one supplied. */
export function passwordRequired(path: string, isWrong: boolean, cause?: unknown): PagehoundError {
  return new PagehoundError(
    "password-required",
    isWrong
      ? `The password for ${path} is wrong. Try again.`
      : `${path} is protected by a password. Enter it to read the file.`,
    { data: { path, reason: isWrong ? "wrong" : "needed" }, cause },
  );
}

/** The recognition settings stored with documents. The order of languages does not matter. */
export function recognitionOf(languages: readonly string[]): string {
  return languages.toSorted().join("+");
}

/**
 * The version of each format's reader, raised whenever the same bytes would result in different
 * pages: documents stored by an older reader are then reread.
 */
export const formatVersions: Readonly<Record<FormatId, number>> = {
  pdf: 8,
  text: 4,
  markdown: 4,
  html: 3,
  csv: 2,
  docx: 6,
  xlsx: 3,
  pptx: 6,
  odt: 4,
  ods: 4,
  odp: 3,
  epub: 4,
  mail: 8,
  rtf: 4,
  image: 1,
};
