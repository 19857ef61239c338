// Plain JavaScript on purpose: it must run as it is, with the built library and without a bundler.
import * as evaluation from "/dist/evaluation.js";
import * as library from "/dist/index.js";
import * as models from "/dist/models.js";
import * as tools from "/dist/tools.js";

// The TypeScript runner names nested functions through this helper, which a page does not have.
globalThis.__name = (value) => value;

globalThis.harness = {
  library,
  models,
  evaluation,
  tools,
  files: () => [...document.querySelector("#files").files],
  modelFiles: () => [...document.querySelector("#model").files],
  openModel,
};

/** See `Harness.openModel`. */
async function openModel({ endpoint, local }) {
  try {
    if (local) {
      const places = { assetsBase: "/assets/wllama/", compatBase: "/assets/wllama-compat/" };
      const files = globalThis.harness.modelFiles();
      return { model: await models.loadWllama({ ...local, ...places, model: files }) };
    }
    if (!endpoint) return { model: undefined };
    const connected = await models.connectEndpoint({
      ...endpoint,
      onNotice: ({ message }) => {
        void globalThis.reportEvent({ type: "endpoint-notice", message });
      },
    });
    const model = {
      // Where text goes in the end, not the server between.
      info: { ...connected.info, sendsTo: endpoint.origin },
      complete: (prompt, options) => connected.complete(prompt, options),
      unload: () => connected.unload(),
    };
    return { model };
  } catch (error) {
    if (!library.PagehoundError.isInstance(error)) throw error;
    return { unreachable: error.message };
  }
}
