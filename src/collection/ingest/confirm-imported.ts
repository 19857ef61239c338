import { type PackedPage, packPage } from "../../core/index.js";
import type { DocumentPostings } from "../../search/index.js";
import type { SearchableDocument, Store, StoredDocument } from "../../store/index.js";

/** Pages that are compared at once. */
const pagesAtOnce = 16;

/**
 * Checks whether a job read the same pages from a file as an imported document claims to have. If
 * so, the imported document keeps its id and counts as read here; returns it as it is stored now.
 * Returns null if no document was imported, or if it differs: the job's document then replaces it.
 *
 * @param made the job's result
 * @param unstored those of its pages that are not stored yet
 */
export async function confirmImported(
  made: SearchableDocument<DocumentPostings>,
  unstored: readonly PackedPage[],
  store: Store<DocumentPostings>,
): Promise<SearchableDocument<DocumentPostings> | null> {
  const { ordinal: job, path, hash } = made.document;
  const imported = await store.arrivals.unproven(path, hash);
  // Without a section, its index was made by the author of the file.
  if (imported?.section === undefined || !(await saysTheSame(imported, made, unstored, store))) {
    return null;
  }
  const { ordinal } = imported;
  const document = await store.arrivals.confirm({ ...made.document, ordinal }, job);
  if (!document) return null;
  return { ...made, document, passages: { ...made.passages, document: ordinal } };
}

async function saysTheSame(
  imported: StoredDocument,
  { document, passages }: SearchableDocument<DocumentPostings>,
  unstored: readonly PackedPage[],
  store: Store<DocumentPostings>,
): Promise<boolean> {
  const { format, pageUnit, pages } = imported;
  const { total } = pages;
  const [stored] = await store.documents.searchableAmong([imported.ordinal]);
  const alike =
    stored &&
    document.format === format &&
    document.pageUnit === pageUnit &&
    document.pages.total === total &&
    areEqual(stored.passages.entries, passages.entries) &&
    JSON.stringify([stored.passages.headings, stored.passages.bookmarks]) ===
      JSON.stringify([passages.headings, passages.bookmarks]);
  if (!alike) return false;
  const ahead = new Map(unstored.map((page) => [page.number, page]));
  for (let from = 1; from <= total; from += pagesAtOnce) {
    const range = { from, to: Math.min(total, from + pagesAtOnce - 1) };
    const importedPages = (await store.contents.pageRange(imported.content, range)).map(packPage);
    const staged = (await store.contents.pageRange(document.content, range)).map(packPage);
    const read = new Map(staged.map((page) => [page.number, page]));
    const same = importedPages.every((page) => {
      const other = ahead.get(page.number) ?? read.get(page.number);
      return other !== undefined && areSamePages(page, other);
    });
    if (!same || importedPages.length <= range.to - from) return false;
  }
  return true;
}

function areSamePages(one: PackedPage, other: PackedPage): boolean {
  const { lines, geometry, ...rest } = one;
  const { lines: otherLines, geometry: otherGeometry, ...otherRest } = other;
  const keys = new Set([...Object.keys(rest), ...Object.keys(otherRest)] as (keyof typeof rest)[]);
  return (
    [...keys].every((key) => rest[key] === otherRest[key]) &&
    areEqual(lines, otherLines) &&
    (geometry === null) === (otherGeometry === null) &&
    (["runs", "boxes", "lengths"] as const).every((part) =>
      areEqual(geometry?.[part] ?? [], otherGeometry?.[part] ?? []),
    )
  );
}

function areEqual(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}
