import { type DocumentId, documentId, documentOrdinal } from "../../core/document.js";
import type { Language } from "../../core/language.js";
import type { Page } from "../../core/page.js";
import { evidenceId, type Passage } from "../../core/passage.js";
import type { SearchHit } from "../../search/api.js";
import type { RankedPassage, Ranking } from "../../search/index/search-index.js";
import { excerptOf, findMarks, type TextCondition } from "../../search/query/text-conditions.js";

import { unpackPassage } from "../../store/contents.js";
import type { SearchableDocument, Store } from "../../store/store.js";

/** A document as far as a search is concerned. */
export type SearchedDocument = Pick<SearchableDocument<unknown>, "document" | "passages">;

/** The passages that were found, however they were. */
export type FoundPassages = Pick<Ranking, "matches" | "terms" | "take">;

/** What passages are made into hits from. */
export interface HitSource {
  readonly store: Pick<Store<unknown>, "contents">;
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

/** How many passages are read at once where most may not hold a phrase … */
const batch = 100;
/** … and how many at most: words that stand everywhere may stand side by side nowhere. */
const maxRead = 5_000;

/**
 * The best passages with their text. Where the text must fulfil a condition, passages are read in
 * the order of the ranking until enough of them do, or there is no hope left.
 */
export async function takeHits(
  ranking: FoundPassages,
  { limit, holds, signal }: HitRequest,
  source: HitSource,
): Promise<SearchHit[]> {
  if (!holds) return hitsOf(ranking.take(limit), ranking.terms, source, () => true);
  const hits: SearchHit[] = [];
  const passages = ranking.take(Math.min(maxRead, ranking.matches));
  for (let index = 0; index < passages.length && hits.length < limit; index += batch) {
    signal?.throwIfAborted();
    const some = passages.slice(index, index + batch);
    hits.push(...(await hitsOf(some, ranking.terms, source, holds)));
  }
  return hits.slice(0, limit);
}

/** The language a document was indexed in. */
export function documentLanguage(
  document: DocumentId,
  { index }: Pick<HitSource, "index">,
): Language {
  return index.languageOf(documentOrdinal(document) ?? 0);
}

async function hitsOf(
  passages: readonly RankedPassage[],
  terms: readonly string[],
  source: HitSource,
  holds: TextCondition,
): Promise<SearchHit[]> {
  const placed = passages.flatMap((ranked) => {
    const found = source.find(ranked.document);
    if (!found) return [];
    const { content } = found.document;
    return [{ ranked, content, passage: unpackPassage(found.passages.entries, ranked.passage) }];
  });
  const keyOf = ({ content, passage }: PlacedPassage) => `${content} ${passage.page}`;
  const keys = new Map(
    placed.map((each) => [keyOf(each), [each.content, each.passage.page] as const]),
  );
  const read = await source.store.contents.pages([...keys.values()]);
  const pages = new Map([...keys.keys()].map((key, index) => [key, read[index]]));
  return placed.flatMap(
    (each) => hitOf(each, pages.get(keyOf(each)), { terms, holds }, source) ?? [],
  );
}

/** A passage that was found, and where it stands. */
interface PlacedPassage {
  readonly ranked: RankedPassage;
  /** The key of its page. */
  readonly content: number;
  readonly passage: Passage;
}

function hitOf(
  { ranked, passage }: PlacedPassage,
  page: Page | undefined,
  { terms, holds }: { terms: readonly string[]; holds: TextCondition },
  source: HitSource,
): SearchHit | null {
  const found = source.find(ranked.document);
  // The document was removed while its pages were being fetched.
  if (!found || !page) return null;
  const id = documentId(ranked.document);
  const { start, end } = passage;
  const text = page.text.slice(start, end);
  const language = source.index.languageOf(ranked.document);
  if (!holds(text, language)) return null;
  const marks = findMarks(text, terms, language);
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
