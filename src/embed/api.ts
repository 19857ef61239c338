import type { CallOptions } from "../core/call-options.js";
import { serve } from "../rpc/serve.js";
import type { Embedder, EmbedderInfo, EmbedOptions } from "./embedder.js";

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

/**
 * A port to hand to another thread, at which `EmbedApi` is served. Its counterpart is
 * `connect<EmbedApi>(port)`. Closing the other end leaves the embedder as it is; unloading the embedder
 * makes calls reject with `closed`. It is served by this thread, which passes on what it does not look
 * at: only here is it known when an embedder's worker has ended, and only here is another one started.
 */
export function serveEmbedder(embedder: Embedder): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const api: EmbedApi = {
    info: async () => embedder.info,
    embed: ({ texts, kind }, options = {}) => embedder.embed(texts, { kind, ...options }),
  };
  serve(port1, api);
  return port2;
}
