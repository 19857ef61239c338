import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { LoadProgress } from "../../../src/models/download/load-progress.js";
import { ModelStore } from "../../../src/models/download/model-store.js";
import { downloadFile, sha256OfFile } from "../../../src/models/download/stored-download.js";
import { loadWllama, type WllamaOptions } from "../../../src/models/wllama/load-wllama.js";
import {
  ggufFault as begins,
  deleteWllamaModel,
  storedWllamaModels,
} from "../../../src/models/wllama/models.js";
import { randomGguf } from "../../fixtures/models/random-gguf.js";
import { isLong } from "../../tries.js";
import { failure } from "./failure.js";

const places = {
  assetsBase: "/node_modules/@wllama/wllama/esm/wasm/",
  compatBase: "/node_modules/@wllama/wllama-compat/wasm/",
};
const bytes = randomGguf();
const url = "http://models.example/random.gguf";
const realFetch = globalThis.fetch;

/** A model server in place of `fetch`; everything else goes to the network. */
class ModelServer {
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly requests: { readonly url: string; readonly range: string | null }[] = [];
  version = '"1"';
  ranges = true;
  /** Bytes after which a response breaks off, one number per response; null for never. */
  breaks: (number | null)[] = [];
  /** Bytes by which the stated length exceeds what is sent. */
  promised = 0;
  /** Status codes for the next responses, in place of files. */
  refusals: number[] = [];
  /** Called with the number of bytes sent of a response. */
  onSent: (bytes: number) => void = () => {};

  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const address = String(input instanceof Request ? input.url : input);
    if (!address.startsWith("http://models.example/")) return realFetch(input, init);
    const file = this.files.get(address);
    if (init.method === "HEAD")
      return new Response(null, { headers: { "content-length": String(file?.length ?? 0) } });
    const range = new Headers(init.headers).get("range");
    this.requests.push({ url: address, range });
    const refusal = file ? this.refusals.shift() : 404;
    if (!file || refusal) return new Response("Refused", { status: refusal ?? 404 });
    const from = this.ranges ? Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0) : 0;
    const rest = file.subarray(from);
    const headers = { etag: this.version, "content-length": String(rest.length + this.promised) };
    const body = bodyOf(rest, this.breaks.shift() ?? null, init.signal ?? null, this.onSent);
    return new Response(body, { status: from > 0 ? 206 : 200, headers });
  };
}

function bodyOf(
  rest: Uint8Array<ArrayBuffer>,
  breakAt: number | null,
  signal: AbortSignal | null,
  onSent: (bytes: number) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve));
      if (signal?.aborted) return controller.error(signal.reason);
      if (breakAt !== null && at >= breakAt)
        return controller.error(new TypeError("network error"));
      const end = Math.min(at + 100_000, rest.length, breakAt ?? Infinity);
      if (at < end) controller.enqueue(rest.slice(at, end));
      at = end;
      onSent(at);
      if (at >= rest.length) controller.close();
    },
  });
}

let server: ModelServer;

beforeEach(() => {
  server = new ModelServer();
  server.files.set(url, bytes);
  vi.stubGlobal("fetch", server.fetch);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const stored of await storedWllamaModels()) await deleteWllamaModel(stored.url);
});

/** Loads a model, unloads it, and returns the reported progress. */
async function loadOnce(options: Partial<WllamaOptions> = {}): Promise<LoadProgress[]> {
  const steps: LoadProgress[] = [];
  const model = await loadWllama(
    { model: url, ...places, contextLength: 512, ...options },
    { onProgress: (step) => steps.push(step) },
  );
  await model.unload();
  return steps;
}

/** Loads only the file, from the store or the server, without an engine. */
async function download(sha256?: string): Promise<Blob> {
  const store = await ModelStore.open("wllama");
  const { signal } = new AbortController();
  return downloadFile({ url, sha256, store, begins, signal, onBytes: () => {} });
}

async function eachStoredFolder(
  change: (folder: FileSystemDirectoryHandle) => Promise<void>,
): Promise<void> {
  const root = await navigator.storage.getDirectory();
  const store = await root.getDirectoryHandle("pagehound-models");
  for await (const folder of store.values()) if (folder.kind === "directory") await change(folder);
}

async function write(
  folder: FileSystemDirectoryHandle,
  name: string,
  content: string,
): Promise<void> {
  const writable = await (await folder.getFileHandle(name)).createWritable();
  await writable.write(content);
  await writable.close();
}

