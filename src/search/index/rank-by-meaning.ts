import { best } from "./ranking.js";
import type { RankedPassage, Ranking } from "./search-index.js";
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
  /** The cosine of a passage; null for one without a vector, or that may not be found. */
  similarityOf(document: number, passage: number): number | null;
  /** The `count` nearest passages, nearest first; their scores are cosines. */
  take(count: number): RankedPassage[];
}

/** Added to cosines, so that none of them is the zero of a passage that was not compared. */
const above = 2;
/** Up to so many vectors, each is compared number by number; of more, so many that look nearest are. */
const comparedInFull = 4_000;

/**
 * Compares the vector of a query with those of all passages. Where there are many, first by their
 * signs alone, an eighth of the room: the query's numbers, added where the passage's is positive and
 * taken away where it is not (asymmetric, as the query keeps its numbers; see Gao and Long, "RaBitQ",
 * SIGMOD 2024). The 4,000 that come out best are then compared in full, so that scores are exact
 * and only a passage beyond these could be missed. There is no index to build, store or keep in step.
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
  const kept = new Uint8Array(total).fill(1);
  let compared = total;
  for (const [index, { document, first, vectors }] of keeps ? stretches.entries() : []) {
    const start = starts[index] as number;
    for (let at = 0; at < vectors.count; at++) {
      if (keeps?.(document, first + at)) continue;
      kept[start + at] = 0;
      compared--;
    }
    await pause();
  }
  if (compared > comparedInFull) await dropFar(asked, stretches, kept, pause);
  const scores = new Float32Array(total);
  for (const [index, { vectors }] of stretches.entries()) {
    const start = starts[index] as number;
    const end = start + vectors.count;
    writeScores(asked, vectors, kept.subarray(start, end), scores.subarray(start, end));
    await pause();
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
  const stretchesOf = new Map<number, number[]>();
  for (const [index, { document }] of stretches.entries()) {
    stretchesOf.set(document, [...(stretchesOf.get(document) ?? []), index]);
  }
  return {
    compared,
    similarityOf(document, passage) {
      for (const index of stretchesOf.get(document) ?? []) {
        const { first, vectors } = stretches[index] as VectorStretch;
        if (passage < first || passage >= first + vectors.count) continue;
        return keeps && !keeps(document, passage)
          ? null
          : similarity(asked, vectors, passage - first);
      }
      return null;
    },
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
 * How near a vector is to that of a query: the cosine of the angle between them, from -1 to 1 but for
 * what quantising cost.
 *
 * @param query the first of these vectors
 * @param index of the other among its own
 */
export function similarity(
  query: QuantisedVectors,
  { data, scales, dimensions }: QuantisedVectors,
  index: number,
): number {
  const product = dotProduct(query.data, data, index * dimensions, dimensions);
  return product * (query.scales[0] ?? 0) * (scales[index] as number);
}

/** The cosines of vectors that are kept, plus `above`. */
function writeScores(
  query: QuantisedVectors,
  vectors: QuantisedVectors,
  kept: Uint8Array,
  into: Float32Array,
): void {
  for (let at = 0; at < kept.length; at++) {
    if (kept[at] === 1) into[at] = similarity(query, vectors, at) + above;
  }
}

/**
 * Of the vectors that are kept, leaves those `comparedInFull` (and all that tie with the last of
 * them) whose signs agree best with the numbers of a query.
 */
async function dropFar(
  { data: query }: QuantisedVectors,
  stretches: readonly VectorStretch[],
  kept: Uint8Array,
  pause: () => Promise<void>,
): Promise<void> {
  const sums = signSums(query);
  const most = query.reduce((sum, number) => sum + Math.abs(number), 0);
  const estimates = new Int32Array(kept.length);
  let start = 0;
  for (const { vectors } of stretches) {
    writeEstimates(signsOf(vectors), sums, estimates.subarray(start, start + vectors.count));
    start += vectors.count;
    await pause();
  }
  // None is below zero: a query's numbers add up to no less than all of them taken away.
  const holding = new Int32Array(2 * most + 1);
  for (let text = 0; text < kept.length; text++) {
    const estimate = (estimates[text] as number) + most;
    estimates[text] = estimate;
    if (kept[text] === 1) holding[estimate] = (holding[estimate] as number) + 1;
  }
  let least = holding.length;
  for (let taken = 0; taken < comparedInFull && least > 0; ) taken += holding[--least] as number;
  for (let text = 0; text < kept.length; text++) {
    if ((estimates[text] as number) < least) kept[text] = 0;
  }
}

/** What the query's numbers add up to by the signs of each vector. The loop that a search spends its time in. */
function writeEstimates(signs: Uint8Array, sums: Int32Array, into: Int32Array): void {
  const bytes = sums.length / 256;
  const inFours = bytes - (bytes % 4);
  let byte = 0;
  for (let at = 0; at < into.length; at++) {
    let sum = 0;
    let table = 0;
    for (; table < inFours * 256; table += 1024, byte += 4) {
      sum =
        (sum +
          (sums[table + (signs[byte] as number)] as number) +
          (sums[table + 256 + (signs[byte + 1] as number)] as number) +
          (sums[table + 512 + (signs[byte + 2] as number)] as number) +
          (sums[table + 768 + (signs[byte + 3] as number)] as number)) |
        0;
    }
    for (; table < sums.length; table += 256, byte++) {
      sum = (sum + (sums[table + (signs[byte] as number)] as number)) | 0;
    }
    into[at] = sum;
  }
}

