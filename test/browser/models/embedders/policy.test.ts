import { afterEach, expect, test } from "vitest";
import { openUnderPolicy } from "../../page-under-policy.js";

// The worker's own file is served under the same policy.
const strict =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";
const url = "/embedders/random@policy/";
let frame: HTMLIFrameElement | null = null;

afterEach(() => frame?.remove());

async function under(policy: string, device: "wasm" | "webgpu"): Promise<unknown> {
  const opened = openUnderPolicy(policy, "/test/browser/models/embedders/policy-page.ts", {
    url,
    device,
  });
  frame = opened.frame;
  return opened.outcome;
}

const undisturbed = { dimensions: 64, violations: [], elsewhere: [] };

test("the processor works on a page that allows its own origin only", {
  timeout: 60_000,
}, async () => {
  expect(await under(strict, "wasm")).toEqual(undisturbed);
});

const adapter = await navigator.gpu?.requestAdapter().catch(() => null);

// Without an adapter, as in most test browsers, there is nothing to try.
test.skipIf(!adapter)("and for the graphics card", async () => {
  expect(await under(strict, "webgpu")).toEqual(undisturbed);
});
