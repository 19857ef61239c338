import type { RetrievedText } from "../outcome.js";
import type { EvaluationStrategy } from "../strategy.js";
import { ChunkIndex, type ChunkIndexOptions } from "./chunk-index.js";
import type { Chunk } from "./chunk-text.js";
import { retrievedOnly } from "./outcome-parts.js";

/** How chunks are cut and found, and how many. */
export interface ChunkRetrieval extends ChunkIndexOptions {
  /** How many of the best are taken. */
  readonly best: number;
}

/** The best chunks for the question as it is: the baselines' retrieval, without a model. */
export function chunkStrategy(
  name: string,
  description: string,
  { best, ...options }: ChunkRetrieval,
): EvaluationStrategy {
  return {
    name,
    description,
    needs: { model: false, embedder: options.ranking === "vectors" },
    prepare: async (prepared, onProgress) => {
      const index = await ChunkIndex.build(prepared, options, onProgress);
      return {
        run: async ({ text, documents }, { signal }) => {
          const begun = performance.now();
          const chunks = await index.search(text, best, documents, signal);
          return retrievedOnly(chunks.map(retrievedChunk), best, begun);
        },
      };
    },
  };
}

/** A chunk as what was retrieved. */
export function retrievedChunk({ path, page, lastPage, text }: Chunk): RetrievedText {
  return { path, page, lastPage, text };
}
