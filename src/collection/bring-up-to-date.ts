import { passagesVersion } from "../parse/passages.js";
import { type DocumentPostings, postingsVersion } from "../search/document-postings.js";
import type { SearchableDocument, Store } from "../store/store.js";
import { arePassagesUsable, arePostingsUsable } from "./check-stored.js";
import { factsVersion } from "./document-facts.js";
import { makeSearchable } from "./make-searchable.js";
import { StoredPages } from "./stored-pages.js";

/**
 * The document, with its passages, postings and facts made anew from its stored pages when the code
 * that makes them has changed since, when they cannot be used as they are stored, or when `always` is
 * set; else, and where pages are not there any more, the very same object. Stores
 * nothing: that is for the caller, who may not be the one to write.
 */
export async function bringUpToDate(
  stored: SearchableDocument<DocumentPostings>,
  store: Pick<Store<DocumentPostings>, "textPages">,
  always: boolean,
  signal: AbortSignal,
): Promise<SearchableDocument<DocumentPostings>> {
  const { document } = stored;
  const { versions } = document;
  const current =
    versions.passages === passagesVersion &&
    versions.postings === postingsVersion &&
    versions.facts === factsVersion &&
    isUsable(stored);
  if (current && !always) return stored;
  const pages = new StoredPages(store, document.content, document.pages.total);
  // Where they are lost, headings are those that the pages show.
  const bookmarks = arePassagesUsable(stored.passages) ? stored.passages.bookmarks : [];
  const renewed = await makeSearchable(document, bookmarks, pages, signal);
  // It was deleted meanwhile, by whichever tab; nobody will look for it.
  return renewed.document.pages.total === document.pages.total ? renewed : stored;
}

/** Whether what is stored of a document can be searched, whatever it says. */
export function isUsable({
  passages,
  postings,
}: Pick<SearchableDocument<DocumentPostings>, "passages" | "postings">): boolean {
  return arePassagesUsable(passages) && arePostingsUsable(postings);
}
