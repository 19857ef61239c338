import type { DocumentId, DocumentSummary } from "./document.js";
import type { IngestProblem } from "./ingest.js";

/**
 * How far an export, an import or the fetching of a published collection is.
 *
 * - `writing`: documents are written to the file.
 * - `checking`: they are read and checked; nothing is stored yet.
 * - `fetching`: they come from the server, and each can be searched once it is counted.
 * - `storing`: they are stored, and each can be searched once it is counted.
 */
export interface TransferProgress {
  readonly step: "writing" | "checking" | "fetching" | "storing";
  /** Documents that are done. */
  readonly done: number;
  /** Documents in all. */
  readonly total: number;
  /**
   * When an export is done, the documents that are not in the file, because a file with what is stored
   * of them would be refused where it is opened; missing when there are none.
   */
  readonly leftOut?: readonly LeftOutDocument[];
}

/** A document that an export has left out. */
export interface LeftOutDocument {
  readonly path: string;
  /** Why, and what to do, in plain words. */
  readonly message: string;
}

/** What an import brought. */
export interface ImportedCollection {
  /** As it was named when it was exported. */
  readonly title: string;
  /** The documents that can be searched now and could not before. */
  readonly added: readonly DocumentSummary[];
  /** The same, of those that took the place of another one at their path. */
  readonly replaced: readonly DocumentSummary[];
  /** Those whose place they took, in the same order; `Pagehound.restore` brings them back. */
  readonly older: readonly DocumentId[];
  /** Those that were there with the same bytes, and stay as they were. */
  readonly unchanged: readonly DocumentSummary[];
}

/** A published collection whose documents are here, or on their way. */
export interface PublishedCollection {
  readonly url: string;
  readonly title: string;
  /** When it was published, ISO 8601. */
  readonly created: string;
  /** How many of its documents can be searched here. */
  readonly documents: number;
  /** How many of its documents were removed here, and stay away. */
  readonly hidden: number;
  /** Whether all its documents are here; if not, `refresh` goes on. */
  readonly complete: boolean;
  /** When it was last known to be what is published, in milliseconds since 1970. */
  readonly checkedAt: number;
}

/** What a look at a published collection changed. */
export interface PublishedUpdate {
  readonly url: string;
  /** Documents that are new here, or others than before. */
  readonly fetched: readonly DocumentSummary[];
  /** How many documents are not published any more and are gone. */
  readonly removed: number;
  /** Why it could not be brought up to date, or not wholly; null when it was. */
  readonly problem: IngestProblem | null;
}
