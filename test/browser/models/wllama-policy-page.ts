import compatible from "@wllama/wllama-compat/wasm/wllama.js?raw";
import { PagehoundError } from "../../../src/core/errors.js";
import { loadWllama } from "../../../src/models/wllama/load-wllama.js";

/** The page inside `wllama-policy.test.ts`: it receives a model and replies with the result. */
// Vitest routes every import() through this object, which only its own frame has.
Reflect.set(globalThis, "__vitest_browser_runner__", {
  wrapDynamicImport: (load: () => Promise<unknown>) => load(),
});

// The test server would serve this script as a module, which it is not.
const { fetch } = globalThis;
globalThis.fetch = async (input, init) =>
  String(input).endsWith("/wllama.js") ? new Response(compatible) : fetch(input, init);

/** Firefox has no promise integration yet, and had no 64-bit memory before version 134. */
function pretendOldFirefox(): void {
  const { Memory } = WebAssembly;
  class OldMemory extends Memory {
    constructor(descriptor: WebAssembly.MemoryDescriptor) {
      if ("address" in descriptor) throw new TypeError("No 64-bit memory.");
      super(descriptor);
    }
  }
  Reflect.set(WebAssembly, "Memory", OldMemory);
  Reflect.deleteProperty(WebAssembly, "Suspending");
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
  Object.defineProperty(navigator, "userAgent", { value: userAgent });
}

const violations: string[] = [];
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
  violations.push(`${violatedDirective} ${blockedURI}`);
});

addEventListener("message", async ({ data }: MessageEvent<{ model: Blob; compat: boolean }>) => {
  if (data.compat) pretendOldFirefox();
  const [origin] = location.ancestorOrigins;
  const packages = `${origin}/node_modules/@wllama`;
  const nowhere = `${origin}/nowhere/`;
  // Each build is found only where it is the right one.
  const places = {
    assetsBase: data.compat ? nowhere : `${packages}/wllama/esm/wasm/`,
    compatBase: data.compat ? `${packages}/wllama-compat/wasm/` : nowhere,
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
