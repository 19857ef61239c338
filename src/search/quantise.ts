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
