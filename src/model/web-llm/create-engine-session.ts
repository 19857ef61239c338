import { createEngine } from "./create-engine.js";
import type { EngineApi } from "./engine-api.js";
import { EngineSession } from "./engine-session.js";
import { jsonGrammar } from "./grammar.js";
import { openFileStore } from "./open-file-store.js";
import { watchDevices } from "./watch-devices.js";
import { xgrammar } from "./xgrammar.js";

/** web-llm, ready to be served to the page. */
export function createEngineSession(): EngineApi {
  const session = new EngineSession({
    openStore: ({ cacheBackend }) => openFileStore(cacheBackend),
    createEngine,
    compileGrammar: ({ schema }) => jsonGrammar(schema, xgrammar()),
    watchDevices,
    now: () => performance.now(),
  });
  // Only own properties are served.
  return {
    load: (model, options) => session.load(model, options),
    reload: (model, options) => session.reload(model, options),
    complete: (request, options) => session.complete(request, options),
    rest: () => session.rest(),
  };
}
