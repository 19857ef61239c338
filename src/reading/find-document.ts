import type { CallOptions } from "../core/call-options.js";
import type { DocumentSummary } from "../core/document.js";
import { PagehoundError } from "../core/errors.js";
import type { PageRange } from "../core/page-range.js";
import type { CollectionReader } from "./collection-reader.js";

/** So many documents are named when one is asked for that is not there. */
const mostNamed = 20;

/** A document by its id. Throws `not-found`, naming the documents that there are. */
export async function findDocument(
  reader: Pick<CollectionReader, "documents">,
  id: string,
  options: CallOptions,
): Promise<DocumentSummary> {
  const documents = await reader.documents(options);
  const found = documents.find((document) => document.id === id);
  if (!found) throw noDocument(id, documents);
  return found;
}

/** Throws `not-found` when a document does not have all of these pages. */
export function requirePages({ id, pages, pageUnit }: DocumentSummary, asked: PageRange): void {
  if (asked.to <= pages.total) return;
  throw notFound(
    asked.from === asked.to
      ? `${id} has no ${pageUnit} ${asked.from}; it has ${pageUnit}s 1 to ${pages.total}.`
      : `${id} has no ${pageUnit}s ${asked.from} to ${asked.to}; it has ${pageUnit}s 1 to ${pages.total}.`,
  );
}

function noDocument(id: string, documents: readonly DocumentSummary[]): PagehoundError {
  const named = documents.slice(0, mostNamed).map((document) => document.id);
  const more = documents.length - named.length;
  const list = named.join(", ") + (more > 0 ? ` and ${more} more` : "");
  return notFound(
    documents.length === 0
      ? `There is no document ${id}; the collection is empty.`
      : `There is no document ${id}. There are: ${list}.`,
  );
}

export function notFound(message: string): PagehoundError {
  return new PagehoundError("not-found", message);
}
