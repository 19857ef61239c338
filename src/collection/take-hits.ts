import { type DocumentId, documentId, documentOrdinal } from "../core/document.js";
import type { Language } from "../core/language.js";
import type { Page } from "../core/page.js";
import { evidenceId } from "../core/passage.js";
import type { SearchHit } from "../search/api.js";
import { excerptOf, findMarks } from "../search/excerpt.js";
import type { RankedPassage, Ranking } from "../search/search-index.js";
import type { TextCondition } from "../search/text-conditions.js";
import { unpackPassage } from "../store/pack-passages.js";
import type { SearchableDocument, Store } from "../store/store.js";

/** A document as far as a search is concerned. */
export type SearchedDocument = Pick<SearchableDocument<unknown>, "document" | "passages">;

/** What passages are made into hits from. */
export interface HitSource {
  readonly store: Pick<Store<unknown>, "pages">;
  readonly index: { languageOf(document: number): Language };
  /** The document with an ordinal, or undefined when it was removed. */
  find(ordinal: number): SearchedDocument | undefined;
}

/** How many hits are wanted, and what their text must fulfil. */
export interface HitRequest {
  readonly limit: number;
  readonly holds: TextCondition | null;
  readonly signal: AbortSignal | undefined;
}

/** How many passages are read at once where most may not hold a phrase. */
const batch = 100;

/**
 * The best passages with their text. Where the text must fulfil a condition, passages are read in
 * the order of the ranking until enough of them do.
 */
export async function takeHits(
  ranking: Ranking,
  { limit, holds, signal }: HitRequest,
  source: HitSource,
): Promise<SearchHit[]> {
  if (!holds) return hitsOf(ranking.take(limit), ranking.terms, source);
  const hits: SearchHit[] = [];
  let seen = 0;
  for (let wanted = batch; hits.length < limit; wanted *= 2) {
    const passages = ranking.take(Math.min(wanted, ranking.matches)).slice(seen);
    for (let index = 0; index < passages.length && hits.length < limit; index += batch) {
      signal?.throwIfAborted();
      const some = await hitsOf(passages.slice(index, index + batch), ranking.terms, source);
      hits.push(...some.filter(({ text, document }) => holds(text, languageOf(document, source))));
    }
    seen += passages.length;
    if (seen >= ranking.matches || passages.length === 0) break;
  }
  return hits.slice(0, limit);
}

function languageOf(document: DocumentId, { index }: HitSource): Language {
  return index.languageOf(documentOrdinal(document) ?? 0);
}

async function hitsOf(
  passages: readonly RankedPassage[],
  terms: readonly string[],
  source: HitSource,
): Promise<SearchHit[]> {
  const pages = await source.store.pages(
    passages.map((found) => [found.document, placeOf(found, source)?.page ?? 0] as const),
  );
  return passages.flatMap((found, index) => hitOf(found, pages[index], terms, source) ?? []);
}

function placeOf({ document, passage }: RankedPassage, source: HitSource) {
  const found = source.find(document);
  return found && unpackPassage(found.passages.entries, passage);
}

function hitOf(
  ranked: RankedPassage,
  page: Page | undefined,
  terms: readonly string[],
  source: HitSource,
): SearchHit | null {
  const found = source.find(ranked.document);
  const passage = placeOf(ranked, source);
  // The document was removed while its pages were being fetched.
  if (!found || !passage || !page) return null;
  const id = documentId(ranked.document);
  const { start, end } = passage;
  const text = page.text.slice(start, end);
  const marks = findMarks(text, terms, source.index.languageOf(ranked.document));
  return {
    id: evidenceId(id, passage.page, passage.ordinal),
    document: id,
    path: found.document.path,
    page: passage.page,
    pageLabel: page.label,
    pageUnit: found.document.pageUnit,
    span: { start, end },
    text,
    marks: marks.map((mark) => ({ start: mark.start + start, end: mark.end + start })),
    excerpt: excerptOf(text, marks),
    heading: found.passages.headings[passage.heading]?.text ?? null,
    score: ranked.score,
  };
}
