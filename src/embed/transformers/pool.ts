/** A model's output: for each text of a batch and each of its tokens, as many numbers as a vector has. */
export interface TokenVectors {
  readonly data: ArrayLike<number>;
  readonly texts: number;
  readonly tokens: number;
  readonly dimensions: number;
}

/**
 * One vector of length 1 for each text: the mean of its tokens' (`mean`), or that of its first token
 * (`cls`). `mask` tells tokens (1) from padding (0), row after row. Null where the numbers allow none.
 */
export function pool(
  { data, texts, tokens, dimensions }: TokenVectors,
  mask: ArrayLike<number | bigint>,
  pooling: "mean" | "cls",
): Float32Array<ArrayBuffer>[] | null {
  const vectors: Float32Array<ArrayBuffer>[] = [];
  for (let text = 0; text < texts; text++) {
    const sum = new Float64Array(dimensions);
    let left = pooling === "cls" ? 1 : tokens;
    for (let token = 0; token < tokens && left > 0; token++) {
      if (Number(mask[text * tokens + token]) === 0) continue;
      left--;
      const start = (text * tokens + token) * dimensions;
      for (let place = 0; place < dimensions; place++)
        sum[place] = (sum[place] ?? 0) + Number(data[start + place]);
    }
    // The mean is the sum once both have length 1.
    const length = Math.sqrt(sum.reduce((total, number) => total + number * number, 0));
    if (!(length > 0 && Number.isFinite(length))) return null;
    vectors.push(Float32Array.from(sum, (number) => number / length));
  }
  return vectors;
}
