import { slicer } from "../../core/yield-to-messages.js";
import type { Embedder } from "../../embed/embedder.js";
import { bestScores } from "./best-scores.js";

/** Texts that are given to the embedder at once. */
const batchSize = 32;
/** Vectors that are compared between two looks at the clock. */
const vectorsAtOnce = 256;

/** Vectors of many texts, compared one by one. Texts are numbered from 0. */
export class Vectors {
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
  ): Promise<Vectors> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += batchSize) {
      const batch = texts.slice(from, from + batchSize);
      vectors.push(...(await embedder.embed(batch, { kind: "passage", signal })));
      signal.throwIfAborted();
      onProgress(vectors.length, texts.length);
    }
    return new Vectors(vectors, embedder);
  }

  /** Numbers of the texts whose vectors have the greatest cosine with that of the query. */
  async nearest(
    query: string,
    limit: number,
    isAsked: (text: number) => boolean,
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    const [vector] = await this.#embedder.embed([query], { kind: "query", signal });
    if (!vector) return [];
    const pause = slicer(signal);
    const scores: [number, number][] = [];
    for (const [number, one] of this.#vectors.entries()) {
      if (isAsked(number)) scores.push([number, product(vector, one)]);
      if (number % vectorsAtOnce === 0) await pause();
    }
    return bestScores(scores, limit);
  }
}

/** Of vectors of length 1, their cosine. */
function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
