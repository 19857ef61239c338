/**
 * Length of the longest common subsequence of two lists of tokens. Bits of one number stand for the
 * places of `one`, so that long answers take little time (Hyyrö, "Bit-parallel LCS-length computation
 * revisited", 2004).
 */
export function commonSubsequence(one: readonly string[], other: readonly string[]): number {
  const places = new Map<string, bigint>();
  for (const [index, token] of one.entries()) {
    places.set(token, (places.get(token) ?? 0n) | (1n << BigInt(index)));
  }
  const all = (1n << BigInt(one.length)) - 1n;
  let unused = all;
  for (const token of other) {
    const here = unused & (places.get(token) ?? 0n);
    if (here !== 0n) unused = ((unused + here) | (unused - here)) & all;
  }
  return [...(all ^ unused).toString(2)].filter((bit) => bit === "1").length;
}
