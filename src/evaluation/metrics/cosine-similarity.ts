/**
 * The cosine of the angle between two vectors of the same length, from -1 to 1 (the thesis on
 * retrieval agents compares answers like this, by their embeddings). 0 when one of them is all zeros.
 */
export function cosineSimilarity(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let product = 0;
  let oneSquared = 0;
  let otherSquared = 0;
  for (let index = 0; index < one.length; index++) {
    const left = one[index] ?? 0;
    const right = other[index] ?? 0;
    product += left * right;
    oneSquared += left * left;
    otherSquared += right * right;
  }
  const lengths = Math.sqrt(oneSquared) * Math.sqrt(otherSquared);
  return lengths === 0 ? 0 : Math.max(-1, Math.min(1, product / lengths));
}
