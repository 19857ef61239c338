import type { DocumentId, DocumentSummary } from "./document.js";
import type { ErrorCode } from "./errors.js";

/** A file to add. `path` defaults to the file's path inside the folder it was picked from, or its name. */
export interface InputFile {
  readonly file: Blob;
  readonly path: string;
  /** For an encrypted file. Never stored. */
  readonly password?: string | undefined;
}

/**
 * What happens to files while they are added. Each file ends in exactly one of
 * `document-ready`, `document-unchanged` and `document-refused`.
 *
 * - `document-started`: reading began; the number of pages is known.
 * - `document-progress`: `done` of `total` pages are read. Comes up to ten times a second, and at the end.
 * - `document-indexing`: all pages are read; the document is being made searchable.
 * - `document-ready`: it can be searched. `replaced` tells whether an older version of the path was replaced.
 * - `document-unchanged`: the same bytes are already there under the same path.
 * - `document-refused`: it cannot be read; `message` says why and what to do.
 */
export type IngestEvent =
  | { readonly type: "document-started"; readonly path: string; readonly pages: number }
  | {
      readonly type: "document-progress";
      readonly path: string;
      readonly done: number;
      readonly total: number;
    }
  | { readonly type: "document-indexing"; readonly path: string }
  | {
      readonly type: "document-ready";
      readonly path: string;
      readonly document: DocumentSummary;
      readonly replaced: DocumentId | null;
    }
  | {
      readonly type: "document-unchanged";
      readonly path: string;
      readonly document: DocumentSummary;
    }
  | {
      readonly type: "document-refused";
      readonly path: string;
      readonly code: ErrorCode;
      readonly message: string;
    };
