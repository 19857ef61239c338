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
};
