import {
  type DocumentId,
  type DocumentSummary,
  fileName,
  type OutlineEntry,
  PagehoundError,
} from "../../core/index.js";
import type { SearchHit, SearchResponse } from "../../search/index.js";
import { fenced } from "../loop/chat-session.js";
import type { RunState } from "../loop/run-state.js";
import { listDocuments, outline } from "../reading/lists.js";
import { tableHeads } from "../reading/passage-blocks.js";
import { read } from "../reading/read.js";
import type { CountTokens, ReadingContext, TokenBudget } from "../reading/reading.js";
import { type SearchTextOptions, saysCoverage, searchText } from "../reading/search-text.js";
import { isRoomy, type Strategy } from "../strategies.js";
import { forgiving, readThrough } from "../tools/reader-stages.js";
import { noteCoverageShown } from "../tools/tool.js";

const passagesPerQuery = 20;
const maxPassages = 10;
/** If there is room, up to this many places are shown, each in this many characters. */
const maxPlaces = 30;
const placeLength = 480;
/** Places shown of one document if there are several, and of one that the question names. */
const placesOfDocument = 3;
const placesOfNamed = 8;
/** How many passages are searched to choose the places from. */
const lookedThrough = 80;
/** The approximate tokens of a line of an outline. */
const tokensPerHeading = 20;
/** A text with fewer tokens is useless. */
const minTokens = 40;

/** The text that the model sees before its first action: documents and the strategy's additions. */
export async function openingText(
  state: RunState,
  strategy: Strategy,
  { limit, contextLength }: { readonly limit: number; readonly contextLength: number },
): Promise<string> {
  const { count } = state.gauge;
  const list = await documentsText(state, strategy.opening === "list" ? limit : limit * 0.4);
  const best = (await state.sources?.opening(state, limit - count(list))) ?? "";
  const text = best === "" ? list : `${list}\n${best}`;
  const left = Math.floor(limit - count(text));
  if (strategy.opening === "list" || left < minTokens) return text;
  const isWide = strategy.opening === "passages" && strategy.tools && isRoomy(contextLength);
  const more = await (isWide ? placesText : openings[strategy.opening])(state, left);
  return more === "" ? text : `${text}\n${more}`;
}

/** The list of documents, as far as it fits. */
export async function documentsText(state: RunState, limit: number): Promise<string> {
  const budget = within(state.gauge.count, Math.max(limit, minTokens * 2));
  const { text } = await listDocuments(state.reader, budget, {
    form: "brief",
    signal: state.signal,
  });
  return fenced("documents", "", text);
}

const openings = {
  passages: bestPassagesText,
  outlines: outlinesText,
  full: fullText,
} satisfies Record<Exclude<Strategy["opening"], "list">, typeof fullText>;

async function bestPassagesText(state: RunState, limit: number): Promise<string> {
  const found = await searchAll(state, { each: passagesPerQuery, together: maxPassages });
  const show = limit >= 900 ? "passage" : "excerpt";
  return hitsText(state, found, limit, { show });
}

/** More and shorter places than `bestPassagesText`, with only a few from each document. */
async function placesText(state: RunState, limit: number): Promise<string> {
  const { reader, documents, standalone, signal } = state;
  const found = await searchAll(state, { each: lookedThrough, together: lookedThrough });
  const named = documentsNamed(standalone, documents);
  const isPart = named.length > 0 && named.length < documents.length;
  // Words that all documents contain must not hide the passages of the named ones.
  const ofNamed = isPart
    ? (await reader.search(standalone, { limit: lookedThrough, documents: named, signal })).hits
    : [];
  const hits = spreadPlaces([...ofNamed, ...found.hits], named, documents.length);
  return hitsText(state, { ...found, hits }, limit, { excerptLength: placeLength });
}

