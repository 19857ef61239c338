import {
  documentId,
  documentOrdinal,
  queryLanguages,
  queryWordsOf,
  termsOf,
} from "../../core/index.js";
import type { QuerySide, SearchHit, SearchResponse } from "../../search/index.js";
import { type NamedSide, sidesOf } from "./named-things.js";
import { type FigureSource, isPlain, searchFigures } from "./search-figures.js";
import { rankPlain, type SearchRequest, searchPassages } from "./search-passages.js";
import { documentLanguage, type FoundPassages, placeOf, takeHits } from "./take-hits.js";
import { replacedHits, withoutTitleWords } from "./title-words.js";

/**
 * Answers a query, and looks for the figure it asks for if `figures` is set. If it names several
 * companies, or several files, each side is searched separately, and their hits alternate, so that
 * no side is left out because another has more of the words.
 */
export async function searchDocuments(
  received: SearchRequest,
  figures: boolean,
  source: FigureSource,
): Promise<SearchResponse> {
  const request = { ...received, forAnswers: figures };
  const { query, documents, limit } = request;
  const search = figures ? searchFigures : searchPassages;
  const mayName = documents.length > 1 && isPlain(query);
  // A search without figures reads no first pages.
  const sides = mayName ? await sidesOf(query, documents, figures ? source.tables : null) : [];
  const [only] = sides;
  if (!only) {
    const response = await search(request, source);
    if (!figures || !isPlain(query) || hasSureFigure(response)) return response;
    return searchTitled(await withNamesFirst(response, request, source), request, source);
  }
  if (sides.length === 1) {
    // A search by words alone ranks everything before it reads anything.
    if (!figures && request.by === "words") return rankNamed(only, request, source);
    return searchNamed(only, await search(request, source), request, source);
  }
  const parts: SearchHit[][] = [];
  const named: QuerySide[] = [];
  for (const side of sides) {
    const scope = documentsOf(side, documents);
    named.push(sideOf(side, scope));
    parts.push([
      ...(await search({ ...request, query: side.query, documents: scope }, source)).hits,
    ]);
  }
  const response = await search(request, source);
  const turns = Array.from({ length: limit }, (_, turn) =>
    parts.flatMap((hits) => hits[turn] ?? []),
  );
  const found = turns.flat();
  const known = new Set(found.map(({ id }) => id));
  const hits = [...found, ...response.hits.filter(({ id }) => !known.has(id))];
  return { ...response, hits: hits.slice(0, limit), sides: named };
}

function documentsOf(
  { ordinals }: NamedSide,
  documents: SearchRequest["documents"],
): SearchRequest["documents"] {
  return documents.filter(({ document }) => ordinals.has(document.ordinal));
}

function sideOf({ name }: NamedSide, scope: SearchRequest["documents"]): QuerySide {
  const paths = scope.map(({ document: { ordinal, path } }) => ({
    document: documentId(ordinal),
    path,
  }));
  return { name, documents: paths };
}

/** Like `searchNamed`, but ranks only once, and reads only the best passages. */
async function rankNamed(
  side: NamedSide,
  request: SearchRequest,
  source: FigureSource,
): Promise<SearchResponse> {
  const { limit, keepsCopies = false, signal } = request;
  const { ranking, respond } = await rankPlain(request, source);
  const answer = async (passages: FoundPassages): Promise<SearchResponse> =>
    respond(await takeHits(passages, { limit, holds: null, keepsCopies, signal }, source));
  const [best] = ranking.take(1);
  if (best === undefined || !side.ordinals.has(best.document)) return answer(ranking);
  const documents = documentsOf(side, request.documents);
  const about = sideOf(side, documents);
  if (!hasWord(side.rest)) return { ...(await answer(ranking)), about };
  const inNamed = await rankPlain({ ...request, query: side.rest, documents }, source);
  return { ...(await answer(inTurn(inNamed.ranking, ranking))), about };
}

/** The passages of one ranking, followed by those of another that it lacks. */
function inTurn(first: FoundPassages, second: FoundPassages): FoundPassages {
  return {
    terms: second.terms,
    matches: second.matches,
    take: (count) => {
      const before = first.take(count);
      if (before.length === count) return before;
      const known = new Set(before.map(placeOf));
      const others = second.take(count + known.size).filter((each) => !known.has(placeOf(each)));
      return [...before, ...scoredBelow(others, before.at(-1)?.score)].slice(0, count);
    },
  };
}

/** Scores of two searches are not comparable: those of the second start where the first end. */
function scoredBelow<Found extends { readonly score: number }>(
  others: readonly Found[],
  last = 0,
): readonly Found[] {
  const factor = last / (others[0]?.score || 1);
  return others.map((each) => ({ ...each, score: each.score * factor }));
}

function hasWord(text: string): boolean {
  return /[\p{Alpha}\p{N}]{2}/u.test(text);
}

/**
 * The hits of a query that names the subject of certain documents, if the best hit is in one of
 * them. Their hits for the rest of the query come first: inside these documents the name adds
 * nothing, and only leads to where it is introduced. Changes nothing if a figure was found with
 * certainty.
 */
