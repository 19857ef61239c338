import type { CallOptions } from "../core/call-options.js";
import type { DocumentId, DocumentSummary } from "../core/document.js";
import type { OutlineEntry } from "../core/outline.js";
import type { PageRange } from "../core/page-range.js";
import type { EvidenceId, PassageText } from "../core/passage.js";

/** What the functions of this room need of a collection. `Pagehound` has all of it. */
export interface CollectionReader {
  /** All documents that can be read, in the order they were added. */
  documents(options?: CallOptions): Promise<readonly DocumentSummary[]>;
  /** A document's headings, in order. */
  outline(document: DocumentId, options?: CallOptions): Promise<readonly OutlineEntry[]>;
  /** The passages of a document, in order; with `pages`, those on these pages only. */
  passages(
    document: DocumentId,
    options?: { readonly pages?: PageRange | undefined } & CallOptions,
  ): Promise<readonly PassageText[]>;
  /** Passages in the order asked for; null for each that is not there. */
  passagesById(
    ids: readonly EvidenceId[],
    options?: CallOptions,
  ): Promise<readonly (PassageText | null)[]>;
}
