import { isRecord } from "../../core/json.js";
import { passagesVersion } from "../../parse/passages.js";
import { type DocumentPostings, postingsVersion } from "../../search/index/document-postings.js";
import type { StoredDocument, StoredPassages } from "../../store/schema.js";
import type { SearchableDocument, Store } from "../../store/store.js";
import { factsVersion, makeSearchable, StoredPages } from "../ingest/make-searchable.js";

/**
 * Whether a document is described as it must be to be listed and searched. Disks lose parts of what is
 * stored, and other versions of the page may have stored what this one does not know.
 */
export function isDescribed(document: StoredDocument): boolean {
  const { path, hash, format, pageUnit, versions, metadata, pages, gaps, source } =
    document as Partial<StoredDocument>;
  const texts = [path, hash, format, pageUnit];
  const { ordinal, content, addedAt, passages, words } = document as Partial<StoredDocument>;
  return (
    texts.every((text) => typeof text === "string" && text !== "") &&
    [ordinal, content, addedAt, passages, words].every(Number.isFinite) &&
    areNumbers(versions, ["format", "passages", "postings"]) &&
    areNumbers(pages, ["total", "text", "recognised", "empty", "scanned", "unreadable"]) &&
    areNumbers(metadata, ["fileSize"]) &&
    areAll(gaps, (gap) => isRecord(gap) && areAll(gap.pages, isRange)) &&
    (source === undefined || (isRecord(source) && typeof source.url === "string"))
  );
}

/** Whether passages are of a shape that can be looked into. Whether they are true of the pages is not asked. */
function arePassagesUsable(passages: StoredPassages | undefined): boolean {
  const { entries, headings, bookmarks } = { ...passages };
  return (
    entries instanceof Uint32Array &&
    entries.length % 5 === 0 &&
    areAll(headings, isRecord) &&
    areAll(bookmarks, isRecord)
  );
}

/**
 * Whether postings are of a shape that the index takes without harm to those of other documents. Their
 * terms are not gone through, of which there may be millions each time a collection is opened.
 */
function arePostingsUsable(postings: DocumentPostings | undefined): boolean {
  const { language, abbreviations, margins, pageOfPassage, numbers, passages, pages } = {
    ...postings,
  };
  const { name, opening } = { ...postings };
  return (
    typeof language === "string" &&
    areAll(abbreviations, isAbbreviation) &&
    areAll(margins, (term) => typeof term === "string") &&
    [passages, pages, name, opening].every(isPart) &&
    pageOfPassage instanceof Uint32Array &&
    numbers instanceof Uint8Array &&
    pageOfPassage.length === passages?.texts &&
    numbers.length === passages.texts
  );
}

function isPart(part: unknown): boolean {
  if (!isRecord(part)) return false;
  const { texts, terms, offsets, entries } = part;
  return (
    Number.isSafeInteger(texts) &&
    typeof terms === "string" &&
    offsets instanceof Uint32Array &&
    entries instanceof Uint32Array &&
    // What the last term ends with.
    offsets.at(-1) === entries.length
  );
}

function isAbbreviation(value: unknown): boolean {
  return isRecord(value) && typeof value.short === "string" && typeof value.long === "string";
}

function isRange(value: unknown): boolean {
  return areNumbers(value, ["from", "to"]);
}

function areNumbers(value: unknown, names: readonly string[]): boolean {
  return isRecord(value) && names.every((name) => Number.isFinite(value[name]));
}

function areAll(value: unknown, is: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(is);
}

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
