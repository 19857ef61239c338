import type { CallOptions } from "../core/call-options.js";
import type { DocumentMetadata, FormatId, PageUnit } from "../core/document.js";
import type { Page } from "../core/page.js";
import type { Recogniser } from "./ocr/recogniser.js";

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
}

/** What a parser is given. */
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
  /** Set where nothing but text is wanted, and not the rules that tables are found by. */
  readonly textAlone?: boolean;
}

/** A document that is open for reading. */
export interface OpenDocument {
  readonly metadata: DocumentMetadata;
  readonly pageCount: number;
  readonly bookmarks: readonly Bookmark[];
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
  /**
   * Whether the first bytes (up to 4 KiB) are of this format. A format whose content has no mark
   * of its own (Markdown, CSV) accepts text only under one of its extensions.
   */
  sniff(head: Uint8Array, extension: string): boolean;
  /** Opens a file of this format. Throws `damaged-file` or `password-required`. */
  open(source: ParseSource): Promise<OpenDocument>;
}

/** What documents remember of recognition. The order of the languages is no reason to read them anew. */
export function recognitionOf(languages: readonly string[]): string {
  return [...languages].sort().join("+");
}

/**
 * The version of each format's reader, raised whenever the same bytes would give other pages:
 * documents stored by an older reader are then read again.
 */
export const formatVersions: Readonly<Record<FormatId, number>> = {
  pdf: 4,
  text: 1,
  markdown: 2,
  html: 1,
  csv: 1,
  docx: 1,
  xlsx: 1,
  pptx: 1,
  odt: 1,
  ods: 1,
  odp: 1,
  epub: 1,
  mail: 1,
  rtf: 1,
};