/** For each byte of signs, and each of its 256 values, what the query's numbers there add up to. */
function signSums(query: Int8Array): Int32Array {
  const bytes = Math.ceil(query.length / 8);
  const sums = new Int32Array(bytes * 256);
  for (let byte = 0; byte < bytes; byte++) {
    for (let value = 0; value < 256; value++) {
      let sum = 0;
      for (let bit = 0; bit < 8; bit++) {
        const number = query[byte * 8 + bit] ?? 0;
        sum += (value >> bit) & 1 ? number : -number;
      }
      sums[byte * 256 + value] = sum;
    }
  }
  return sums;
}

const knownSigns = new WeakMap<QuantisedVectors, Uint8Array>();

/** A bit for each number, 1 where it is above zero, in whole bytes for each vector; made once. */
function signsOf(vectors: QuantisedVectors): Uint8Array {
  const known = knownSigns.get(vectors);
  if (known) return known;
  const { count, data, dimensions } = vectors;
  const bytes = Math.ceil(dimensions / 8);
  const signs = new Uint8Array(count * bytes);
  for (let index = 0; index < count; index++) {
    for (let at = 0; at < dimensions; at++) {
      if ((data[index * dimensions + at] as number) <= 0) continue;
      const byte = index * bytes + (at >> 3);
      signs[byte] = (signs[byte] as number) | (1 << (at & 7));
    }
  }
  knownSigns.set(vectors, signs);
  return signs;
}

/** In whole numbers: 127² times 130,000 dimensions would still fit into 32 bits. */
function dotProduct(query: Int8Array, data: Int8Array, start: number, dimensions: number): number {
  let sum = 0;
  for (let index = 0; index < dimensions; index++) {
    sum = (sum + Math.imul(query[index] as number, data[start + index] as number)) | 0;
  }
  return sum;
}

/** What two rankings are joined for. */
export interface FusionRequest {
  /** How many passages. */
  readonly count: number;
  /** Whether the query has a number. */
  readonly hasNumber: boolean;
}

/** How many of each ranking are joined, if no more is asked for. */
const joinedDepth = 500;
/** What a passage gains for each standard deviation that it is nearer than the others are on average … */
const nearnessShare = 0.175;
/** … and what it gains where the query has a number. */
const nearnessBesideNumbers = 0.01;
/** Cosines that spread less than this tell nothing apart; vectors in whole numbers are off by nearly as much. */
const leastSpread = 0.01;

/**
 * Words and meaning as one ranking, of the best 500 of each: the square of the score by words, which
 * is relative to the best there is, plus 0.175 for each standard deviation that the passage's cosine
 * is above the mean of all that are joined. So meaning counts as much as a passage stands out by it,
 * and the first by words gives way only to what stands out and has most of them, too. Where the query
 * has a number, which vectors hardly tell from others, words decide: meaning parts what is next to
 * equal by them, and finds what has none. A passage without a vector, or farther than the mean, gains
 * nothing, so that without any vectors the ranking is that by words.
 *
 * A sum of scores, which keeps how far apart they are, as reciprocal ranks do not (Bruch, Gai and
 * Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", ACM TOIS 42, 2023), with standard
 * scores for the cosines (Renda and Straccia, "Web Metasearch: Rank vs. Score Based Rank Aggregation
 * Methods", SAC 2003). What it does to each development set is in docs/results.md, how the
 * constants were chosen in docs/decisions, "Embeddings are optional".
 *
 * Of equal score, the nearer one comes first, then that of the older document, then that further up.
 */
export function fuseRankings(
  words: Omit<Ranking, "terms" | "matches">,
  near: MeaningRanking,
  { count, hasNumber }: FusionRequest,
): RankedPassage[] {
  const depth = Math.max(joinedDepth, count);
  const places = new Map<string, RankedPassage>();
  for (const place of [...words.take(depth), ...near.take(depth)]) {
    places.set(`${place.document}/${place.passage}`, place);
  }
  const joined = [...places.values()].map(({ document, passage }) => ({
    document,
    passage,
    byWords: words.greatest > 0 ? words.scoreOf(document, passage) / words.greatest : 0,
    nearness: near.similarityOf(document, passage),
  }));
  const known = joined.flatMap(({ nearness }) => (nearness === null ? [] : [nearness]));
  const mean = average(known);
  const variance = average(known.map((nearness) => (nearness - mean) ** 2));
  const spread = Math.max(leastSpread, Math.sqrt(variance));
  const share = hasNumber ? nearnessBesideNumbers : nearnessShare;
  return joined
    .map(({ document, passage, byWords, nearness }) => {
      const standing = ((nearness ?? mean) - mean) / spread;
      const score = byWords ** 2 + share * Math.max(0, standing);
      return { document, passage, score, standing };
    })
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.standing - a.standing ||
        a.document - b.document ||
        a.passage - b.passage,
    )
    .slice(0, count)
    .map(({ document, passage, score }) => ({ document, passage, score }));
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}
