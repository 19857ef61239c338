import { afterEach, expect, test } from "vitest";
import { openUnderPolicy } from "../page-under-policy.js";
import { linesOf, scannedPdf } from "./ocr-scans.js";

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self' blob:";
const page = "/test/browser/readers/ocr-policy-page.ts";
let frame: HTMLIFrameElement | null = null;

afterEach(() => frame?.remove());

test("recognises text under a strict policy, without requests to other origins", {
  timeout: 120_000,
}, async () => {
  // The recogniser runs in its own worker, under the policy served with its file.
  const served = await fetch("/assets/ocr/worker.min.js");
  expect(served.headers.get("content-security-policy")).toContain("default-src 'none'");
  const scan = await scannedPdf([linesOf("Minutes", ["The council met on Thursday."])]);
  const opened = openUnderPolicy(policy, page, { scan });
  frame = opened.frame;
  expect(await opened.outcome).toEqual({
    state: "text",
    text: "Minutes\n\nThe council met on Thursday.\n",
    problem: undefined,
    violations: [],
    requested: [location.origin],
  });
});
