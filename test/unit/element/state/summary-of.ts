import type { DocumentSummary, PageCounts } from "../../../../src/core/document.js";
import { documentId } from "../../../../src/core/document.js";
import { textMetadata } from "../../../../src/readers/parts.js";

/** A document with this many pages of each kind; all others have text. */
export function summaryOf(
  counts: Partial<PageCounts> & Pick<PageCounts, "total">,
  about: Partial<Pick<DocumentSummary, "path" | "format" | "pageUnit" | "metadata">> = {},
): DocumentSummary {
  const { total, scanned = 0, unreadable = 0, empty = 0, recognised = 0 } = counts;
  const text = total - scanned - unreadable - empty;
  return {
    id: documentId(1),
    path: "reports/annual.pdf",
    hash: "",
    format: "pdf",
    pageUnit: "page",
    metadata: textMetadata(1),
    pages: { total, text, recognised, empty, scanned, unreadable },
    gaps: [],
    passages: 1,
    words: 1,
    addedAt: 0,
    linked: false,
    source: null,
    original: "here",
    readHere: true,
    ...about,
  };
}
