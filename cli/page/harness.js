// Plain JavaScript on purpose: it must run unchanged, with the built library and without a bundler.
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
  openLocal,
  openModel,
  addFiles,
};

/** See `Harness.addFiles`. */
async function addFiles(collection, paths) {
  const inputs = globalThis.harness
    .files()
    .map((file, index) => ({ file, path: paths[index] ?? file.name }));
  const refused = [];
  for await (const event of collection.add(inputs)) {
    void globalThis.reportEvent(event);
    if (event.type !== "document-refused") continue;
    const { path: file, code, message } = event;
    refused.push({ file, code, message });
  }
  return { refused, allRefused: refused.length === inputs.length };
}

/** See `Harness.openLocal`. */
async function openLocal({ engine, precision, ...local }) {
  if (engine === "transformers") {
    const options = { ...local, precision, device: "wasm", model: "/model/", cache: false };
    return models.loadTransformers({ ...options, assetsBase: "/assets/onnx/" });
  }
  const places = { assetsBase: "/assets/wllama/", compatBase: "/assets/wllama-compat/" };
  return models.loadWllama({ ...local, ...places, model: globalThis.harness.modelFiles() });
}

/** See `Harness.openModel`. */
async function openModel({ endpoint, local }) {
  try {
    if (local) return { model: await openLocal(local) };
    if (!endpoint) return { model: undefined };
    const connected = await models.connectEndpoint({
      ...endpoint,
      onNotice: ({ message }) => {
        void globalThis.reportEvent({ type: "endpoint-notice", message });
      },
    });
    const model = {
      // The final destination of text, not the proxy.
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
