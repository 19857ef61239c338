import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { pause } from "../../../src/core/call-options.js";
import { fetchContent } from "../../../src/models/download/fetch-file.js";
import { repository } from "../../driver/repository.js";

test("a pause ends at once with its signal's reason when the signal aborts", async () => {
  const abort = new AbortController();
  const waiting = pause(60_000, abort.signal);
  abort.abort(new Error("no more"));
  await expect(waiting).rejects.toThrow("no more");
  await expect(pause(60_000, AbortSignal.abort(new Error("never")))).rejects.toThrow("never");
});

test("a model's file is not retried once its signal has aborted", async () => {
  const abort = new AbortController();
  let requests = 0;
  const real = globalThis.fetch;
  globalThis.fetch = async () => {
    requests++;
    queueMicrotask(() => setTimeout(() => abort.abort(new Error("no more"))));
    return new Response(null, { status: 503 });
  };
  try {
    const request = {
      ...{ url: "https://site.example/config.json", signal: abort.signal, maxBytes: 1000 },
      words: { owner: "a model", check: "Check the address.", kept: "nothing is kept" },
      ...{ check: () => null, onBytes: () => undefined },
    };
    await expect(fetchContent(request)).rejects.toThrow("no more");
  } finally {
    globalThis.fetch = real;
  }
  expect(requests).toBe(1);
});

test("a process that only imports the module exits", () => {
  const program = `await import(${JSON.stringify(path.join(repository, "src/core/call-options.ts"))});`;
  const { status, signal } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", program],
    { cwd: repository, timeout: 60_000 },
  );
  expect({ status, signal }).toEqual({ status: 0, signal: null });
});
