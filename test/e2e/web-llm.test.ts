import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ErrorData } from "../../src/core/errors.js";
import type { LoadProgress } from "../../src/models/download/load-progress.js";
import { type Driver, drive } from "../driver/driver.js";
import { ensureBuilt } from "../driver/ensure-built.js";
import { shardSizes, weightBytes } from "../fixtures/models/web-llm-folder.js";
import { isLong } from "../tries.js";
import { type ModelServer, serveModel } from "./web-llm-server.js";

const id = "Noise-1B-q4f32_1-MLC";
const shards = shardSizes.map((_, shard) => `params_shard_${shard}.bin`);
const descriptions = ["mlc-chat-config.json", "tensor-cache.json", "tokenizer.json", "noise.wasm"];

let server: ModelServer;

beforeAll(async () => {
  await ensureBuilt();
  server = await serveModel(id);
});
afterAll(() => server.close());
afterEach(() => {
  server.requests.length = 0;
  server.faults.clear();
});

interface Outcome {
  readonly code: string | null;
  readonly message: string;
  readonly data: ErrorData | null;
  readonly progress: readonly LoadProgress[];
}

/** Loads the model on the page, aborting once `stopAfter` bytes of it are stored. */
function load(page: Page, stopAfter: number | null = null): Promise<Outcome> {
  return page.evaluate(loadInPage, { url: server.url, id, stopAfter });
}

async function loadInPage(request: {
  url: string;
  id: string;
  stopAfter: number | null;
}): Promise<Outcome> {
  const variant = { id: request.id, library: "noise.wasm", memoryBytes: 1 };
  const model = {
    id: "Noise-1B",
    name: "Noise",
    license: "CC0-1.0",
    parameters: 1e5,
    variants: { f16: variant, f32: variant },
    numbersPerToken: 1,
    largestTensor: 1,
    contextLength: 4096,
    minimumContext: 4096,
    mobile: true,
    choosesTools: false,
    thinks: false,
  };
  const controller = new AbortController();
  const progress: LoadProgress[] = [];
  const options = {
    model: request.id,
    models: [model],
    modelBase: `${request.url}/models`,
    modelLibBase: `${request.url}/libs`,
  };
  try {
    const { loadWebLlm, storedModels } = globalThis.harness.models;
    const onProgress = (one: LoadProgress) => void progress.push(one);
    const loading = loadWebLlm(options, { signal: controller.signal, onProgress });
    if (request.stopAfter !== null) {
      let stored = 0;
      while (stored < request.stopAfter) stored = (await storedModels())[0]?.bytes ?? 0;
      controller.abort();
    }
    await loading;
    return { code: null, message: "", data: null, progress };
  } catch (thrown) {
    const { name, message, code, data } = thrown as Error & { code?: unknown; data?: ErrorData };
    // The `code` of a DOMException is a number.
    return { code: typeof code === "string" ? code : name, message, data: data ?? null, progress };
  }
}

function withWebGpu<T>(use: (driver: Driver) => Promise<T>): Promise<T> {
  return drive(use, { browserArguments: ["--enable-unsafe-webgpu"] });
}

describe("web-llm in the built library", () => {
  it("does not offer web-llm without an adapter, and fetches nothing", async () => {
    const outcome = await drive(({ page }) => load(page), {
      browserArguments: ["--disable-gpu", "--disable-features=WebGPU"],
    });
    expect(outcome).toMatchObject({ code: "no-webgpu" });
    expect(server.requests).toEqual([]);
  });

  it("starts on the available adapter, from files that are fetched once", async () => {
    await withWebGpu(async ({ page, context, reload }) => {
      const printed: string[] = [];
      context.on("console", (message) => printed.push(message.text()));
      const { adapter } = await page.evaluate(() => globalThis.harness.models.probeDevice());
      expect(adapter?.software).toBe(true);

      const first = await load(page);
      expect(first.code, first.message).toBe("model-failed");
      expect(first.message).toContain("model library");
      expect(server.requests.toSorted()).toEqual([...descriptions, ...shards].toSorted());
      const downloaded = first.progress.filter(({ phase }) => phase === "download").at(-1);
      expect(downloaded?.loadedBytes).toBe(downloaded?.totalBytes);
      expect(downloaded?.totalBytes).toBeGreaterThan(weightBytes);
      expect(first.progress.at(-1)?.phase).toBe("prepare");

      await reload();
      const before = server.requests.length;
      expect(await load(page)).toMatchObject({ code: "model-failed" });
      expect(server.requests.slice(before)).toEqual([]);
      const stored = await page.evaluate(() => globalThis.harness.models.storedModels());
      expect(stored).toMatchObject([{ id, bytes: expect.any(Number) }]);
      expect(stored[0]?.bytes).toBeGreaterThan(weightBytes);
      // Which of the adapter's limits web-llm's runtime uses does not matter.
      expect(printed.filter((text) => text.includes("limit"))).toEqual([]);
    });
  });

  it.runIf(isLong)("stops a download at once, and continues with the missing files", async () => {
    await withWebGpu(async ({ page, reload }) => {
      server.faults.set("params_shard_0.bin", "stall");
      const others = shardSizes.slice(1).reduce((sum, size) => sum + size, 0);
      // The metadata files are stored too, but are smaller than any shard.
      const stopped = await load(page, others);
      expect(stopped.code).toBe("AbortError");

      await reload();
      server.faults.clear();
      server.requests.length = 0;
      await load(page);
      expect(server.requests).toEqual(["params_shard_0.bin"]);
    });
  });

  it.runIf(isLong)("survives a broken connection, and names a missing shard", async () => {
    await withWebGpu(async ({ page }) => {
      server.faults.set("params_shard_1.bin", "cut-off");
      server.faults.set("params_shard_4.bin", "missing");
      const outcome = await load(page);
      expect(outcome.code).toBe("download-failed");
      expect(outcome.data).toMatchObject({ status: 404 });
      expect(String(outcome.data?.url)).toMatch(/params_shard_4\.bin$/);
      server.faults.delete("params_shard_4.bin");
      expect(await load(page)).toMatchObject({ code: "model-failed" });
      expect(server.requests.filter((name) => name === "params_shard_1.bin").length).toBe(2);
    });
  });
});
