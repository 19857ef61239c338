import { afterEach, expect, test, vi } from "vitest";
import { connect } from "../../../../src/core/rpc/remote.js";
import type { LoadProgress } from "../../../../src/models/download/load-progress.js";
import type { EmbedderInfo } from "../../../../src/models/embedders/embedder.js";
import { type EmbedApi, serveEmbedder } from "../../../../src/models/embedders/embedder.js";
import {
  EmbedEngineSession,
  pool,
  toBatches,
} from "../../../../src/models/embedders/transformers/create-engine-session.js";
import type { EmbedEngineModel } from "../../../../src/models/embedders/transformers/transformers-embedder.js";
import { chooseDevice } from "../../../../src/models/onnx/options.js";

const model: EmbedEngineModel = {
  id: "tiny",
  folder: "https://site.example/tiny/",
  assets: "https://site.example/assets/onnx/",
  revision: "1",
  precision: "q8",
  pooling: "mean",
  device: "wasm",
  threads: 1,
  batchSize: 2,
  prefixes: { query: "query: ", passage: "" },
  integrity: {},
  cache: false,
};

/** A server with a model's files; `failures` lists the statuses of each file's first responses. */
function serve(failures: Readonly<Record<string, number[]>> = {}, external = 0): string[] {
  const requested: string[] = [];
  const settings = { "transformers.js_config": { use_external_data_format: external } };
  vi.stubGlobal("fetch", async (url: string) => {
    const path = url.slice(model.folder.length);
    requested.push(path);
    const status = failures[path]?.shift();
    if (status !== undefined) return new Response("", { status });
    const body = path.endsWith(".json") ? JSON.stringify(settings) : "weights";
    return new Response(body, { headers: { "content-length": String(body.length) } });
  });
  return requested;
}

