import compatible from "@wllama/wllama-compat/wasm/wllama.js?raw";
import { PagehoundError } from "../../../src/core/errors.js";
import { loadWllama } from "../../../src/model/wllama/load-wllama.js";

/** The page inside `wllama-policy.test.ts`: it is sent a model and answers with what came of it. */
// Vitest sends every import() through this object, which only its own frame has.
Reflect.set(globalThis, "__vitest_browser_runner__", {
  wrapDynamicImport: (load: () => Promise<unknown>) => load(),
});

// The test server rewrites scripts as modules, which this one is not.
const { fetch } = globalThis;
globalThis.fetch = async (input, init) =>
  String(input).endsWith("/wllama.js") ? new Response(compatible) : fetch(input, init);

const violations: string[] = [];
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
  violations.push(`${violatedDirective} ${blockedURI}`);
});

addEventListener("message", async ({ data }: MessageEvent<{ model: Blob; compat: boolean }>) => {
  // What wllama looks for before it takes its compatible build.
  if (data.compat) Reflect.deleteProperty(WebAssembly, "Suspending");
  const places = {
    assetsBase: `${location.ancestorOrigins[0]}/node_modules/@wllama/wllama/esm/wasm/`,
    compatBase: `${location.ancestorOrigins[0]}/node_modules/@wllama/wllama-compat/wasm/`,
  };
  try {
    const model = await loadWllama({ model: data.model, ...places, contextLength: 512 });
    const { usage } = await model.complete({
      messages: [{ role: "user", content: "Hi" }],
      maxTokens: 4,
    });
    await model.unload();
    parent.postMessage({ answered: usage.promptTokens > 0, violations }, "*");
  } catch (error) {
    const code = PagehoundError.isInstance(error) ? error.code : null;
    parent.postMessage({ code, message: String(error), violations }, "*");
  }
});
parent.postMessage("ready", "*");
