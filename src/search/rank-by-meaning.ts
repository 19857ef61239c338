import { lowerBound } from "./lower-bound.js";
import { type QuantisedVectors, quantise } from "./quantise.js";
import { best } from "./ranking.js";
import type { RankedPassage } from "./search-index.js";
import { writeSimilarities } from "./similarity.js";

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
