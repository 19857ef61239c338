import { afterEach, expect, test } from "vitest";
import { randomGguf } from "../../fixtures/models/random-gguf.js";

const strict = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const page = "/test/browser/model/wllama-policy-page.ts";
let frame: HTMLIFrameElement | null = null;

afterEach(() => frame?.remove());

/** Loads the model in a page with a policy of its own, and tells what came of it. */
async function under(policy: string, task: { compat: boolean }): Promise<unknown> {
  frame = document.createElement("iframe");
  frame.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">
    <title>policy</title><script type="module" src="${page}"></script>`;
  const outcome = new Promise((resolve) => {
    addEventListener("message", function listen({ data, source }) {
      if (source !== frame?.contentWindow) return;
      if (data === "ready") {
        const model = new Blob([randomGguf()]);
        frame.contentWindow?.postMessage({ model, ...task }, "*");
        return;
      }
      removeEventListener("message", listen);
      resolve(data);
    });
  });
  document.body.append(frame);
  return outcome;
}

test("a page needs no more than workers from blobs", { timeout: 120_000 }, async () => {
  const policy = `${strict}; worker-src 'self' blob:`;
  expect(await under(policy, { compat: false })).toEqual({ answered: true, violations: [] });
});

test("browsers that need the compatible engine get our copy of it, Firefox as well", {
  timeout: 240_000,
}, async () => {
  const policy = `${strict}; worker-src 'self' blob:`;
  expect(await under(policy, { compat: true })).toEqual({ answered: true, violations: [] });
});

test("a policy without workers from blobs is named", { timeout: 120_000 }, async () => {
  const policy = `${strict}; worker-src 'self'`;
  expect(await under(policy, { compat: false })).toMatchObject({
    code: "unsupported-browser",
    message: expect.stringContaining("worker-src"),
  });
});
