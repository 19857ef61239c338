import type { CallOptions } from "../core/call-options.js";

/** What is known of a model that makes vectors. */
export interface EmbedderInfo {
  /** Such as `all-MiniLM-L6-v2`; with `version`, tells vectors of one model from those of another. */
  readonly id: string;
  /** Changes whenever the vectors would: the weights' revision and their precision. */
  readonly version: string;
  /** For people. */
  readonly name: string;
  /** Numbers of a vector. */
  readonly dimensions: number;
}

/** How texts are turned into vectors. */
export interface EmbedOptions
  extends CallOptions<{ readonly done: number; readonly total: number }> {
  /** Some models treat what is looked for otherwise than what is found. */
  readonly kind: "query" | "passage";
}

/**
 * Makes vectors of texts, so that texts of like meaning lie close together. All that it throws is a
 * `PagehoundError`, or the signal's reason.
 */
export interface Embedder {
  readonly info: EmbedderInfo;
  /**
   * A vector of length 1 for each text, in order. Texts that are longer than the model reads are cut
   * at their end. Throws `not-enough-memory`, `device-lost`, `model-failed`, `closed`; and, where the
   * model has to be loaded anew after one of these, what loading throws.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>;
  /** Frees its memory. Calls that wait, and later ones, reject with `closed`. */
  unload(): Promise<void>;
}
