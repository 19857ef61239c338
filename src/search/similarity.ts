import type { QuantisedVectors } from "./quantise.js";

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
