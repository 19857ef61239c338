import { serve } from "../rpc/serve.js";
import type { EmbedApi } from "./api.js";
import type { Embedder } from "./embedder.js";

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
