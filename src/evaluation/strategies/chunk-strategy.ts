import { PagehoundError } from "../../core/errors.js";
import { type RetrievedText, retrievedOnly } from "../outcome.js";
import type { EvaluationStrategy } from "../strategy.js";
import { ChunkIndex, type ChunkIndexOptions, type ChunkRanking } from "./chunk-index.js";
import type { Chunk } from "./chunk-text.js";

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

/** Share of a chunk that it has in common with the one before it, by default: that of both papers. */
const usualOverlap = 0.2;
/** Chunks for a question by default: paper A takes five of 300 tokens, paper C ten of 1,000. */
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

/** What strategies of a run have in common. */
export interface StrategyOptions {
  /**
   * Tool calls at most, from 1 to 15, of strategies whose names do not say.
   *
   * @defaultValue `10`
   */
  readonly calls?: number | undefined;
}

/** Tool calls at most that any strategy may have. */
const maxCalls = 15;
const usualCalls = 10;

/** The number of calls that was asked for. Throws `invalid-argument`. */
export function callsOf({ calls = usualCalls }: StrategyOptions): number {
  return wholeNumber("The number of tool calls", calls, 1, maxCalls);
}

/** A number as it was given. Throws `invalid-argument` when it is out of bounds. */
export function wholeNumber(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new PagehoundError(
    "invalid-argument",
    `${name} is a whole number from ${least} to ${most}, not ${value}.`,
  );
}