async function searchNamed(
  side: NamedSide,
  response: SearchResponse,
  request: SearchRequest,
  source: FigureSource,
): Promise<SearchResponse> {
  const { rest: query, ordinals } = side;
  const [best] = response.hits;
  if (best === undefined || !ordinals.has(documentOrdinal(best.document) ?? -1)) return response;
  const documents = documentsOf(side, request.documents);
  const about = sideOf(side, documents);
  const isByFigures = response.asksFigure && best.figures !== undefined;
  if (hasSureFigure(response) || !hasWord(query) || isByFigures) return { ...response, about };
  const inNamed = await searchPassages({ ...request, query, documents }, source);
  const known = new Map(response.hits.map((hit) => [hit.id, hit]));
  const first = inNamed.hits.map((hit) => ({ ...(known.get(hit.id) ?? hit), score: hit.score }));
  const ids = new Set(first.map(({ id }) => id));
  const others = response.hits.filter(({ id }) => !ids.has(id));
  const rest = scoredBelow(others, first.at(-1)?.score);
  return { ...response, about, hits: [...first, ...rest].slice(0, request.limit) };
}

/**
 * The hits of a query with names. If the best hit is in no document that contains all of the names,
 * hits in such documents come first: a document that answers a question about a name contains it.
 */
async function withNamesFirst(
  response: SearchResponse,
  request: SearchRequest,
  source: FigureSource,
): Promise<SearchResponse> {
  const [best] = response.hits;
  const ordinals = documentsNaming(request, source);
  if (!best || !ordinals || ordinals.has(documentOrdinal(best.document) ?? -1)) return response;
  const documents = request.documents.filter(({ document }) => ordinals.has(document.ordinal));
  const inNamed = await searchPassages({ ...request, documents }, source);
  const [first] = inNamed.hits;
  // A name alone may be mentioned anywhere.
  if (!first || sharedWords(first, request, source) < leastShared) return response;
  const ids = new Set(inNamed.hits.map(({ id }) => id));
  const others = response.hits.filter(({ id }) => !ids.has(id));
  const hits = [...inNamed.hits, ...scoredBelow(others, inNamed.hits.at(-1)?.score)];
  return { ...response, hits: hits.slice(0, request.limit) };
}

/** The documents that contain all names of a query; null if it has none, or none distinguishes them. */
function documentsNaming(
  { query, documents }: SearchRequest,
  { index }: FigureSource,
): ReadonlySet<number> | null {
  const scope = new Set(documents.map(({ document }) => document.ordinal));
  const { languages } = index.context(scope);
  // German writes all nouns like names.
  if (queryLanguages(query, languages)[0] === "de") return null;
  const words = queryWordsOf(query, languages);
  const names = words.filter(
    ({ text, start, isFunctionWord }) =>
      start > 0 && !isFunctionWord && text.length >= shortestName && /^\p{Uppercase}/u.test(text),
  );
  if (names.length === 0 || names.length > words.length / 2) return null;
  let found: ReadonlySet<number> = scope;
  for (const { terms } of names) {
    const holding = index.documentsWith(terms, scope);
    if (holding.size > 0) found = new Set([...found].filter((one) => holding.has(one)));
  }
  return found.size > 0 && found.size < scope.size ? found : null;
}

/** Minimum share of a query's words that the best passage with the query's names must contain. */
const leastShared = 0.4;

/** The share of a query's words, without function words, that a hit has. */
function sharedWords(
  { text, span, marks, document }: SearchHit,
  { query }: SearchRequest,
  source: FigureSource,
): number {
  const language = documentLanguage(document, source);
  const words = queryWordsOf(query, new Set([language])).filter((word) => !word.isFunctionWord);
  const found = new Set(
    marks.flatMap(({ start, end }) =>
      termsOf(text.slice(start - span.start, end - span.start), language),
    ),
  );
  return words.filter(({ terms }) => terms.some((term) => found.has(term))).length / words.length;
}

/** Shorter words are initials and pronouns. */
const shortestName = 3;

/**
 * The hits of a query that has words of the title of the best hit's document. Inside that document
 * they lead to its beginning, so the other words decide the order of its hits.
 */
async function searchTitled(
  response: SearchResponse,
  request: SearchRequest,
  source: FigureSource,
): Promise<SearchResponse> {
  const [best] = response.hits;
  const titled = request.documents.find(
    ({ document }) => best !== undefined && documentId(document.ordinal) === best.document,
  );
  if (!best || !titled || (response.asksFigure && best.figures !== undefined)) return response;
  const rest = await withoutTitleWords(request.query, titled, source);
  if (rest === null) return response;
  const found = await searchPassages({ ...request, query: rest, documents: [titled] }, source);
  return { ...response, hits: replacedHits(response.hits, best.document, found.hits) };
}

/** Whether a search found the requested figure with certainty. */
function hasSureFigure({ hits }: SearchResponse): boolean {
  return hits.some(({ figures = [] }) => figures.some(({ sure }) => sure));
}
