import type { EvaluationStrategy } from "../strategy.js";
import { ChunkIndex } from "./chunk-index.js";
import { type ChunkRetrieval, retrievedChunk } from "./chunk-strategy.js";
import { ModelRequests } from "./model-requests.js";
import { answerOr } from "./rag-strategy.js";
import { type Route, routeOver } from "./routing.js";
import { ToolLoop } from "./tool-loop.js";

/** How a loop over chunks searches, and what it begins with. */
export interface LoopStrategyOptions extends ChunkRetrieval {
  readonly route: Route;
  /** How many of the best chunks for the question are shown to begin with; 0 for none. */
  readonly best: number;
  /** Searches at most. */
  readonly calls: number;
}

/** The loop of search and answer over chunks; see `ToolLoop`. The answer is not checked. */
export function loopStrategy(
  name: string,
  description: string,
  { route, best, calls, ...options }: LoopStrategyOptions,
): EvaluationStrategy {
  return {
    name,
    description,
    needs: { model: true, embedder: options.ranking === "vectors" },
    prepare: async (prepared, onProgress) => {
      const index = await ChunkIndex.build(prepared, options, onProgress);
      return {
        run: async (question, context, seed) => {
          const requests = await ModelRequests.begin(context);
          const { text, documents } = question;
          const { signal } = context;
          const opening = best === 0 ? [] : await index.search(text, best, documents, signal);
          const next = routeOver(index, route, question, { seed, signal });
          const loop = new ToolLoop({ question: text, opening, next, requests, calls });
          const answer = await answerOr(context, () => loop.run());
          return {
            retrieved: loop.seen.map(retrievedChunk),
            answer,
            calls: loop.calls,
            usage: requests.usage,
          };
        },
      };
    },
  };
}
