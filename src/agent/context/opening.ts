import type { OutlineEntry } from "../../core/document.js";
import { PagehoundError } from "../../core/errors.js";
import { reciprocalRankScores } from "../../core/reciprocal-rank.js";
import { listDocuments } from "../../reading/list-documents.js";
import { outline } from "../../reading/outline.js";
import { read } from "../../reading/read.js";
import type { CountTokens, ReadingContext, TokenBudget } from "../../reading/reading.js";
import { searchText } from "../../reading/search-text.js";
import { tableHeads } from "../../reading/table-heads.js";
import type { SearchHit, SearchResponse } from "../../search/api.js";
import type { RunState } from "../loop/run-state.js";
import { fenced } from "../loop/system-prompt.js";
import type { Strategy } from "../strategies.js";

const passagesPerQuery = 20;
const maxPassages = 10;
/** Of a line of an outline, roughly. */
const tokensPerHeading = 20;
/** Below this a text says nothing. */
const minTokens = 40;

/** What the model is shown before its first action: the documents, and what the strategy adds. */
export async function openingText(
  state: RunState,
  strategy: Strategy,
  limit: number,
): Promise<string> {
  const { count } = state.gauge;
  const list = await documentsText(state, strategy.opening === "list" ? limit : limit * 0.4);
  const left = Math.floor(limit - count(list));
  if (strategy.opening === "list" || left < minTokens) return list;
  const more = await openings[strategy.opening](state, left);
  return more === "" ? list : `${list}\n${more}`;
}

/** The list of documents, as far as there is room. */
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
  const { reader, queries, signal, gauge } = state;
  const [first = state.standalone, ...others] = queries;
  const search = (query: string) => reader.search(query, { limit: passagesPerQuery, signal });
  const [best, ...rest] = await Promise.all([search(first), ...others.map(search)] as const);
  const fused = rest.length > 0 ? fuse([best, ...rest], maxPassages) : best;
  state.tried.push(...queries.map((query) => `Looked for “${query}”`));
  const show = limit >= 900 ? "passage" : "excerpt";
  const heads = await tableHeads(reader, fused.hits.slice(0, maxPassages), { signal });
  const reading = await fitting(
    (budget) => searchText(fused, budget, { show, form: "brief", tableHeads: heads }),
    within(gauge.count, limit),
  );
  if (!reading) return "";
  state.see(reading.evidence);
  return fenced("passages", "", reading.text);
}

async function outlinesText(state: RunState, limit: number): Promise<string> {
  const { reader, documents, gauge, signal } = state;
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

/** How many levels of headings there is room for: at least one, and the next while it seems to fit. */
function depthFor(headings: readonly OutlineEntry[], tokens: number): number {
  const top = Math.min(...headings.map(({ level }) => level));
  const most = tokens / tokensPerHeading;
  let depth = 1;
  while (depth < 6 && headings.filter(({ level }) => level <= top + depth).length <= most) depth++;
  return depth;
}

async function fullText(state: RunState, limit: number): Promise<string> {
  const { reader, gauge, signal } = state;
  const documents = [...state.documents].sort((a, b) => a.words - b.words);
  const texts: string[] = [];
  let left = limit;
  for (const [index, document] of documents.entries()) {
    // Equal shares, the shortest document first: what it leaves goes to those that follow.
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

/** A reading, or null where the budget has no room for any. */
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
 * Several responses as one, by reciprocal rank fusion. The first response, that of the question itself,
 * counts twice, so that a rare word that other queries lost still has its say. Scores are those sums.
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
