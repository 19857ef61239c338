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

/** A file of a published embedder. */
export interface EmbedderFile {
  /** Relative to the embedder's folder. */
  readonly path: string;
  /** Null where nobody says: a small one. */
  readonly bytes: number | null;
  /** In hexadecimal; null where nobody says. */
  readonly sha256: string | null;
}

/** An embedder that is published, with all that is fetched of it. */
export interface PublishedEmbedder {
  readonly id: string;
  readonly name: string;
  /** SPDX identifier of the licence of the weights. */
  readonly license: string;
  /** The public folder with its files. */
  readonly url: string;
  readonly files: readonly EmbedderFile[];
}

/**
 * The embedder that the element offers: 22 million parameters in 8 bits, trained for English, 384
 * numbers a vector. Sizes and hashes of weights and tokenizer are those that several independent
 * projects have written down of the published files; the two small files are checked by their form
 * alone.
 */
export const recommendedEmbedder: PublishedEmbedder = {
  id: "all-MiniLM-L6-v2",
  name: "all-MiniLM-L6-v2",
  license: "Apache-2.0",
  url: "https://huggingface.co/Xenova/all-MiniLM-L6-v2/resolve/main/",
  files: [
    { path: "config.json", bytes: null, sha256: null },
    {
      path: "tokenizer.json",
      bytes: 711_661,
      sha256: "da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0",
    },
    { path: "tokenizer_config.json", bytes: null, sha256: null },
    {
      path: "onnx/model_quantized.onnx",
      bytes: 22_972_370,
      sha256: "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
    },
  ],
};
