import { documentId, documentOrdinal } from "../../core/index.js";
import type { QuerySide, SearchHit, SearchResponse } from "../../search/index.js";
import { type NamedSide, sidesOf } from "./named-things.js";
import { type FigureSource, isPlain, searchFigures } from "./search-figures.js";
import { type SearchRequest, searchPassages } from "./search-passages.js";

/**
 * Answers a query: looks for the figure it asks for, where `figures` says so. Where it names several
 * companies, or documents by their files' names, those of each are searched by themselves, and come
 * in turns: no side is left out because another has more of the words.
 */
export async function searchDocuments(
  request: SearchRequest,
  figures: boolean,
  source: FigureSource,
): Promise<SearchResponse> {
  const { query, documents, limit } = request;
  const search = figures ? searchFigures : searchPassages;
  const mayName = documents.length > 1 && isPlain(query);
  if (!mayName) return search(request, source);
  // A search that looks for no figure reads no first pages.
  const sides = await sidesOf(query, documents, figures ? source.tables : null);
  const [only] = sides;
  if (!only) return search(request, source);
  if (sides.length === 1) return searchNamed(only, await search(request, source), request, source);
  const parts: SearchHit[][] = [];
  const named: QuerySide[] = [];
  for (const side of sides) {
    const own = documentsOf(side, documents);
    named.push(sideOf(side, own));
    parts.push([...(await search({ ...request, query: side.query, documents: own }, source)).hits]);
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

/** The documents that are about whom a side names. */
function documentsOf(
  { ordinals }: NamedSide,
  documents: SearchRequest["documents"],
): SearchRequest["documents"] {
  return documents.filter(({ document }) => ordinals.has(document.ordinal));
}

function sideOf({ name }: NamedSide, own: SearchRequest["documents"]): QuerySide {
  const paths = own.map(({ document: { ordinal, path } }) => ({
    document: documentId(ordinal),
    path,
  }));
  return { name, documents: paths };
}

/**
 * The hits of a query that names whom some documents are about, where the best of them is of one of
 * these. What those documents have for the rest of the query comes first: inside them the name says
 * nothing, and leads to where it is introduced. Nothing changes where a figure was surely found.
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
  const isFound = response.hits.some(({ figures = [] }) => figures.some(({ sure }) => sure));
  const isRest = /[\p{L}\p{N}]{2}/u.test(query);
  const isByFigures = response.asksFigure && best.figures !== undefined;
  if (isFound || !isRest || isByFigures) return { ...response, about };
  const own = await searchPassages({ ...request, query, documents }, source);
  const known = new Map(response.hits.map((hit) => [hit.id, hit]));
  const first = own.hits.map((hit) => ({ ...(known.get(hit.id) ?? hit), score: hit.score }));
  const ids = new Set(first.map(({ id }) => id));
  const others = response.hits.filter(({ id }) => !ids.has(id));
  // Scores of two searches cannot be compared: those of the others begin where these end.
  const factor = (first.at(-1)?.score ?? 0) / (others[0]?.score || 1);
  const rest = others.map((hit) => ({ ...hit, score: hit.score * factor }));
  return { ...response, about, hits: [...first, ...rest].slice(0, request.limit) };
}
