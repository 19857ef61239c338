import { PagehoundError } from "../../core/errors.js";
import type { ChunkRanking } from "./chunk-index.js";
import type { ChunkRetrieval } from "./chunk-strategy.js";
import { wholeNumber } from "./strategy-options.js";

/** Share of a chunk that it has in common with the one before it, unless told: that of both papers. */
const usualOverlap = 0.2;
/** Chunks for a question unless told: paper A takes five of 300 tokens, paper C ten of 1,000. */
const shortChunk = 300;
const usualBest = { short: 5, long: 10 };

/** What may follow the name of a strategy over chunks. */
export const chunkForm = "-<size>[-k<chunks>][-o<overlap>][-tfidf|-vectors]";

/**
 * How chunks are cut and found, from what follows the strategy's name, such as `-1000-k3`; null when
 * it has another form. Throws `invalid-argument` for numbers that cannot be used.
 */
export function readChunkName(rest: string): ChunkRetrieval | null {
  const match = /^-(\d+)(?:-k(\d+))?(?:-o(\d+))?(?:-(tfidf|vectors))?$/.exec(rest);
  if (!match) return null;
  const [, sizeText, bestText, overlapText, ranking = "bm25"] = match;
  const size = wholeNumber("The tokens of a chunk", Number(sizeText), 50, 8000);
  const best = size <= shortChunk ? usualBest.short : usualBest.long;
  const overlap = overlapText === undefined ? Math.round(size * usualOverlap) : Number(overlapText);
  if (overlap > size / 2) {
    throw new PagehoundError(
      "invalid-argument",
      `Chunks of ${size} tokens share at most ${Math.floor(size / 2)} tokens, not ${overlap}.`,
    );
  }
  return {
    size,
    overlap,
    best:
      bestText === undefined
        ? best
        : wholeNumber("The number of chunks", Number(bestText), 1, 1000),
    ranking: ranking as ChunkRanking,
  };
}

const rankingNames: Readonly<Record<ChunkRanking, string>> = {
  bm25: "BM25",
  tfidf: "the cosine of TF-IDF vectors",
  vectors: "the cosine of the embedder's vectors",
};

/** Chunks in words, such as "the best 5 chunks of 300 tokens (60 shared) by BM25". */
export function chunkWords({ size, overlap, best, ranking }: ChunkRetrieval): string {
  return `the best ${best} chunks of ${size} tokens (${overlap} shared) by ${rankingNames[ranking]}`;
}
