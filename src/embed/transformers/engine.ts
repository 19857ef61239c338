/** A model in memory. */
export interface Engine {
  /** A vector of length 1 for each text, in order, made in one go. Long texts are cut at their end. */
  embed(texts: readonly string[]): Promise<readonly Float32Array<ArrayBuffer>[]>;
}
