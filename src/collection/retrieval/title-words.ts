import { documentId, type Language, queryWordsOf, termsOf } from "../../core/index.js";
import type { SearchHit } from "../../search/index.js";
import type { FigureSource } from "./search-figures.js";
import { documentLanguage, type SearchedDocument } from "./take-hits.js";

/** Maximum number of lines at the beginning of a document that are its title. */
const mostLines = 3;
/** Longer lines are text. */
const longestLine = 80;

/**
 * A query without the words of a document's title, which say where to look and not what to look for:
 * "the rowing club's annual meeting" in the minutes of that club. Null if the query has no word of
 * the title, or no others.
 */
export async function withoutTitleWords(
  query: string,
  { document }: SearchedDocument,
  languages: ReadonlySet<Language>,
  source: FigureSource,
): Promise<string | null> {
  const { content, ordinal, path, metadata } = document;
  const opening = await source.tables.opening(content);
  const lines = opening
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(0, mostLines);
  const longest = lines.findIndex((line) => line.length > longestLine);
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/u, "");
  const title = [name, metadata.title ?? "", ...lines.slice(0, longest < 0 ? undefined : longest)];
  const terms = new Set(termsOf(title.join("\n"), documentLanguage(documentId(ordinal), source)));
  const words = queryWordsOf(query, languages).filter(({ isFunctionWord }) => !isFunctionWord);
  const naming = words.filter((word) => word.terms.some((term) => terms.has(term)));
  if (naming.length === 0 || naming.length === words.length) return null;
  return naming.reduce(
    (rest, { start, end }) => rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end),
    query,
  );
}

/** The weight of a hit's score for the whole query, next to that for the rest of it. */
const wholeShare = 0.5;

/** Hits with those of one document replaced by others of it, in the same places. */
export function replacedHits(
  hits: readonly SearchHit[],
  document: SearchHit["document"],
  found: readonly SearchHit[],
): readonly SearchHit[] {
  const known = new Map(hits.map((hit) => [hit.id, hit]));
  const ids = new Set(found.map(({ id }) => id));
  const bestWhole = hits[0]?.score || 1;
  const bestRest = found[0]?.score || 1;
  const scores = new Map(found.map(({ id, score }) => [id, score / bestRest]));
  const scoreOf = (hit: SearchHit): number =>
    (scores.get(hit.id) ?? 0) + wholeShare * ((known.get(hit.id)?.score ?? 0) / bestWhole);
  const others = hits.filter((hit) => hit.document === document && !ids.has(hit.id));
  const ranked = [...found.map((hit) => known.get(hit.id) ?? hit), ...others].sort(
    (a, b) => scoreOf(b) - scoreOf(a),
  );
  const next = ranked[Symbol.iterator]();
  return hits.map((hit) =>
    hit.document === document ? { ...(next.next().value ?? hit), score: hit.score } : hit,
  );
}
