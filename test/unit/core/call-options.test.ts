import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { pause } from "../../../src/core/call-options.js";
import { fetchEmbedderFile } from "../../../src/models/embedders/transformers/bring-files.js";
import { repository } from "../../driver/repository.js";

test("a pause ends at once with its signal's reason when the signal aborts", async () => {
  const abort = new AbortController();
  const waiting = pause(60_000, abort.signal);
  abort.abort(new Error("no more"));
  await expect(waiting).rejects.toThrow("no more");
  await expect(pause(60_000, AbortSignal.abort(new Error("never")))).rejects.toThrow("never");
});

test("an embedder's file is not retried once its signal has aborted", async () => {
  const abort = new AbortController();
  let requests = 0;
  const real = globalThis.fetch;
  globalThis.fetch = async () => {
    requests++;
    queueMicrotask(() => setTimeout(() => abort.abort(new Error("no more"))));
    return new Response(null, { status: 503 });
  };
  try {
    const { signal } = abort;
    const options = { signal, check: async () => null, onBytes: () => undefined };
    await expect(fetchEmbedderFile("https://site.example/config.json", options)).rejects.toThrow(
      "no more",
    );
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
