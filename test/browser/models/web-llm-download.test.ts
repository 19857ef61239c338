import { hasModelInCache } from "@mlc-ai/web-llm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LoadProgress } from "../../../src/models/download/load-progress.js";
import { downloadModel } from "../../../src/models/web-llm/download-model.js";
import type {
  CacheBackend,
  StoreScope,
  WebLlmEngineModel,
} from "../../../src/models/web-llm/engine-api.js";
import type { WebLlmModel } from "../../../src/models/web-llm/models.js";
import { openFileStore } from "../../../src/models/web-llm/open-file-store.js";
import {
  deleteWebLlmModel,
  storedWebLlmModels,
} from "../../../src/models/web-llm/stored-models.js";
import {
  brokenLibrary,
  shardSizes,
  webLlmFolder,
  weightBytes,
} from "../../fixtures/models/web-llm-folder.js";

const backends: CacheBackend[] = ["cache", "indexeddb", "opfs"];
const origin = "https://models.example";
const model: WebLlmEngineModel = {
  id: "Noise-1B-q4f32_1-MLC",
  folder: `${origin}/models/Noise-1B-q4f32_1-MLC/resolve/main/`,
  library: `${origin}/libs/noise.wasm`,
  contextLength: 4096,
  thinks: false,
  features: [],
  cacheBackend: "cache",
};
const shard = (number: number) => `${model.folder}params_shard_${number}.bin`;

/** The model as an embedder would list it. */
function listed(folder?: string, id: string = model.id): WebLlmModel {
  const variant = { id, library: "noise.wasm", memoryBytes: 1, folder };
  return {
    id: "Noise-1B",
    name: "Noise",
    license: "CC0-1.0",
    parameters: 1,
    variants: { f16: variant, f32: variant },
    numbersPerToken: 1,
    largestTensor: 1,
    contextLength: 4096,
    minimumContext: 4096,
    mobile: true,
    choosesTools: false,
    thinks: false,
  };
}

/** The network requests in order, and how they are answered. */
let requested: string[];
let answers: Map<string, (signal: AbortSignal | null) => Response | Promise<Response>>;

function answer(content: Uint8Array<ArrayBuffer>): Response {
  return new Response(content);
}

/** A response that starts, and then waits for the abort, as a body from the network does. */
function stalled(signal: AbortSignal | null): Response {
  const start = (body: ReadableStreamDefaultController<Uint8Array>) => {
    body.enqueue(new Uint8Array(10));
    signal?.addEventListener("abort", () => body.error(signal.reason));
  };
  return new Response(new ReadableStream({ start }));
}

