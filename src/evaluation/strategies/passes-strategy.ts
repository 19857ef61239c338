import { reciprocalRankScores } from "../../core/reciprocal-rank.js";
import type { JsonSchemaFormat } from "../../models/language-model.js";
import type { EvaluationQuestion } from "../data-set.js";
import type { EvaluationStrategy, StrategyContext } from "../strategy.js";
import { ChunkIndex } from "./chunk-index.js";
import type { ChunkRetrieval } from "./chunk-strategy.js";
import type { Chunk } from "./chunk-text.js";
import { askWithChunks, ModelRequests, modelFailure, readJsonObject } from "./model-requests.js";

import { prompts } from "./prompts.js";
import { answerFromChunks } from "./rag-strategy.js";

const queryFormat: JsonSchemaFormat = {
  name: "evaluation_next_query",
  schema: {
    type: "object",
    properties: { query: { type: "string", maxLength: 200 } },
    required: ["query"],
    additionalProperties: false,
  },
};

/** How often it is retrieved, besides how. */
export interface PassesOptions extends ChunkRetrieval {
  readonly passes: number;
}

/**
 * Retrieval in several passes, for "iterative RAG" (Agentic Context Strategies, table 4), which the
 * paper does not describe: the first query is the question; before each further pass the model, shown
 * what was found so far, writes the next one. The lists of all passes are merged by reciprocal rank,
 * so that each has its say where not all chunks fit; then one prompt, one reply. With one pass it is
 * plain RAG.
 */
export function passesStrategy(
  name: string,
  description: string,
  { passes, best, ...options }: PassesOptions,
): EvaluationStrategy {
  return {
    name,
    description,
    needs: { model: true, embedder: options.ranking === "vectors" },
    prepare: async (prepared, onProgress) => {
      const index = await ChunkIndex.build(prepared, options, onProgress);
      return {
        run: async (question, context) => {
          const requests = await ModelRequests.begin(context);
          const search = (query: string) =>
            index.search(query, best, question.documents, context.signal);
          const lists = [await search(question.text)];
          while (lists.length < passes) {
            const query = await nextQuery(question, mergedLists(lists), requests, context);
            if (query === null) break;
            lists.push(await search(query));
          }
          const chunks = mergedLists(lists);
          const outcome = await answerFromChunks(question.text, chunks, requests, context);
          return { ...outcome, depth: best * passes };
        },
      };
    },
  };
}

/** What the model looks for next; null when it failed, and what there is has to do. */
async function nextQuery(
  { text }: EvaluationQuestion,
  chunks: readonly Chunk[],
  requests: ModelRequests,
  { signal }: StrategyContext,
): Promise<string | null> {
  try {
    const prompt = (shown: readonly Chunk[]) => prompts.nextQuery(text, shown);
    const { reply } = await askWithChunks(requests, chunks, prompt, queryFormat);
    const query = readJsonObject(reply)?.query;
    return typeof query === "string" && query.trim() !== "" ? query.trim() : text;
  } catch (thrown) {
    if (modelFailure(thrown, signal) === null) throw thrown;
    return null;
  }
}

/** Several lists as one, by reciprocal rank fusion; the first list breaks ties. */
function mergedLists<T>(lists: readonly (readonly T[])[]): T[] {
  const scores = reciprocalRankScores(lists);
  return [...scores].sort(([, one], [, other]) => other - one).map(([item]) => item);
}
