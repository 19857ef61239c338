import { documentId, documentOrdinal } from "../../core/document.js";
import type { Page, PageRange } from "../../core/page.js";

import {
  type EvidenceId,
  evidenceId,
  type Passage,
  type PassageText,
  parseEvidenceId,
} from "../../core/passage.js";
import { firstOnPage, unpackPassage } from "../../store/contents.js";
import type { StoredPassages } from "../../store/schema.js";
import type { Store } from "../../store/store.js";
import type { CachedDocument } from "../sync/document-cache.js";

/**
 * The passages on some pages of a document, in order, without those whose page is deleted by now.
 * Reads those pages and no others.
 */
export async function passagesOnPages<Postings>(
  store: Store<Postings>,
  content: number,
  { document, entries }: StoredPassages,
  range: PageRange,
): Promise<PassageText[]> {
  const pages = await store.contents.pageRange(content, range);
  const texts = new Map(pages.map((page) => [page.number, page]));
  const passages: PassageText[] = [];
  const end = firstOnPage(entries, range.to + 1);
  for (let index = firstOnPage(entries, range.from); index < end; index++) {
    const passage = unpackPassage(entries, index);
    const page = texts.get(passage.page);
    if (page) passages.push(withText(document, passage, page));
  }
  return passages;
}

/** Passages by their ids, in the order asked for; null for those that are not there. Reads each page once. */
export async function readPassagesById<Postings>(
  store: Store<Postings>,
  ids: readonly EvidenceId[],
  find: (document: number) => CachedDocument | undefined,
): Promise<(PassageText | null)[]> {
  const places = ids.map((id) => findPassage(id, find));
  const keys = new Map<string, readonly [content: number, page: number]>();
  for (const place of places) {
    if (place) keys.set(keyOf(place), [place.content, place.passage.page]);
  }
  const pages = await store.contents.pages([...keys.values()]);
  const read = new Map([...keys.keys()].map((key, index) => [key, pages[index]]));
  return places.map((place) => {
    const page = place && read.get(keyOf(place));
    return place && page ? withText(place.document, place.passage, page) : null;
  });
}

interface Place {
  readonly document: number;
  readonly content: number;
  readonly passage: Passage;
}

function findPassage(
  id: EvidenceId,
  find: (document: number) => CachedDocument | undefined,
): Place | null {
  const parts = parseEvidenceId(id);
  const cached = parts && find(documentOrdinal(parts.document) ?? 0);
  if (!cached) return null;
  const { entries, document } = cached.passages;
  // A page's passages count from 1, without a gap.
  const index = firstOnPage(entries, parts.page) + parts.ordinal - 1;
  const passage = unpackPassage(entries, index);
  const found = passage.page === parts.page && passage.ordinal === parts.ordinal;
  return found ? { document, content: cached.document.content, passage } : null;
}

function keyOf({ document, passage }: Place): string {
  return `${document}/${passage.page}`;
}

function withText(document: number, passage: Passage, read: Page): PassageText {
  const { page, ordinal, start, end, heading } = passage;
  const id = evidenceId(documentId(document), page, ordinal);
  const text = read.text.slice(start, end);
  return { id, page, pageLabel: read.label, span: { start, end }, text, heading };
}
