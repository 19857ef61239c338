import type { PageSequence } from "../core/page-sequence.js";
import type { Bookmark } from "../parse/format.js";
import { passagesVersion } from "../parse/passages.js";
import { type DocumentPostings, postingsVersion } from "../search/document-postings.js";
import { packPassages } from "../store/pack-passages.js";
import type { StoredDocument, Versions } from "../store/schema.js";
import type { SearchableDocument } from "../store/store.js";
import { type DocumentFacts, documentFacts, factsVersion } from "./document-facts.js";
import { indexDocument } from "./index-document.js";

/** A document but for what is made of its pages; whatever else it has of that is made anew. */
type DescribedDocument = Omit<
  StoredDocument,
  keyof DocumentFacts | "passages" | "versions" | "termsLeftOut"
> & {
  readonly versions: Pick<Versions, "format" | "recognition">;
};

/**
 * Makes of a document's pages what it takes to search it: facts, passages and postings, with the
 * versions of the code that made them. Stores nothing. Depends on its arguments alone.
 */
export async function makeSearchable(
  document: DescribedDocument,
  bookmarks: readonly Bookmark[],
  pages: PageSequence,
  signal: AbortSignal,
): Promise<SearchableDocument<DocumentPostings>> {
  const { ordinal, path, versions } = document;
  const indexed = await indexDocument({ path, bookmarks }, pages, signal);
  const { leftOut } = indexed.postings;
  const { termsLeftOut: _before, ...described } = document as StoredDocument;
  return {
    document: {
      ...described,
      ...(await documentFacts(pages, indexed.passages, signal)),
      versions: {
        ...versions,
        passages: passagesVersion,
        postings: postingsVersion,
        facts: factsVersion,
      },
      passages: indexed.passages.length,
      ...(leftOut ? { termsLeftOut: leftOut } : {}),
    },
    passages: {
      document: ordinal,
      entries: packPassages(indexed.passages),
      headings: indexed.headings,
      bookmarks,
    },
    postings: indexed.postings,
  };
}
