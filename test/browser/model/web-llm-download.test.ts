import { hasModelInCache } from "@mlc-ai/web-llm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LoadProgress } from "../../../src/model/load-progress.js";
import { downloadModel } from "../../../src/model/web-llm/download-model.js";
import type { EngineModel } from "../../../src/model/web-llm/engine-api.js";
import type { CacheBackend } from "../../../src/model/web-llm/file-store.js";
import { openFileStore } from "../../../src/model/web-llm/open-file-store.js";
import { deleteStoredModel, storedModels } from "../../../src/model/web-llm/stored-models.js";
import {
  brokenLibrary,
  shardSizes,
  webLlmFolder,
  weightBytes,
} from "../../fixtures/models/web-llm-folder.js";

const backends: CacheBackend[] = ["cache", "indexeddb", "opfs"];
const origin = "https://models.example";
const model: EngineModel = {
  id: "Noise-1B-q4f32_1-MLC",
  folder: `${origin}/models/Noise-1B-q4f32_1-MLC/resolve/main/`,
  library: `${origin}/libs/noise.wasm`,
  contextLength: 4096,
  thinks: false,
  features: [],
  cacheBackend: "cache",
};
const shard = (number: number) => `${model.folder}params_shard_${number}.bin`;

/** What is asked of the network, in order, and what it answers. */
let asked: string[];
let answers: Map<string, (signal: AbortSignal | null) => Response | Promise<Response>>;

function answer(content: Uint8Array<ArrayBuffer>): Response {
  return new Response(content);
}

beforeEach(() => {
  asked = [];
  answers = new Map();
  for (const [name, content] of webLlmFolder()) {
    answers.set(model.folder + name, () => answer(content));
  }
  answers.set(model.library, () => answer(brokenLibrary));
  vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
    asked.push(String(url));
    const respond = answers.get(String(url));
    return respond ? respond(init?.signal ?? null) : new Response(null, { status: 404 });
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  for (const cacheBackend of backends) {
    const store = openFileStore(cacheBackend);
    for (const scope of ["webllm/model", "webllm/config", "webllm/wasm"] as const) {
      for (const { url } of await store.list(scope)) await store.remove(scope, url);
    }
  }
});

function download(
  backend: CacheBackend = "cache",
  options: Parameters<typeof downloadModel>[2] = {},
) {
  return downloadModel({ ...model, cacheBackend: backend }, openFileStore(backend), options, 0);
}

