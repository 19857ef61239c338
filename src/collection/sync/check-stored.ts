import {
  anyObject,
  count,
  list,
  matches,
  number,
  object,
  optional,
  shape,
  text,
} from "../../core/shape.js";
import { passagesVersion } from "../../parse/passages.js";
import { type DocumentPostings, postingsVersion } from "../../search/index/document-postings.js";
import type { StoredDocument } from "../../store/schema.js";
import type { SearchableDocument, Store } from "../../store/store.js";
import { factsVersion, makeSearchable, StoredPages } from "../ingest/make-searchable.js";

const name = shape<string>("a name", (each) => typeof each === "string" && each !== "");
const bytes = shape<Uint8Array>("bytes", (each) => each instanceof Uint8Array);
const numbers = shape<Uint32Array>("numbers", (each) => each instanceof Uint32Array);

const described = object({
  path: name,
  hash: name,
  format: name,
  pageUnit: name,
  ordinal: number,
  content: number,
  addedAt: number,
  passages: number,
  words: number,
  versions: object({ format: number, passages: number, postings: number }),
  pages: object({
    total: number,
    text: number,
    recognised: number,
    empty: number,
    scanned: number,
    unreadable: number,
  }),
  metadata: object({ fileSize: number }),
  gaps: list(object({ pages: list(object({ from: number, to: number })) })),
  source: optional(object({ url: text })),
});

const storedPassages = object({
  entries: shape<Uint32Array>(
    "five numbers a passage",
    (each) => each instanceof Uint32Array && each.length % 5 === 0,
  ),
  headings: list(anyObject),
  bookmarks: list(anyObject),
});

const terms = object({ texts: count, terms: text, offsets: numbers, entries: numbers });

/** Terms are not gone through, of which there may be millions each time a collection is opened. */
const storedPostings = object({
  language: text,
  abbreviations: list(object({ short: text, long: text })),
  margins: list(text),
  passages: terms,
  pages: terms,
  name: terms,
  opening: terms,
  pageOfPassage: numbers,
  numbers: bytes,
});

/**
 * Whether a document is described as it must be to be listed and searched. Disks lose parts of what is
 * stored, and other versions of the page may have stored what this one does not know.
 */
export function isDescribed(document: StoredDocument): boolean {
  return matches(described, document);
}

/** Whether the index takes postings without harm to those of other documents. */
function arePostingsUsable(postings: DocumentPostings | undefined): boolean {
  if (!matches(storedPostings, postings)) return false;
  const { passages, pages, name, opening, pageOfPassage, numbers } = postings;
  return (
    // What the last term ends with.
    [passages, pages, name, opening].every((part) => part.offsets.at(-1) === part.entries.length) &&
    pageOfPassage.length === passages.texts &&
    numbers.length === passages.texts
  );
}

/**
 * The document, with its passages, postings and facts made anew from its stored pages when the code
 * that makes them has changed since, when they cannot be used as they are stored, or when `always` is
 * set; else, and where pages are not there any more, the very same object. Stores
 * nothing: that is for the caller, who may not be the one to write.
 */
export async function bringUpToDate(
  stored: SearchableDocument<DocumentPostings>,
  store: Pick<Store<DocumentPostings>, "contents">,
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
  const bookmarks = matches(storedPassages, stored.passages) ? stored.passages.bookmarks : [];
  const reindexed = await makeSearchable(document, bookmarks, pages, signal);
  // It was deleted meanwhile, by whichever tab; nobody will look for it.
  return reindexed.document.pages.total === document.pages.total ? reindexed : stored;
}

/** Whether what is stored of a document can be searched, whatever it says. */
export function isUsable({
  passages,
  postings,
}: Pick<SearchableDocument<DocumentPostings>, "passages" | "postings">): boolean {
  return matches(storedPassages, passages) && arePostingsUsable(postings);
}
