import type {
  DocumentPostingsBuilder,
  IndexedPassage,
} from "../../../src/search/index/document-postings.js";

/** Adds a page with its passages; none for a page without text. */
export function addPage(
  builder: DocumentPostingsBuilder,
  passages: readonly IndexedPassage[],
  margins: string,
): void {
  for (const passage of passages) builder.addPassage(passage);
  builder.endPage(margins);
}
