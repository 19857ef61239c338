import { reciprocalRankScores } from "../../core/reciprocal-rank.js";
import { best } from "./ranking.js";
import type { RankedPassage } from "./search-index.js";
import { lowerBound } from "./vocabulary.js";

/** The vectors of passages of one document that follow one another. */
export interface VectorStretch {
  /** Number the document was added under. */
  readonly document: number;
  /** Index of the first passage among the document's. */
  readonly first: number;
  readonly vectors: QuantisedVectors;
}

/** What a comparison with all vectors found. */
export interface MeaningRanking {
  /** How many passages were compared. */
  readonly compared: number;
  /** The `count` nearest passages, nearest first; their scores are cosines. */
  take(count: number): RankedPassage[];
}

/** Vectors that are compared between two looks at the clock. */
const atOnce = 512;
/** Added to cosines, so that none of them is the zero of a passage that was not compared. */
const above = 2;

/**
 * Compares the vector of a query with those of all passages, one by one. Exact, and fast enough for
 * what a browser holds: an approximate index would have to be built, stored and kept in step.
 *
 * @param keeps tells which passages may be found; null for all
 * @param pause called often; see `slicer`
 */
export async function rankByMeaning(
  query: Float32Array,
  stretches: readonly VectorStretch[],
  keeps: ((document: number, passage: number) => boolean) | null,
  pause: () => Promise<void>,
): Promise<MeaningRanking> {
  const asked = quantise([query], query.length);
  const starts: number[] = [];
  let total = 0;
  for (const { vectors } of stretches) {
    starts.push(total);
    total += vectors.count;
  }
  const scores = new Float32Array(total);
  let compared = 0;
  for (const [index, { document, first, vectors }] of stretches.entries()) {
    const start = starts[index] as number;
    for (let from = 0; from < vectors.count; from += atOnce) {
      const to = Math.min(vectors.count, from + atOnce);
      writeSimilarities(asked, vectors, { from, to }, scores, start + from);
      for (let at = from; at < to; at++) {
        const kept = !keeps || keeps(document, first + at);
        scores[start + at] = kept ? (scores[start + at] as number) + above : 0;
        if (kept) compared++;
      }
      await pause();
    }
  }
  const place = (text: number): { document: number; passage: number } => {
    const after = lowerBound(starts, text + 1);
    const { document, first } = stretches[after - 1] as VectorStretch;
    return { document, passage: first + text - (starts[after - 1] as number) };
  };
  const order = (text: number): number => {
    const { document, passage } = place(text);
    return document * 2 ** 32 + passage;
  };
  return {
    compared,
    take: (count) =>
      best(scores, count, order).map(({ text, score }) => ({
        ...place(text),
        score: score - above,
      })),
  };
}

/** Vectors of which each number is a whole one from -127 to 127, times the vector's scale. */
export interface QuantisedVectors {
  /** Numbers of a vector. */
  readonly dimensions: number;
  readonly count: number;
  /** The numbers of all vectors, one after the other. */
  readonly data: Int8Array;
  /** For each vector. */
  readonly scales: Float32Array;
}

/** The greatest whole number; -128 is not used, so that a vector and its opposite are quantised alike. */
const greatest = 127;

/**
 * Vectors in a quarter of their room, brought to length 1. Symmetric, with a scale for each vector:
 * its greatest number becomes 127. No number is off by more than half the scale, so that a vector
 * of n numbers is off by at most `scale * √n / 2`.
 *
 * @param vectors each of `dimensions` finite numbers
 */
export function quantise(vectors: readonly Float32Array[], dimensions: number): QuantisedVectors {
  const data = new Int8Array(vectors.length * dimensions);
  const scales = new Float32Array(vectors.length);
  vectors.forEach((vector, index) => {
    let most = 0;
    let squares = 0;
    for (const value of vector) {
      most = Math.max(most, Math.abs(value));
      squares += value * value;
    }
    // Of nothing but zeros, or so near to it that nothing can be told.
    if (squares === 0) return;
    const step = most / greatest;
    scales[index] = step / Math.sqrt(squares);
    for (let at = 0; at < dimensions; at++) {
      data[index * dimensions + at] = Math.round((vector[at] as number) / step);
    }
  });
  return { dimensions, count: vectors.length, data, scales };
}

/**
 * How near vectors are to that of a query: the cosine of the angle between them, from -1 to 1 but for
 * what quantising cost.
 *
 * @param query the first of these vectors
 * @param from index of the first vector to compare, `to` that of the first one after the last
 * @param into where the cosines are written, from `at` on
 */
export function writeSimilarities(
  query: QuantisedVectors,
  vectors: QuantisedVectors,
  { from, to }: { readonly from: number; readonly to: number },
  into: Float32Array,
  at: number,
): void {
  const { data, scales, dimensions } = vectors;
  const scale = query.scales[0] ?? 0;
  for (let index = from; index < to; index++) {
    const product = dotProduct(query.data, data, index * dimensions, dimensions);
    into[at + index - from] = product * scale * (scales[index] as number);
  }
}

/** In whole numbers: 127² times 130,000 dimensions would still fit into 32 bits. */
function dotProduct(query: Int8Array, data: Int8Array, start: number, dimensions: number): number {
  let sum = 0;
  for (let index = 0; index < dimensions; index++) {
    sum = (sum + Math.imul(query[index] as number, data[start + index] as number)) | 0;
  }
  return sum;
}

/**
 * Several rankings as one, by reciprocal rank fusion, whose sums are the scores. Of equal score, the one
 * of the older document comes first, and of one document the one further up.
 */
export function fuseRankings(
  rankings: readonly (readonly RankedPassage[])[],
  count: number,
): RankedPassage[] {
  const places = new Map<string, RankedPassage>();
  const keys = rankings.map((ranking) =>
    ranking.map((ranked) => {
      const key = `${ranked.document}/${ranked.passage}`;
      places.set(key, ranked);
      return key;
    }),
  );
  const scores = reciprocalRankScores(keys);
  return [...places]
    .map(([key, { document, passage }]) => ({ document, passage, score: scores.get(key) ?? 0 }))
    .sort((a, b) => b.score - a.score || a.document - b.document || a.passage - b.passage)
    .slice(0, count);
}
