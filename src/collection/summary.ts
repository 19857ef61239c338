import { type DocumentSummary, documentId } from "../core/document.js";
import { type StoredDocument, wasSeenHere } from "../store/schema.js";

/** What callers are shown of a stored document. */
export function summaryOf(document: StoredDocument): DocumentSummary {
  const { ordinal, path, hash, format, pageUnit, metadata, addedAt, linked } = document;
  const { source = null, original = "here" } = document;
  const { pages, gaps, passages, words, termsLeftOut } = document;
  return {
    id: documentId(ordinal),
    path,
    hash,
    format,
    pageUnit,
    metadata,
    pages,
    gaps,
    passages,
    words,
    ...(termsLeftOut ? { termsLeftOut } : {}),
    addedAt,
    linked: linked ?? false,
    source,
    original,
    readHere: wasSeenHere(document),
  };
}
