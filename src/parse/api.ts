import type { CallOptions } from "../core/call-options.js";
import type { DocumentMetadata, FormatId, PageUnit } from "../core/document.js";
import type { PackedPage } from "../core/page.js";
import type { AttachedFile, Bookmark, OpeningProgress, PageProgress } from "./format.js";
import type { OcrSetup } from "./ocr/recogniser.js";

/** What a parse worker is told when it starts. */
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
   * `recognise` are the languages of the text in its images, in place of those of all files.
   */
  open(
    request: {
      bytes: ArrayBuffer;
      path: string;
      password?: string | undefined;
      recognise?: readonly string[] | undefined;
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
