import type { CallOptions } from "../core/call-options.js";
import type { DocumentMetadata, FormatId } from "../core/document.js";
import type { PackedPage } from "../core/packed-page.js";
import type { Bookmark } from "./format.js";

/** What a parse worker is told when it starts. */
export interface ParseSetup {
  /** See `ParseSource.assetsBase`. */
  readonly assetsBase: string;
}

/** A document that a parse worker has opened. */
export interface OpenedDocument {
  readonly format: FormatId;
  readonly formatVersion: number;
  readonly pageUnit: "page" | "part";
  readonly metadata: DocumentMetadata;
  readonly pageCount: number;
  readonly bookmarks: readonly Bookmark[];
}

/** What a parse worker offers. It holds one document at a time. */
export interface ParseApi {
  /**
   * Recognises and opens a file, given whole, closing the one that was open. Throws `empty-file`,
   * `unsupported-format`, `format-mismatch`, `damaged-file` or `password-required`.
   */
  open(
    request: { bytes: ArrayBuffer; path: string; password?: string | undefined },
    options?: CallOptions,
  ): Promise<OpenedDocument>;
  /** Reads a page of the open document, counting from 1. Calls are answered in order. */
  readPage(request: { number: number }, options?: CallOptions): Promise<PackedPage>;
  /** Frees the open document, if any. */
  close(request: null, options?: CallOptions): Promise<void>;
}
