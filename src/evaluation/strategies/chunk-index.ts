import { invalidArgument, slicer } from "../../core/index.js";
import type { Embedder } from "../../models/index.js";
import type { StrategyContext } from "../api.js";
import {
  type Chunk,
  type ChunkPiece,
  type ChunkSize,
  chunksOf,
  loadTokenCounter,
  piecesOf,
} from "./chunk-text.js";
import { bestScores, bm25, ChunkPostings, tfIdf } from "./rank-by-words.js";

/** The method that ranks chunks. */
export type ChunkRanking = "bm25" | "tfidf" | "vectors";

/** How a document is cut into chunks, and how these are ranked. */
export interface ChunkIndexOptions extends ChunkSize {
  readonly ranking: ChunkRanking;
}

/** Numbers of the best chunks for a query, best first, within some documents. */
type RankChunks = (
  query: string,
  limit: number,
  isWanted: (chunk: number) => boolean,
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
   * Cuts and indexes all documents. Reports pages, and then chunks if vectors are made for them.
   * Throws `invalid-argument` if vectors are requested without an embedder.
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

  /** The best chunks of these documents, or of all; empty if no document is left. */
  async search(
    query: string,
    limit: number,
    documents: readonly string[] | null,
    signal: AbortSignal,
  ): Promise<readonly Chunk[]> {
    const numbers = await this.#rank(query, limit, this.#isAsked(documents), signal);
    return numbers.flatMap((number) => this.#chunks[number] ?? []);
  }

  /** All chunks of these documents, or of all documents, in their order. */
  inOrder(documents: readonly string[] | null): readonly Chunk[] {
    const isWanted = this.#isAsked(documents);
    return documents ? this.#chunks.filter((_, number) => isWanted(number)) : this.#chunks;
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
      throw invalidArgument(
        "Ranking by vectors needs an embedder. Load one, or choose a strategy that searches by words.",
      );
    }
    const texts = chunks.map(({ text }) => text);
    const vectors = await ChunkVectors.of(texts, embedder, signal, onProgress);
    return (query, limit, isWanted, called) => vectors.nearest(query, limit, isWanted, called);
  },
};

async function postingsOf(chunks: readonly Chunk[], signal: AbortSignal): Promise<ChunkPostings> {
  const postings = new ChunkPostings();
  const pause = slicer(signal);
  for (const { text } of chunks) {
    postings.add(text);
    await pause();
  }
  return postings;
}

/** Pages that are requested at once. */
const pagesAtOnce = 16;
/** Pieces between two checks of the clock. */
const piecesAtOnce = 64;

/**
 * The chunks of all documents of a data set, in the order of their paths, cut on the page in slices
 * of a few milliseconds. Reports pages. Throws what reading a page throws, and the signal's reason.
 */
async function readChunks(
  context: StrategyContext,
  size: ChunkSize,
  onProgress: (done: number, total: number) => void,
): Promise<readonly Chunk[]> {
  const { collection, signal } = context;
  const countTokens = await loadWordCounter();
  const places = await pagePlaces(context);
  const pause = slicer(signal);
  const chunks: Chunk[] = [];
  let pieces: ChunkPiece[] = [];
  for (let from = 0; from < places.length; from += pagesAtOnce) {
    const batch = places.slice(from, from + pagesAtOnce);
    const pages = await Promise.all(
      batch.map(async ({ document, number, ...place }) => ({
        ...place,
        page: await collection.page(document, number, { signal }),
      })),
    );
    for (const { path, page, isLast } of pages) {
      for (const piece of piecesOf(page, countTokens)) {
        // Awaiting a promise for every word would take longer than processing the words.
        if (pieces.push(piece) % piecesAtOnce === 0) await pause();
      }
      if (!isLast) continue;
      for (const chunk of chunksOf(path, pieces, size)) {
        chunks.push(chunk);
        await pause();
      }
      pieces = [];
    }
    onProgress(from + batch.length, places.length);
  }
  return chunks;
}

/** All pages, in the order of paths, so that two runs cut and number the same chunks. */
async function pagePlaces({ collection, documents, signal }: StrategyContext) {
  const listed = await collection.documents({ signal });
  const counts = new Map(listed.map(({ id, pages }) => [id, pages.total]));
  const sorted = [...documents].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.flatMap(([path, document]) => {
    const total = counts.get(document) ?? 0;
    return Array.from({ length: total }, (_, index) => ({
      path,
      document,
      number: index + 1,
      isLast: index + 1 === total,
    }));
  });
}

/** Words that are cached at once; a document rarely has more. */
const maxRemembered = 200_000;

/**
 * Loads a function that counts the tokens of a word (o200k), with the space before it. The
 * tokenizer splits text at words itself, so their sum is nearly the text's count; and since few
 * words make up most of a text, each is tokenised only once.
 */
export async function loadWordCounter(): Promise<(word: string) => number> {
  const count = await loadTokenCounter();
  const known = new Map<string, number>();
  return (word) => {
    let tokens = known.get(word);
    if (tokens === undefined) {
      tokens = Math.max(1, count(` ${word}`));
      if (known.size >= maxRemembered) known.clear();
      known.set(word, tokens);
    }
    return tokens;
  };
}

/** Texts that are passed to the embedder at once. */
const batchSize = 32;
/** Vectors that are compared between two checks of the clock. */
const vectorsAtOnce = 256;

/** Vectors of many texts, compared one by one. Texts are numbered from 0. */
class ChunkVectors {
  readonly #vectors: readonly Float32Array[];
  readonly #embedder: Embedder;

  private constructor(vectors: readonly Float32Array[], embedder: Embedder) {
    this.#vectors = vectors;
    this.#embedder = embedder;
  }

  /** Makes the vectors of texts. Reports texts; throws what the embedder throws, and the signal's reason. */
  static async of(
    texts: readonly string[],
    embedder: Embedder,
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void,
  ): Promise<ChunkVectors> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += batchSize) {
      const batch = texts.slice(from, from + batchSize);
      vectors.push(...(await embedder.embed(batch, { kind: "passage", signal })));
      signal.throwIfAborted();
      onProgress(vectors.length, texts.length);
    }
    return new ChunkVectors(vectors, embedder);
  }

  /** Numbers of the texts whose vectors are nearest to the query's by cosine. */
  async nearest(
    query: string,
    limit: number,
    isWanted: (text: number) => boolean,
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    const [vector] = await this.#embedder.embed([query], { kind: "query", signal });
    if (!vector) return [];
    const pause = slicer(signal);
    const scores: [number, number][] = [];
    for (const [number, one] of this.#vectors.entries()) {
      if (isWanted(number)) scores.push([number, product(vector, one)]);
      if (number % vectorsAtOnce === 0) await pause();
    }
    return bestScores(scores, limit);
  }
}

/** The cosine of vectors of length 1. */
function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
