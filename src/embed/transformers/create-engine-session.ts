import { createEngine } from "./create-engine.js";
import type { EngineApi } from "./engine-api.js";
import { EngineSession } from "./engine-session.js";
import { FileStore } from "./file-store.js";

/** transformers.js, ready to be served to the page. */
export function createEngineSession(): EngineApi {
  const session = new EngineSession({ openStore: FileStore.open, createEngine });
  // Only own properties are served.
  return {
    load: (model, options) => session.load(model, options),
    embed: (request, options) => session.embed(request, options),
    rest: () => session.rest(),
  };
}
