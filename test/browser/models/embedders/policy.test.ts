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

test("embeds on the CPU on a page that allows only its own origin", {
  timeout: 60_000,
}, async () => {
  expect(await under(strict, "wasm")).toEqual(undisturbed);
});

const adapter = await navigator.gpu?.requestAdapter().catch(() => null);

// Most test browsers have no adapter, so there is nothing to test.
test.skipIf(!adapter)("embeds on the GPU on a page that allows only its own origin", async () => {
  expect(await under(strict, "webgpu")).toEqual(undisturbed);
});
