import { afterEach, expect, test } from "vitest";
import { randomGguf } from "../../fixtures/models/random-gguf.js";
import { isLong } from "../../tries.js";
import { openUnderPolicy } from "../page-under-policy.js";

const strict = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const page = "/test/browser/models/wllama-policy-page.ts";
let frame: HTMLIFrameElement | null = null;

afterEach(() => frame?.remove());

/** Loads the model in a page with its own policy, and returns the result. */
async function under(policy: string, task: { compat: boolean }): Promise<unknown> {
  const model = new Blob([randomGguf()]);
  const opened = openUnderPolicy(policy, page, { model, ...task });
  frame = opened.frame;
  return opened.outcome;
}

test("needs only blob workers from the page's policy", async () => {
  const policy = `${strict}; worker-src 'self' blob:`;
  expect(await under(policy, { compat: false })).toEqual({ answered: true, violations: [] });
});

test.runIf(isLong)(
  "browsers that need the compatible engine get our copy of it, Firefox as well",
  {
    timeout: 240_000,
  },
  async () => {
    const policy = `${strict}; worker-src 'self' blob:`;
    expect(await under(policy, { compat: true })).toEqual({ answered: true, violations: [] });
  },
);

test("a policy without workers from blobs is named", async () => {
  const policy = `${strict}; worker-src 'self'`;
  expect(await under(policy, { compat: false })).toMatchObject({
    code: "unsupported-browser",
    message: expect.stringContaining("worker-src"),
  });
});
