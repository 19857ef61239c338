import type { EvaluationQuestion } from "../data-set.js";
import type { ChunkIndex } from "./chunk-index.js";
import type { Chunk } from "./chunk-text.js";
import { shuffled } from "./shuffled.js";

/**
 * What a search of the tool loop goes by:
 *
 * - `relevance`: the words of the query.
 * - `random`: nothing; chunks come in an order drawn by the question's seed.
 * - `sequential`: nothing; chunks come as they follow one another in the documents.
 */
export type Route = "relevance" | "random" | "sequential";

/** Chunks that were not given yet, so many at most. */
export type NextChunks = (
  query: string,
  count: number,
  given: Pick<ReadonlySet<Chunk>, "has" | "size">,
) => Promise<readonly Chunk[]>;

/** The search tool of a loop over one question. */
export function routeOver(
  index: ChunkIndex,
  route: Route,
  { documents }: EvaluationQuestion,
  { seed, signal }: { readonly seed: number; readonly signal: AbortSignal },
): NextChunks {
  if (route === "relevance") {
    return async (query, count, given) => {
      const found = await index.search(query, count + given.size, documents, signal);
      return found.filter((chunk) => !given.has(chunk)).slice(0, count);
    };
  }
  const all = index.inOrder(documents);
  const order = route === "random" ? shuffled(all, seed) : all;
  let next = 0;
  return async (_query, count) => {
    const chunks = order.slice(next, next + count);
    next += count;
    return chunks;
  };
}