/** The fused results of all queries of a question. */
async function searchAll(
  state: RunState,
  limits: { readonly each: number; readonly together: number },
): Promise<SearchResponse> {
  const { reader, queries, signal } = state;
  const [first = state.standalone, ...others] = queries;
  const search = (query: string) => reader.search(query, { limit: limits.each, signal });
  const [best, ...rest] = await Promise.all([search(first), ...others.map(search)] as const);
  state.tried.push(...queries.map((query) => `Looked for “${query}”`));
  return rest.length > 0 ? fuse([best, ...rest], limits.together) : best;
}

async function hitsText(
  state: RunState,
  found: SearchResponse,
  limit: number,
  form: Pick<SearchTextOptions, "show" | "excerptLength">,
): Promise<string> {
  const { gauge, signal } = state;
  const heads = await tableHeads(
    readThrough(state.reader, forgiving),
    found.hits.slice(0, maxPlaces),
    {
      signal,
    },
  );
  const budget = within(gauge.count, limit);
  const reading = await fitting(
    (budget) => searchText(found, budget, { ...form, form: "brief", tableHeads: heads }),
    budget,
  );
  if (!reading) return "";
  state.see(reading.evidence);
  if (saysCoverage(found, "brief")) noteCoverageShown(state, found.coverage);
  return fenced("passages", "", reading.text);
}

/** The hits in order, limited to a few per document; those of named documents come first. */
export function spreadPlaces(
  hits: readonly SearchHit[],
  named: readonly DocumentId[],
  documents: number,
): SearchHit[] {
  const counts = new Map<DocumentId, number>();
  const shown = new Map<string, SearchHit>();
  for (const hit of hits) {
    const count = counts.get(hit.document) ?? 0;
    const most = named.includes(hit.document) ? placesOfNamed : placesOfDocument;
    if (shown.has(hit.id) || (documents > 1 && count >= most)) continue;
    counts.set(hit.document, count + 1);
    shown.set(hit.id, hit);
  }
  const places = [...shown.values()];
  const isNamed = ({ document }: SearchHit): boolean => named.includes(document);
  const ordered = [...places.filter(isNamed), ...places.filter((hit) => !isNamed(hit))];
  return ordered.slice(0, maxPlaces);
}

/**
 * The documents that a question names: those that share the most words with it in their file name
 * or title, including a word that at most half of the documents have. Empty if there are none.
 */
export function documentsNamed(
  question: string,
  documents: readonly Pick<DocumentSummary, "id" | "path" | "metadata">[],
): DocumentId[] {
  const names = documents.map(({ path, metadata }) =>
    nameWords(`${fileName(path)} ${metadata.title ?? ""}`),
  );
  const questionWords = nameWords(question);
  const telling = (word: string): boolean =>
    names.filter((words) => words.has(word)).length * 2 <= documents.length;
  const scores = names.map((words) => {
    const shared = [...words].filter((word) => questionWords.has(word));
    // A year alone does not name a document, because it may be part of the question.
    return shared.some((word) => /\p{Alpha}/u.test(word) && telling(word)) ? shared.length : 0;
  });
  const most = Math.max(0, ...scores);
  return documents.flatMap(({ id }, index) => (most > 0 && scores[index] === most ? [id] : []));
}

/** Words of more than one letter, and numbers; "3M_2018Q2" is 3m, 2018 and q2. */
function nameWords(text: string): Set<string> {
  const words =
    text
      .toLowerCase()
      .match(/(?:19|20)\d\d|[\p{Alpha}\p{N}]+?(?=(?:19|20)\d\d|[^\p{Alpha}\p{N}]|$)/gu) ?? [];
  return new Set(words.filter((word) => word.length > 1));
}

async function outlinesText(state: RunState, limit: number): Promise<string> {
  const { documents, gauge, signal } = state;
  const reader = readThrough(state.reader, forgiving);
  const texts: string[] = [];
  let left = limit;
  for (const [index, { id }] of documents.entries()) {
    const share = Math.floor(left / (documents.length - index));
    const depth = depthFor(await reader.outline(id, { signal }), share);
    const reading = await fitting(
      (budget) => outline(reader, id, budget, { depth, signal }),
      within(gauge.count, share),
    );
    if (!reading) continue;
    texts.push(reading.text);
    left -= reading.tokens;
  }
  return texts.length === 0 ? "" : fenced("documents", 'form="outline"', texts.join("\n"));
}

