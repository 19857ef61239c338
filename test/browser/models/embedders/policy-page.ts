import { PagehoundError } from "../../../../src/core/errors.js";
import { requestLog } from "../../../../src/core/requests/log.js";
import { loadEmbedder } from "../../../../src/models/embedders/transformers/load-embedder.js";

/** The page inside `policy.test.ts`: it makes a vector and replies with the result. */
interface Task {
  readonly url: string;
  readonly device: "wasm" | "webgpu";
}

const violations: string[] = [];
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
  violations.push(`${violatedDirective} ${blockedURI}`);
});

addEventListener("message", async ({ data }: MessageEvent<Task>) => {
  const log = requestLog();
  const [origin = ""] = location.ancestorOrigins;
  try {
    const embedder = await loadEmbedder({
      url: origin + data.url,
      assetsBase: `${origin}/assets/onnx/`,
      device: data.device,
      precision: "fp32",
      cache: false,
    });
    const [vector] = await embedder.embed(["revenue"], { kind: "passage" });
    const ofWorker = () => log.requests.filter(({ from }) => from === "embed worker");
    // The request is logged with a delay.
    while (!ofWorker().some(({ url }) => url.endsWith(".wasm")))
      await new Promise<void>((resolve) => {
        const stop = log.onChange(() => {
          stop();
          resolve();
        });
      });
    await embedder.unload();
    const elsewhere = ofWorker().filter(({ url, blocked }) => blocked || !url.startsWith(origin));
    parent.postMessage({ dimensions: vector?.length, violations, elsewhere }, "*");
  } catch (error) {
    const code = PagehoundError.isInstance(error) ? error.code : null;
    parent.postMessage({ code, message: String(error), violations }, "*");
  }
});
parent.postMessage("ready", "*");
