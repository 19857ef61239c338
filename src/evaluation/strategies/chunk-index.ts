import { PagehoundError } from "../../core/errors.js";
import { slicer } from "../../core/yield-to-messages.js";
import type { StrategyContext } from "../strategy.js";
import type { Chunk, ChunkSize } from "./chunk-text.js";
import { Postings } from "./postings.js";
import { bm25, tfIdf } from "./rank-by-words.js";
import { readChunks } from "./read-chunks.js";
import { Vectors } from "./vectors.js";

/** What chunks are ranked by. */
export type ChunkRanking = "bm25" | "tfidf" | "vectors";

/** How a document is cut into chunks, and what they are ranked by. */
export interface ChunkIndexOptions extends ChunkSize {
  readonly ranking: ChunkRanking;
}

/** Numbers of the best chunks for a query, best first, of the documents asked. */
type RankChunks = (
  query: string,
  limit: number,
  isAsked: (chunk: number) => boolean,
  signal: AbortSignal,
) => Promise<readonly number[]>;

/** The chunks of a data set, in the order of its documents, and their ranking. */
export class ChunkIndex {
  readonly #chunks: readonly Chunk[];
  readonly #rank: RankChunks;

  private constructor(chunks: readonly Chunk[], rank: RankChunks) {
    this.#chunks = chunks;
    this.#rank = rank;
  }

  /**
   * Cuts and indexes all documents. Reports pages, and then chunks where vectors are made of them.
   * Throws `invalid-argument` when vectors are wanted and there is no embedder.
   */
  static async build(
    context: StrategyContext,
    { ranking, ...size }: ChunkIndexOptions,
    onProgress: (done: number, total: number) => void,
  ): Promise<ChunkIndex> {
    const chunks = await readChunks(context, size, onProgress);
    const rank = await rankings[ranking](chunks, context, onProgress);
    return new ChunkIndex(chunks, rank);
  }

  /** The best chunks of these documents, or of all; none where no document is left. */
  async search(
    query: string,
    limit: number,
    documents: readonly string[] | null,
    signal: AbortSignal,
  ): Promise<readonly Chunk[]> {
    const numbers = await this.#rank(query, limit, this.#isAsked(documents), signal);
    return numbers.flatMap((number) => this.#chunks[number] ?? []);
  }

  /** All chunks of these documents, or of all documents, as they follow one another. */
  inOrder(documents: readonly string[] | null): readonly Chunk[] {
    const isAsked = this.#isAsked(documents);
    return documents ? this.#chunks.filter((_, number) => isAsked(number)) : this.#chunks;
  }

  #isAsked(documents: readonly string[] | null): (chunk: number) => boolean {
    if (documents === null) return () => true;
    const paths = new Set(documents);
    return (chunk) => paths.has(this.#chunks[chunk]?.path ?? "");
  }
}

type MakeRanking = (
  chunks: readonly Chunk[],
  context: StrategyContext,
  onProgress: (done: number, total: number) => void,
) => Promise<RankChunks>;

const rankings: Readonly<Record<ChunkRanking, MakeRanking>> = {
  bm25: async (chunks, { signal }) => {
    return bm25(await postingsOf(chunks, signal));
  },
  tfidf: async (chunks, { signal }) => tfIdf(await postingsOf(chunks, signal), signal),
  vectors: async (chunks, { embedder, signal }, onProgress) => {
    if (!embedder) {
      throw new PagehoundError(
        "invalid-argument",
        "Ranking by vectors needs an embedder. Load one, or choose a strategy that goes by words.",
      );
    }
    const texts = chunks.map(({ text }) => text);
    const vectors = await Vectors.of(texts, embedder, signal, onProgress);
    return (query, limit, isAsked, called) => vectors.nearest(query, limit, isAsked, called);
  },
};

async function postingsOf(chunks: readonly Chunk[], signal: AbortSignal): Promise<Postings> {
  const postings = new Postings();
  const pause = slicer(signal);
  for (const { text } of chunks) {
    postings.add(text);
    await pause();
  }
  return postings;
}