/** Truncates each stored part, as a browser without disk space might. */
function cutStoredFiles(): Promise<void> {
  return eachStoredFolder((folder) => write(folder, "part-00000", "GGUF"));
}

describe("the files of a GGUF model", () => {
  test("downloads the files of a GGUF model once, and later reads them from the device", async () => {
    const steps = await loadOnce();
    const downloads = steps.filter(({ phase }) => phase === "download");
    expect(downloads[0]).toMatchObject({ loadedBytes: 0, totalBytes: bytes.length });
    expect(downloads.at(-1)).toMatchObject({ loadedBytes: bytes.length, totalBytes: bytes.length });
    const loaded = downloads.map(({ loadedBytes }) => loadedBytes);
    expect(loaded).toEqual([...loaded].sort((a, b) => a - b));
    expect(await storedWllamaModels()).toEqual([{ url, bytes: bytes.length, complete: true }]);

    server.files.clear();
    await loadOnce();
    expect(server.requests).toHaveLength(1);

    await deleteWllamaModel(url);
    expect(await storedWllamaModels()).toEqual([]);
    expect((await failure(loadOnce())).code).toBe("download-failed");
  });

  test("resumes a download where the connection broke", async () => {
    server.breaks = [500_000, 300_000];
    await download();
    expect(server.requests.map(({ range }) => range)).toEqual([
      null,
      "bytes=500000-",
      "bytes=800000-",
    ]);
    expect(await storedWllamaModels()).toMatchObject([{ bytes: bytes.length, complete: true }]);
  });

  test("resumes at the next load if the connection never came back, and after an abort", async () => {
    server.breaks = [400_000, 0, 0];
    const error = await failure(download());
    expect(error.code).toBe("download-failed");
    expect(error.data.url).toBe(url);
    expect(await storedWllamaModels()).toEqual([{ url, bytes: 400_000, complete: false }]);

    const controller = new AbortController();
    server.onSent = (sent) => {
      if (sent >= 400_000) controller.abort(new Error("later"));
    };
    const aborted = loadWllama({ model: url, ...places }, { signal: controller.signal });
    await expect(aborted).rejects.toThrow("later");
    // What had arrived is stored in the background.
    await expect.poll(async () => (await storedWllamaModels())[0]?.bytes).toBeGreaterThan(600_000);

    server.onSent = () => {};
    await download();
    expect(server.requests.at(-1)?.range).toMatch(/^bytes=[678]\d{5}-$/);
    expect(await storedWllamaModels()).toMatchObject([{ bytes: bytes.length, complete: true }]);
  });

  test.runIf(isLong)("survives a server that refuses for a while", async () => {
    server.breaks = [400_000];
    server.refusals = [0, 503, 503];
    expect((await failure(download())).data).toMatchObject({ url, status: 503 });
    expect(await storedWllamaModels()).toEqual([{ url, bytes: 400_000, complete: false }]);
    await download();
    expect(server.requests.at(-1)?.range).toBe("bytes=400000-");
  });

  test("fetches files again if stored bytes are missing", async () => {
    await download();
    await cutStoredFiles();
    expect(await storedWllamaModels()).toMatchObject([{ url, complete: false }]);
    await download();
    expect(server.requests).toHaveLength(2);
    expect(await storedWllamaModels()).toEqual([{ url, bytes: bytes.length, complete: true }]);
  });

  test.runIf(isLong)("starts over if a server has no ranges or another version", async () => {
    server.ranges = false;
    server.breaks = [400_000];
    await download();
    await deleteWllamaModel(url);

    server.ranges = true;
    server.breaks = [400_000, 0, 0];
    await failure(download());
    server.version = '"2"';
    await download();
    expect(server.requests.slice(-2).map(({ range }) => range)).toEqual(["bytes=400000-", null]);
    expect(await storedWllamaModels()).toMatchObject([{ bytes: bytes.length, complete: true }]);
  });

  test("notices downloads that end too early by their length", async () => {
    server.promised = 1000;
    expect((await failure(download())).message).toMatch(/ended before it was complete/);
    server.promised = 0;
    server.version = '"2"';
    await download();
  });

  test("verifies files by hash, and fetches them once more on a mismatch", async () => {
    const wanted = await sha256OfFile(new Blob([bytes]));
    const wrong = bytes.slice();
    wrong.fill(7, 1_000_000, 1_000_100);
    server.files.set(url, wrong);
    const error = await failure(download(wanted));
    expect(error).toMatchObject({ code: "download-failed" });
    expect(error.message).toMatch(/SHA-256/);
    expect(await storedWllamaModels()).toEqual([]);
    server.files.set(url, bytes);
    await loadOnce({ integrity: [wanted.toUpperCase()] });
  });

  test.runIf(isLong)("verifies files once if they were stored without a hash", async () => {
    const wrong = bytes.slice();
    wrong.fill(7, 1_000_000, 1_000_100);
    const wanted = await sha256OfFile(new Blob([bytes]));
    server.files.set(url, wrong);
    await download();
    expect(server.requests).toHaveLength(1);
    server.files.set(url, bytes);
    expect(await sha256OfFile(await download(wanted))).toBe(wanted);
    expect(server.requests).toHaveLength(2);
    const digests = vi.spyOn(Blob.prototype, "stream");
    expect((await download(wanted)).size).toBe(bytes.length);
    expect(digests).not.toHaveBeenCalled();
    expect(server.requests).toHaveLength(2);
  });

  test("requires exactly one valid hash for each file", async () => {
    for (const integrity of [["0".repeat(64), "0".repeat(64)], ["abc"]])
      expect((await failure(loadOnce({ integrity }))).code).toBe("invalid-argument");
    expect(server.requests).toEqual([]);
  });

  test.runIf(isLong)("fetches files again if their record is unreadable", async () => {
    for (const garbage of ['{"url": "http', "{}", "null"]) {
      await download();
      await eachStoredFolder((folder) => write(folder, "file.json", garbage));
      expect(await storedWllamaModels()).toEqual([]);
      expect((await download()).size).toBe(bytes.length);
      expect(await storedWllamaModels()).toMatchObject([{ url, complete: true }]);
      await deleteWllamaModel(url);
    }
  });

  test.runIf(isLong)(
    "does not fetch deleted files again when the engine restarts during a request",
    async () => {
      const model = await loadWllama({ model: url, ...places, contextLength: 512 });
      const broken = [{ role: "user", content: 11 as unknown as string }] as const;
      const messages = [{ role: "user", content: "Hi" }] as const;
      await failure(model.complete({ messages: broken }));
      await model.complete({ messages, maxTokens: 1 });
      await failure(model.complete({ messages: broken }));
      await deleteWllamaModel(url);
      const error = await failure(model.complete({ messages, maxTokens: 1 }));
      expect(error.message).toMatch(/no longer stored/);
      expect(error.data).toEqual({ url });
      expect(server.requests).toHaveLength(1);
      await model.unload();
    },
  );

  test("deletes files only by their address", async () => {
    expect((await failure(deleteWllamaModel("http://"))).code).toBe("invalid-argument");
  });

  test("does not keep damaged downloads", async () => {
    const damaged = bytes.slice(0, 900_000);
    server.files.set(url, damaged);
    expect((await failure(loadOnce())).code).toBe("model-failed");
    expect(await storedWllamaModels()).toEqual([]);
    server.files.set(url, bytes);
    await loadOnce();
  });

  test("rejects files that do not exist or are not GGUF files", async () => {
    const missing = await failure(loadOnce({ model: "http://models.example/none.gguf" }));
    expect(missing).toMatchObject({ code: "download-failed", data: { status: 404 } });
    for (const page of ["<!doctype html><p>Welcome", ""]) {
      server.files.set(url, new TextEncoder().encode(page));
      expect((await failure(loadOnce())).message).toMatch(/not a GGUF file/);
    }
    expect(await storedWllamaModels()).toEqual([]);
  });

  test("downloads all parts of a model, and names a missing one", async () => {
    const first = "http://models.example/big-00001-of-00002.gguf";
    const second = "http://models.example/big-00002-of-00002.gguf";
    server.files.set(first, bytes);
    const error = await failure(loadOnce({ model: first }));
    expect(error.data).toMatchObject({ url: second, status: 404 });
    expect(await storedWllamaModels()).toEqual([
      { url: first, bytes: bytes.length, complete: false },
    ]);
    await deleteWllamaModel(first);
    expect(await storedWllamaModels()).toEqual([]);
  });

  test.runIf(isLong)("keeps files in memory on request", async () => {
    await loadOnce({ cache: false });
    expect(await storedWllamaModels()).toEqual([]);
  });

  test("does not fetch files twice for two concurrent loads", async () => {
    await Promise.all([download(), download()]);
    expect(server.requests).toHaveLength(1);
  });
});
