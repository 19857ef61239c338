import { documentId, fileName, queryWordsOf, termsOf } from "../../core/index.js";
import type { SearchHit } from "../../search/index.js";
import type { FigureSource } from "./search-figures.js";
import { documentLanguage, type SearchedDocument } from "./take-hits.js";

/** Maximum number of lines at the beginning of a document that are its title. */
const mostLines = 3;
/** Longer lines are text. */
const longestLine = 80;

/**
 * A query without the words of a document's title, which say where to look but not what to look for:
 * "the rowing club's annual meeting" in the minutes of that club. The title is the file's name, the
 * stated title, and short lines at the beginning. Null if the query has no word of it, or no others.
 */
export async function withoutTitleWords(
  query: string,
  { document }: SearchedDocument,
  { index, tables }: FigureSource,
): Promise<string | null> {
  const { content, ordinal, path, metadata } = document;
  const lines = (await tables.opening(content))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(0, mostLines);
  const firstLong = lines.findIndex((line) => line.length > longestLine);
  const title = [
    fileName(path).replace(/\.[^.]*$/u, ""),
    metadata.title ?? "",
    ...(firstLong < 0 ? lines : lines.slice(0, firstLong)),
  ].join("\n");
  const terms = new Set(termsOf(title, documentLanguage(documentId(ordinal), { index })));
  const { languages } = index.context(new Set([ordinal]));
  const words = queryWordsOf(query, languages).filter(({ isFunctionWord }) => !isFunctionWord);
  const naming = words.filter((word) => word.terms.some((term) => terms.has(term)));
  if (naming.length === 0 || naming.length === words.length) return null;
  return naming.reduce(
    (rest, { start, end }) => rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end),
    query,
  );
}

/** The weight of a hit's score for the whole query, compared with that for the rest of it. */
const wholeShare = 0.5;

/**
 * The hits of a search, with those of one document replaced by its best ones for the whole query and
 * the rest of it. They keep the places and scores of the replaced ones.
 */
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
