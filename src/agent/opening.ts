import { PagehoundError } from "../core/errors.js";
import type { OutlineEntry } from "../core/outline.js";
import { listDocuments } from "../reading/list-documents.js";
import { outline } from "../reading/outline.js";
import { read } from "../reading/read.js";
import type { CountTokens, Reading, TokenBudget } from "../reading/reading.js";
import { searchText } from "../reading/search-text.js";
import { tableHeads } from "../reading/table-heads.js";
import { fenced } from "./fence.js";
import { fuse } from "./fuse.js";
import type { RunState } from "./run-state.js";
import type { Strategy } from "./strategies.js";

const passagesPerQuery = 20;
const mostPassages = 10;
/** Of a line of an outline, roughly. */
const tokensPerHeading = 20;
/** Below this a text says nothing. */
const leastTokens = 40;

/** What the model is shown before its first action: the documents, and what the strategy adds. */
export async function openingText(
  state: RunState,
  strategy: Strategy,
  limit: number,
): Promise<string> {
  const { count } = state.gauge;
  const list = await documentsText(state, strategy.opening === "list" ? limit : limit * 0.4);
  const left = Math.floor(limit - count(list));
  if (strategy.opening === "list" || left < leastTokens) return list;
  const more = await openings[strategy.opening](state, left);
  return more === "" ? list : `${list}\n${more}`;
}

/** The list of documents, as far as there is room. */
export async function documentsText(state: RunState, limit: number): Promise<string> {
  const budget = within(state.gauge.count, Math.max(limit, leastTokens * 2));
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
  const fused = rest.length > 0 ? fuse([best, ...rest], mostPassages) : best;
  state.tried.push(...queries.map((query) => `Looked for “${query}”`));
  const show = limit >= 900 ? "passage" : "excerpt";
  const heads = await tableHeads(reader, fused.hits.slice(0, mostPassages), { signal });
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
async function fitting<R extends Reading>(
  make: (budget: TokenBudget) => R | Promise<R>,
  budget: TokenBudget,
): Promise<R | null> {
  if (budget.limit < leastTokens) return null;
  try {
    return await make(budget);
  } catch (error) {
    if (PagehoundError.isInstance(error) && error.code === "invalid-argument") return null;
    throw error;
  }
}
