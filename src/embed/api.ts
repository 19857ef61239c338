import type { CallOptions } from "../core/call-options.js";
import type { EmbedderInfo, EmbedOptions } from "./embedder.js";

/** Texts on their way to an embedder in another thread. */
export interface EmbedRequest extends Pick<EmbedOptions, "kind"> {
  readonly texts: readonly string[];
}

/** How many of a call's texts have their vectors. */
export interface EmbedProgress {
  readonly done: number;
  readonly total: number;
}

/** What an `Embedder` offers to other threads. */
export interface EmbedApi {
  info(request: null, options?: CallOptions): Promise<EmbedderInfo>;
  /** See `Embedder.embed`. */
  embed(
    request: EmbedRequest,
    options?: CallOptions<EmbedProgress>,
  ): Promise<readonly Float32Array[]>;
}