/** The number of heading levels to show: at least one, and further ones while they seem to fit. */
function depthFor(headings: readonly OutlineEntry[], tokens: number): number {
  const top = Math.min(...headings.map(({ level }) => level));
  const most = tokens / tokensPerHeading;
  let depth = 1;
  while (depth < 6 && headings.filter(({ level }) => level <= top + depth).length <= most) depth++;
  return depth;
}

async function fullText(state: RunState, limit: number): Promise<string> {
  const { gauge, signal } = state;
  const reader = readThrough(state.reader, forgiving);
  const documents = state.documents.toSorted((a, b) => a.words - b.words);
  const texts: string[] = [];
  let left = limit;
  for (const [index, document] of documents.entries()) {
    // Equal shares, shortest document first: tokens that it leaves go to the following documents.
    const share = Math.floor(left / (documents.length - index));
    const reading = await fitting(
      (budget) => read(reader, document.id, budget, { signal }),
      within(gauge.count, share),
    );
    if (!reading) continue;
    state.see(reading.evidence);
    texts.push(reading.text);
    left -= reading.tokens;
  }
  return texts.length === 0 ? "" : fenced("text", "", texts.join("\n\n"));
}

function within(countTokens: CountTokens, limit: number): TokenBudget {
  return { limit: Math.max(1, Math.floor(limit)), countTokens };
}

/** The reading, or null if it does not fit the budget at all. */
async function fitting<R extends ReadingContext>(
  make: (budget: TokenBudget) => R | Promise<R>,
  budget: TokenBudget,
): Promise<R | null> {
  if (budget.limit < minTokens) return null;
  try {
    return await make(budget);
  } catch (error) {
    if (PagehoundError.isInstance(error) && error.code === "invalid-argument") return null;
    throw error;
  }
}

/**
 * Fuses several responses by reciprocal rank fusion. The first response, that of the question
 * itself, counts twice, so that a rare word missing from the other queries still counts. The hits'
 * scores are the fused sums.
 */
export function fuse(
  responses: readonly [SearchResponse, ...SearchResponse[]],
  limit: number,
): SearchResponse {
  const [first] = responses;
  const hits = new Map<string, SearchHit>();
  for (const hit of responses.flatMap((response) => response.hits)) {
    if (!hits.has(hit.id)) hits.set(hit.id, hit);
  }
  const rankings = responses.map((response) => response.hits.map(({ id }) => id));
  const scores = reciprocalRankScores<string>(rankings, [2]);
  const fused = [...hits.values()]
    .map((hit) => ({ ...hit, score: scores.get(hit.id) ?? 0 }))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
  const matches = Math.max(...responses.map((response) => response.matches));
  return { ...first, hits: fused, matches };
}

/** The rank constant, with the value from the paper; larger values even out the first ranks. */
const k = 60;

/**
 * Reciprocal rank fusion: each item's sum of weight / (60 + rank) over the rankings that contain
 * it, with ranks counting from 1, in the order in which items first appear. Every ranking weighs 1
 * unless `weights` says otherwise.
 *
 * Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank
 * Learning Methods", SIGIR 2009.
 */
export function reciprocalRankScores<Item>(
  rankings: readonly (readonly Item[])[],
  weights: readonly number[] = [],
): Map<Item, number> {
  const scores = new Map<Item, number>();
  for (const [index, ranking] of rankings.entries()) {
    const weight = weights[index] ?? 1;
    for (const [rank, item] of ranking.entries()) {
      scores.set(item, (scores.get(item) ?? 0) + weight / (k + rank + 1));
    }
  }
  return scores;
}