describe.each(backends)("files in %s", (cacheBackend) => {
  it("are found by web-llm itself", async () => {
    expect(await download(cacheBackend)).toBe(weightBytes);
    const record = { model_id: model.id, model: model.folder, model_lib: model.library };
    expect(await hasModelInCache(model.id, { cacheBackend, model_list: [record] })).toBe(true);
  });

  it("are not fetched again", async () => {
    await download(cacheBackend);
    expect(asked).toHaveLength(4 + shardSizes.length);
    asked = [];
    await download(cacheBackend);
    expect(asked).toEqual([]);
  });

  it("are counted, and deleted with their library", async () => {
    await download(cacheBackend);
    const [stored, ...others] = await storedModels({ cacheBackend });
    expect(others).toEqual([]);
    expect(stored?.id).toBe(model.id);
    expect(stored?.bytes).toBeGreaterThan(weightBytes);
    const variant = { id: model.id, library: "noise.wasm", memory: 1 };
    await deleteStoredModel(model.id, {
      cacheBackend,
      models: [
        {
          id: "Noise-1B",
          name: "Noise",
          licence: "CC0-1.0",
          parameters: 1,
          variants: { f16: variant, f32: variant },
          numbersPerToken: 1,
          largestTensor: 1,
          contextLength: 4096,
          minimumContext: 4096,
          mobile: true,
          choosesTools: false,
          thinks: false,
        },
      ],
    });
    expect(await storedModels({ cacheBackend })).toEqual([]);
    expect(await openFileStore(cacheBackend).list("webllm/wasm")).toEqual([]);
    await expect(deleteStoredModel(model.id, { cacheBackend })).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("are fetched again when they have the wrong size", async () => {
    await download(cacheBackend);
    const store = openFileStore(cacheBackend);
    await store.write("webllm/model", shard(2), new Uint8Array(7), "arraybuffer");
    asked = [];
    await download(cacheBackend);
    expect(asked).toEqual([shard(2)]);
    expect(await store.size("webllm/model", shard(2))).toBe(shardSizes[2]);
  });
});

describe("a download", () => {
  it("says byte for byte how far it is", async () => {
    const progress: LoadProgress[] = [];
    await download("cache", { onProgress: (one) => progress.push(one) });
    expect(progress[0]).toMatchObject({ phase: "download", loadedBytes: 0, totalBytes: null });
    const last = progress.at(-1);
    expect(last?.loadedBytes).toBe(last?.totalBytes);
    expect(last?.totalBytes).toBeGreaterThan(weightBytes);
    const loaded = progress.map(({ loadedBytes }) => loadedBytes);
    expect(loaded).toEqual(loaded.toSorted((a, b) => a - b));
  });

  it("stops at once when it is aborted, and goes on with the shards that are missing", async () => {
    const controller = new AbortController();
    const seen: (AbortSignal | null)[] = [];
    answers.set(shard(3), (signal) => {
      seen.push(signal);
      return new Response(
        new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(10)) }),
      );
    });
    const aborted = download("cache", { signal: controller.signal });
    const store = openFileStore("cache");
    const complete = [0, 1, 2, 4];
    await vi.waitFor(async () => {
      for (const number of complete) {
        expect(await store.size("webllm/model", shard(number))).toBe(shardSizes[number]);
      }
      expect(seen).toHaveLength(1);
    });
    controller.abort(new Error("enough"));
    expect(seen[0]?.aborted).toBe(true);
    // What hangs is a body of our own making here; the browser would end it with the signal.
    void aborted.catch(() => {});

    answers.set(shard(3), () => answer(new Uint8Array(shardSizes[3] ?? 0)));
    asked = [];
    await download();
    expect(asked).toEqual([shard(3)]);
  });

  it("is refused when it was aborted before", async () => {
    await expect(download("cache", { signal: AbortSignal.abort("no") })).rejects.toBe("no");
    expect(asked).toEqual([]);
  });

  it.each<[string, () => Response]>([
    ["a broken connection", () => Response.error()],
    ["a server that is busy", () => new Response(null, { status: 503 })],
    ["a file that ends early", () => answer(new Uint8Array(3))],
  ])("survives %s once", async (_, fault) => {
    const right = answers.get(shard(1));
    let tries = 0;
    answers.set(shard(1), (signal) => {
      if (tries++ > 0 && right) return right(signal);
      const response = fault();
      if (response.type === "error") throw new TypeError("Failed to fetch");
      return response;
    });
    expect(await download()).toBe(weightBytes);
    expect(asked.filter((url) => url === shard(1))).toHaveLength(2);
  });

  it.each<[string, string, () => Response, { url: string; status?: number }, RegExp, number]>([
    [
      "a missing shard",
      shard(1),
      () => new Response(null, { status: 404 }),
      { url: shard(1), status: 404 },
      /404/,
      1,
    ],
    [
      "a server that stays busy",
      shard(1),
      () => new Response(null, { status: 503 }),
      { url: shard(1), status: 503 },
      /503/,
      2,
    ],
    [
      "a shard that stays short",
      shard(1),
      () => answer(new Uint8Array(3)),
      { url: shard(1) },
      /3 bytes instead of 30000/,
      2,
    ],
    [
      "a shard that is too long",
      shard(1),
      () => answer(new Uint8Array(50_000)),
      { url: shard(1) },
      /50000 bytes instead of 30000/,
      2,
    ],
    [
      "a page instead of a library",
      model.library,
      () => new Response("<!doctype html>"),
      { url: model.library, status: 200 },
      /WebAssembly/,
      1,
    ],
    [
      "a page instead of a description",
      `${model.folder}tensor-cache.json`,
      () => new Response("<html>"),
      { url: `${model.folder}tensor-cache.json`, status: 200 },
      /JSON/,
      1,
    ],
    [
      "a description of something else",
      `${model.folder}tensor-cache.json`,
      () => new Response("[]"),
      { url: `${model.folder}tensor-cache.json` },
      /describe/,
      1,
    ],
  ])("ends with %s, and names it", async (_, url, respond, data, message, tries) => {
    answers.set(url, respond);
    const error = await download().then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: "download-failed", data });
    expect(String(error)).toMatch(message);
    expect(asked.filter((one) => one === url)).toHaveLength(tries);
    expect(await openFileStore("cache").size("webllm/model", shard(1))).not.toBe(3);
  });

  it("says so when the storage is full", async () => {
    vi.spyOn(Cache.prototype, "put").mockRejectedValue(
      new DOMException("Quota exceeded.", "QuotaExceededError"),
    );
    await expect(download()).rejects.toMatchObject({ code: "storage-full" });
  });
});