/** A session whose engine returns the length of each text, and records its batches. */
function session(): { session: EmbedEngineSession; batches: string[][] } {
  const batches: string[][] = [];
  const engine = {
    async embed(texts: readonly string[]) {
      batches.push([...texts]);
      return texts.map((text) => Float32Array.of(text.length));
    },
  };
  const parts = { openStore: async () => null, createEngine: async () => engine };
  return { session: new EmbedEngineSession(parts), batches };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("batches texts of similar length, and returns their vectors in order", async () => {
  serve();
  const { session: loaded, batches } = session();
  expect(await loaded.load(model)).toEqual({ dimensions: 1, revision: "1" });
  const texts = ["four", "a", "eight...", "two"];
  const steps: number[] = [];
  const vectors = await loaded.embed(
    { texts, kind: "query" },
    { onProgress: ({ done }) => steps.push(done) },
  );
  expect(vectors.map(([length]) => length)).toEqual(texts.map(({ length }) => length + 7));
  expect(batches.slice(1)).toEqual([
    ["query: eight...", "query: four"],
    ["query: two", "query: a"],
  ]);
  expect(steps).toEqual([2, 4]);
  expect(toBatches([], 3)).toEqual([]);
});

test("retries a temporary failure once, and adds up the bytes of a load", async () => {
  const requested = serve({ "tokenizer.json": [503] }, 2);
  const steps: LoadProgress[] = [];
  await session().session.load(model, { onProgress: (step) => steps.push(step) });
  expect(requested.sort()).toEqual([
    "config.json",
    "onnx/model_quantized.onnx",
    "onnx/model_quantized.onnx_data",
    "onnx/model_quantized.onnx_data_1",
    "tokenizer.json",
    "tokenizer.json",
    "tokenizer_config.json",
  ]);
  expect([...new Set(steps.map(({ phase }) => phase))]).toEqual(["download", "prepare", "check"]);
  const downloads = steps.filter(({ phase }) => phase === "download");
  const { loadedBytes, totalBytes } = downloads.at(-1) ?? {};
  expect(loadedBytes).toBeGreaterThan(0);
  expect(totalBytes).toBe(loadedBytes);
});

test("a derived revision changes with every file", async () => {
  const revisions = new Set<string>();
  const load = async () => {
    const { revision } = await session().session.load({ ...model, revision: null });
    expect(revision).toMatch(/^[0-9a-f]{16}$/);
    revisions.add(revision);
  };
  const usual = { "onnx/model_quantized.onnx_data": "numbers", "tokenizer.json": '{"words":[]}' };
  for (const [path, body] of [["", ""], ...Object.entries(usual)]) {
    serve({}, 1);
    const { fetch } = globalThis;
    vi.stubGlobal("fetch", async (url: string) =>
      url === model.folder + path ? new Response(body) : fetch(url),
    );
    await load();
    await load();
  }
  expect(revisions.size).toBe(3);
});

test("names a refused file", async () => {
  serve({ "onnx/model_quantized.onnx": [404] });
  await expect(session().session.load(model)).rejects.toMatchObject({
    code: "download-failed",
    data: { url: `${model.folder}onnx/model_quantized.onnx`, status: 404 },
  });
  serve({ "config.json": [500, 500, 500] });
  await expect(session().session.load(model)).rejects.toMatchObject({ data: { status: 500 } });
});

test("rejects an unexpected file", async () => {
  serve();
  const integrity = { "onnx/model_quantized.onnx": "0".repeat(64) };
  await expect(session().session.load({ ...model, integrity })).rejects.toMatchObject({
    code: "download-failed",
    message: expect.stringContaining("SHA-256"),
  });
  // Many servers respond like this for missing files.
  vi.stubGlobal("fetch", async () => new Response("<!doctype html><p>Welcome"));
  await expect(session().session.load(model)).rejects.toMatchObject({
    code: "download-failed",
    data: { url: `${model.folder}config.json`, status: 200 },
  });
});

test("uses a suitable graphics card", async () => {
  const offer = (adapter: object | null) =>
    vi.stubGlobal("navigator", { gpu: { requestAdapter: async () => adapter } });
  offer({ features: new Set(), info: { architecture: "some" } });
  expect(await chooseDevice("auto", "fp32")).toBe("webgpu");
  expect(await chooseDevice("auto", "fp16")).toBe("wasm");
  await expect(chooseDevice("webgpu", "fp16")).rejects.toMatchObject({ code: "no-webgpu" });
  offer({ features: new Set(["shader-f16"]), info: { architecture: "swiftshader" } });
  expect(await chooseDevice("webgpu", "fp16")).toBe("webgpu");
  expect(await chooseDevice("auto", "fp16")).toBe("wasm");
  for (const none of [null, undefined]) {
    vi.stubGlobal("navigator", none === null ? { gpu: { requestAdapter: async () => none } } : {});
    expect(await chooseDevice("auto", "q8")).toBe("wasm");
    await expect(chooseDevice("webgpu", "q8")).rejects.toMatchObject({ code: "no-webgpu" });
  }
});

test.each([
  [new Error("Aborted(OOM). Build with -sASSERTIONS"), "not-enough-memory"],
  [6_291_456, "not-enough-memory"],
  [new Error("GPU device is lost"), "device-lost"],
  [new Error("ERROR_MESSAGE: Failed to load model: protobuf parsing failed."), "model-failed"],
])("reports an engine's %s with a code", async (thrown, code) => {
  serve();
  const createEngine = () => Promise.reject(thrown);
  const failing = new EmbedEngineSession({ openStore: async () => null, createEngine });
  await expect(failing.load(model)).rejects.toMatchObject({ code });
});

test("names a model that makes no vectors", async () => {
  serve();
  const thrown = new Error("It is not an embedding model: it returns logits.");
  const createEngine = () => Promise.reject(thrown);
  const failing = new EmbedEngineSession({ openStore: async () => null, createEngine });
  await expect(failing.load(model)).rejects.toThrow(
    "is not an embedding model: it makes no vectors",
  );
});

test("averages tokens without padding, or takes the first one", () => {
  const output = { data: [3, 0, 0, 4, 9, 9, 5, 0], texts: 2, tokens: 2, dimensions: 2 };
  const mask = [1n, 1n, 0n, 1n];
  expect(pool(output, mask, "mean")).toEqual([Float32Array.of(0.6, 0.8), Float32Array.of(1, 0)]);
  expect(pool(output, mask, "cls")).toEqual([Float32Array.of(1, 0), Float32Array.of(1, 0)]);
  expect(pool({ ...output, data: new Array(8).fill(Number.NaN) }, mask, "mean")).toBeNull();
});

test("an embedder works from another thread", async () => {
  const info: EmbedderInfo = { id: "own", version: "1", name: "Own", dimensions: 1 };
  const port = serveEmbedder({
    info,
    async embed(texts, { kind, signal, onProgress }) {
      onProgress?.({ done: 1, total: texts.length });
      if (texts[0] === "wait")
        await new Promise((_, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason));
        });
      return texts.map((text) => Float32Array.of(text.length + kind.length));
    },
    unload: async () => {},
  });
  const { remote, close } = connect<EmbedApi>(port);
  expect(await remote.info(null)).toEqual(info);
  const steps: number[] = [];
  const options = { onProgress: ({ done }: { done: number }) => steps.push(done) };
  expect(await remote.embed({ texts: ["ab"], kind: "query" }, options)).toEqual([
    Float32Array.of(7),
  ]);
  expect(steps).toEqual([1]);
  const controller = new AbortController();
  const waiting = remote.embed({ texts: ["wait"], kind: "query" }, { signal: controller.signal });
  controller.abort(new Error("not now"));
  await expect(waiting).rejects.toThrow("not now");
  close(new Error("done"));
});