beforeEach(() => {
  requested = [];
  answers = new Map();
  for (const [name, content] of webLlmFolder()) {
    answers.set(model.folder + name, () => answer(content));
  }
  answers.set(model.library, () => answer(brokenLibrary));
  vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
    requested.push(String(url));
    expect(init?.referrerPolicy).toBe("no-referrer");
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
  const store = openFileStore(backend);
  return downloadModel({ ...model, cacheBackend: backend }, store, { ...options, pause: 0 });
}

describe.each(backends)("files in %s", (cacheBackend) => {
  it("web-llm itself finds stored files", async () => {
    expect(await download(cacheBackend)).toBe(weightBytes);
    const record = { model_id: model.id, model: model.folder, model_lib: model.library };
    expect(await hasModelInCache(model.id, { cacheBackend, model_list: [record] })).toBe(true);
  });

  it("does not fetch stored files again", async () => {
    await download(cacheBackend);
    expect(requested).toHaveLength(4 + shardSizes.length);
    requested = [];
    await download(cacheBackend);
    expect(requested).toEqual([]);
  });

  it("counts stored files, and deletes them with their library", async () => {
    await download(cacheBackend);
    const models = [listed()];
    const [stored, ...others] = await storedWebLlmModels({ cacheBackend, models });
    expect(others).toEqual([]);
    const { id, folder, library } = model;
    expect(stored).toMatchObject({ id, folder, library, complete: true });
    const store = openFileStore(cacheBackend);
    const shard = `${folder}params_shard_1.bin`;
    await store.remove("webllm/model", shard);
    expect(await storedWebLlmModels({ cacheBackend, models })).toMatchObject([
      { id, complete: false },
    ]);
    await download(cacheBackend);
    expect(stored?.bytes).toBeGreaterThan(weightBytes);
    await deleteWebLlmModel(model.id, { cacheBackend, models: [listed()] });
    expect(await storedWebLlmModels({ cacheBackend })).toEqual([]);
    expect(await openFileStore(cacheBackend).list("webllm/wasm")).toEqual([]);
    await expect(deleteWebLlmModel(model.id, { cacheBackend })).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("fetches stored files again if they have the wrong size", async () => {
    await download(cacheBackend);
    const store = openFileStore(cacheBackend);
    await store.write("webllm/model", shard(2), new Uint8Array(7), "arraybuffer");
    requested = [];
    await download(cacheBackend);
    expect(requested).toEqual([shard(2)]);
    expect(await store.size("webllm/model", shard(2))).toBe(shardSizes[2]);
  });
});

describe("a download", () => {
  it("reports progress byte by byte", async () => {
    const progress: LoadProgress[] = [];
    await download("cache", { onProgress: (one) => progress.push(one) });
    expect(progress[0]).toMatchObject({ phase: "download", loadedBytes: 0, totalBytes: null });
    const last = progress.at(-1);
    expect(last?.loadedBytes).toBe(last?.totalBytes);
    expect(last?.totalBytes).toBeGreaterThan(weightBytes);
    const loaded = progress.map(({ loadedBytes }) => loadedBytes);
    expect(loaded).toEqual(loaded.toSorted((a, b) => a - b));
  });

  it("stops at once when aborted, and continues with the missing shards", async () => {
    const controller = new AbortController();
    const seen: (AbortSignal | null)[] = [];
    const whole = answers.get(shard(3));
    answers.set(shard(3), (signal) => {
      seen.push(signal);
      return stalled(signal);
    });
    const aborted = download("cache", { signal: controller.signal });
    const store = openFileStore("cache");
    const complete = [0, 1, 2, 4];
    await vi.waitFor(async () => {
      for (const number of complete) {
        expect(await store.size("webllm/model", shard(number))).toBe(shardSizes[number]);
      }
      expect(seen).toHaveLength(1);
    }, 30_000);
    controller.abort(new Error("enough"));
    expect(seen[0]?.aborted).toBe(true);
    await expect(aborted).rejects.toThrow("enough");

    if (whole) answers.set(shard(3), whole);
    requested = [];
    await download();
    expect(requested).toEqual([shard(3)]);
  });

  it("refuses a download that was already aborted", async () => {
    await expect(download("cache", { signal: AbortSignal.abort("no") })).rejects.toBe("no");
    expect(requested).toEqual([]);
  });

  it.each<[string, () => Response]>([
    ["a broken connection", () => Response.error()],
    ["a server that is busy", () => new Response(null, { status: 503 })],
    ["a file that ends early", () => answer(new Uint8Array(3))],
  ])("retries a shard once after %s", async (_, fault) => {
    const right = answers.get(shard(1));
    let tries = 0;
    answers.set(shard(1), (signal) => {
      if (tries++ > 0 && right) return right(signal);
      const response = fault();
      if (response.type === "error") throw new TypeError("Failed to fetch");
      return response;
    });
    expect(await download()).toBe(weightBytes);
    expect(requested.filter((url) => url === shard(1))).toHaveLength(2);
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
      3,
    ],
    [
      "a shard that stays short",
      shard(1),
      () => answer(new Uint8Array(3)),
      { url: shard(1) },
      /3 bytes instead of 30000/,
      3,
    ],
    [
      "a shard that is too long",
      shard(1),
      () => answer(new Uint8Array(50_000)),
      { url: shard(1) },
      /50000 bytes instead of 30000/,
      3,
    ],
    [
      "a damaged shard",
      shard(1),
      () => answer(new Uint8Array(30_000)),
      { url: shard(1) },
      /checksum/,
      1,
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
  ])("reports %s with the file's address", async (_, url, respond, data, message, tries) => {
    answers.set(url, respond);
    const error = await download().then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: "download-failed", data });
    expect(String(error)).toMatch(message);
    expect(requested.filter((one) => one === url)).toHaveLength(tries);
    expect(await openFileStore("cache").size("webllm/model", shard(1))).not.toBe(3);
  });

  it("reports a full storage", async () => {
    vi.spyOn(Cache.prototype, "put").mockRejectedValue(
      new DOMException("Quota exceeded.", "QuotaExceededError"),
    );
    await expect(download()).rejects.toMatchObject({ code: "storage-full" });
  });

  it("uses only stored files if requested", async () => {
    const stored = () => downloadModel({ ...model, fetches: false }, openFileStore("cache"));
    await expect(stored()).rejects.toMatchObject({
      code: "model-failed",
      message: expect.stringContaining("no longer completely stored"),
    });
    expect(requested).toEqual([]);
    await download();
    expect(await stored()).toBe(weightBytes);
    await openFileStore("cache").remove("webllm/model", shard(4));
    requested = [];
    await expect(stored()).rejects.toMatchObject({
      code: "model-failed",
      message: expect.stringContaining("no longer completely stored"),
    });
    expect(requested).toEqual([]);
  });
});

describe("unusable stored files", () => {
  const at = (name: string) => model.folder + name;
  const lfsPointer = "version https://git-lfs.github.com/spec/v1";

  it.each<[string, StoreScope, string, string]>([
    ["a page instead of a list of shards", "webllm/model", at("tensor-cache.json"), "<html>"],
    ["a list of something else", "webllm/model", at("tensor-cache.json"), "[]"],
    ["a page instead of a configuration", "webllm/config", at("mlc-chat-config.json"), "<html>"],
    ["a configuration of something else", "webllm/config", at("mlc-chat-config.json"), "{}"],
    ["a pointer instead of a tokenizer", "webllm/model", at("tokenizer.json"), lfsPointer],
    ["a page instead of a library", "webllm/wasm", model.library, "<!doctype html>"],
  ])("fetches unusable stored files again: %s", async (_, scope, url, content) => {
    await download();
    const bytes = new TextEncoder().encode(content);
    await openFileStore("cache").write(scope, url, bytes, "arraybuffer");
    requested = [];
    expect(await download()).toBe(weightBytes);
    expect(requested).toEqual([url]);
    requested = [];
    await download();
    expect(requested).toEqual([]);
  });

  it("fetches unusable stored files once more, and only once", async () => {
    await download();
    const url = at("tensor-cache.json");
    const bytes = new TextEncoder().encode("<html>");
    await openFileStore("cache").write("webllm/model", url, bytes, "arraybuffer");
    answers.set(url, () => new Response("<html>"));
    requested = [];
    await expect(download()).rejects.toMatchObject({ code: "download-failed", data: { url } });
    expect(requested).toEqual([url]);
  });
});

describe("two tabs", () => {
  it("two tabs download a model only once", async () => {
    expect(await Promise.all([download(), download()])).toEqual([weightBytes, weightBytes]);
    expect(requested.toSorted()).toEqual([...answers.keys()].toSorted());
  });

  it("two tabs wait for each other only as long as their signals allow", async () => {
    answers.set(shard(0), stalled);
    const [first, second] = [new AbortController(), new AbortController()];
    const downloading = download("cache", { signal: first.signal });
    await vi.waitFor(() => expect(requested).toContain(shard(0)), 30_000);
    const waiting = download("cache", { signal: second.signal });
    second.abort("no more");
    await expect(waiting).rejects.toBe("no more");
    first.abort("enough");
    await expect(downloading).rejects.toBe("enough");
  });

  it("a tab deletes a download in progress only once it has ended", async () => {
    let go = () => {};
    const right = answers.get(shard(0));
    answers.set(shard(0), async (signal) => {
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      return right?.(signal) ?? Response.error();
    });
    const downloading = download();
    await vi.waitFor(async () => {
      expect(requested).toContain(shard(0));
      expect(await storedWebLlmModels()).toHaveLength(1);
    }, 30_000);
    const deleting = deleteWebLlmModel(model.id, { models: [listed()] });
    const gaveUp = deleteWebLlmModel(model.id, {}, { signal: AbortSignal.timeout(1) });
    await expect(gaveUp).rejects.toMatchObject({ name: "TimeoutError" });
    expect(await storedWebLlmModels()).toHaveLength(1);
    go();
    expect(await downloading).toBe(weightBytes);
    await deleting;
    expect(await storedWebLlmModels()).toEqual([]);
  });
});

describe("a model in a separate folder", () => {
  const folder = `${origin}/somewhere/else`;

  it.each([
    ["a whole URL", folder],
    ["an address below modelBase", "else/"],
    ["a path", "/somewhere/else"],
  ])("lists and deletes a model in a separate folder by its id: %s", async (_, address) => {
    const separate = { ...model, folder: `${folder}/resolve/main/` };
    for (const [name, content] of webLlmFolder()) {
      answers.set(separate.folder + name, () => answer(content));
    }
    await downloadModel(separate, openFileStore("cache"));
    await download();
    const models = [listed(address, "Own-1B-q4f32_1-MLC")];
    const ids = async () => (await storedWebLlmModels({ models })).map(({ id }) => id).toSorted();
    expect(await ids()).toEqual([model.id, "Own-1B-q4f32_1-MLC"]);
    await deleteWebLlmModel("Own-1B-q4f32_1-MLC", { models });
    expect(await ids()).toEqual([model.id]);
  });
});

describe("a store that fails", () => {
  const refused = new DOMException("The disk is gone.", "UnknownError");

  it("reports a code when a read, a list, a write or a delete fails", async () => {
    await download();
    const failed = { code: "storage-failed", message: expect.stringContaining("disk is gone") };
    const spies = (["open", "has", "match"] as const).map((name) =>
      vi.spyOn(CacheStorage.prototype, name).mockRejectedValue(refused),
    );
    await expect(download()).rejects.toMatchObject(failed);
    await expect(storedWebLlmModels()).rejects.toMatchObject(failed);
    await expect(deleteWebLlmModel(model.id)).rejects.toMatchObject(failed);
    for (const spy of spies) spy.mockRestore();
    const put = vi.spyOn(Cache.prototype, "put").mockRejectedValue(refused);
    await openFileStore("cache").remove("webllm/model", shard(1));
    await expect(download()).rejects.toMatchObject(failed);
    put.mockRestore();
    vi.spyOn(Cache.prototype, "delete").mockRejectedValue(refused);
    await expect(deleteWebLlmModel(model.id)).rejects.toMatchObject(failed);
  });

  it("rejects an unknown name of a file store", async () => {
    const cacheBackend = "cookies" as CacheBackend;
    const failed = { code: "invalid-argument", message: expect.stringMatching(/cookies.*opfs/) };
    await expect(storedWebLlmModels({ cacheBackend })).rejects.toMatchObject(failed);
    await expect(deleteWebLlmModel(model.id, { cacheBackend })).rejects.toMatchObject(failed);
  });
});
