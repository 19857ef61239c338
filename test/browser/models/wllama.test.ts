import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { LoadProgress } from "../../../src/models/download/load-progress.js";
import type { LanguageModel } from "../../../src/models/language-model.js";
import { loadWllama, type WllamaOptions } from "../../../src/models/wllama/load-wllama.js";
import { randomGguf } from "../../fixtures/models/random-gguf.js";
import { isLong } from "../../tries.js";
import { testGenerating, testUnloading, user } from "./engine-contract.js";
import { failure } from "./failure.js";

const places = {
  assetsBase: "/node_modules/@wllama/wllama/esm/wasm/",
  compatBase: "/node_modules/@wllama/wllama-compat/wasm/",
};
const bytes = randomGguf();
const file = new File([bytes], "random.gguf");
const realFetch = globalThis.fetch;

/** A real engine is slow on a slow machine. */
const patience = 120_000;

function load(options: Partial<WllamaOptions> = {}): Promise<LanguageModel> {
  return loadWllama({ model: file, ...places, contextLength: 2048, ...options });
}

/** A request that crashes the engine. */
const broken = [{ role: "user", content: 11 as unknown as string }] as const;

describe("a model with random weights on the real engine", { timeout: patience }, () => {
  let model: LanguageModel;

  beforeAll(async () => {
    model = await load();
  }, patience);
  afterAll(() => model.unload());

  test("describes the model", () => {
    expect(model.info).toMatchObject({
      id: "wllama:random",
      provider: "wllama",
      contextLength: 2048,
      sendsTo: null,
    });
  });

  testGenerating(() => model);

  test("refuses an unsupported schema, and answers the next request", async () => {
    const schema = {
      $defs: { word: { type: "string", maxLength: 8 } },
      type: "object",
      properties: { word: { $ref: "#/$defs/word" } },
      required: ["word"],
    };
    const responseFormat = { name: "word", schema };
    const error = await failure(model.complete({ messages: [user("x")], responseFormat }));
    expect(error.code).toBe("invalid-argument");
    const messages = [user("Tell me all of it.")];
    const { usage } = await model.complete({ messages, maxTokens: 1 });
    const again = await model.complete({ messages, maxTokens: 1 });
    // The engine is the same, and still has what it read.
    expect(again.usage.reusedTokens).toBeGreaterThan(usage.promptTokens / 2);
  });
});

describe("loading", { timeout: patience }, () => {
  let model: LanguageModel | null = null;
  afterEach(async () => {
    vi.unstubAllGlobals();
    await model?.unload();
    model = null;
  });

  test("reports its phases in order, with the available bytes", async () => {
    const phases: LoadProgress[] = [];
    model = await loadWllama(
      { model: file, ...places },
      { onProgress: (progress) => phases.push(progress) },
    );
    expect(phases.map(({ phase }) => phase)).toEqual(["prepare", "check"]);
    expect(phases[0]).toMatchObject({ loadedBytes: file.size, totalBytes: file.size });
  });

  test.runIf(isLong)("uses no more context than the model was trained for", async () => {
    model = await load({ model: new Blob([randomGguf({ contextLength: 512 })]) });
    expect(model.info.contextLength).toBe(512);
  });

  testUnloading(load);

  test.runIf(isLong)("loads the model again after the engine failed", async () => {
    model = await load();
    const request = { messages: [user("What was the profit of last year?")], maxTokens: 3 };
    await model.complete(request);
    const kept = (await model.complete(request)).usage;
    expect(kept.reusedTokens).toBeGreaterThan(kept.promptTokens / 2);
    expect((await failure(model.complete({ messages: broken }))).code).toBe("model-failed");
    const { usage } = await model.complete(request);
    // Only what every prompt starts with.
    expect(usage.reusedTokens).toBeLessThan(usage.promptTokens / 2);
  });

  test("names a file that is damaged", async () => {
    for (const damaged of [
      file.slice(0, 900_000),
      file.slice(0, 5000),
      new Blob(["<p>None</p>"]),
    ]) {
      const error = await failure(load({ model: damaged }));
      expect(error.code).toBe("model-failed");
      expect(error.message).toMatch(/damaged/);
    }
  });

  test.runIf(isLong)("names a context that does not fit in memory", async () => {
    const huge = new Blob([randomGguf({ contextLength: 100_000_000 })]);
    const error = await failure(load({ model: huge, contextLength: 100_000_000 }));
    expect(error.code).toBe("not-enough-memory");
  });

  test("names the engine's own file if it is missing", async () => {
    const error = await failure(load({ assetsBase: "/nowhere/" }));
    expect(error.code).toBe("download-failed");
    expect(error.data.url).toMatch(/\/nowhere\/wllama\.wasm$/);
  });

  test("names the compatible engine's files if they are needed and missing", async () => {
    const { WebAssembly } = globalThis;
    const { Suspending: _, ...older } = Object.getOwnPropertyDescriptors(WebAssembly) as Record<
      string,
      PropertyDescriptor
    >;
    vi.stubGlobal("WebAssembly", Object.create(null, older));
    const error = await failure(load({ compatBase: "/nowhere/" }));
    expect(error.code).toBe("download-failed");
    expect(error.data.url).toMatch(/\/nowhere\/wllama\.js$/);
    expect(error.message).toContain("compatBase");
  });

  test.runIf(isLong)(
    "loads from a server that refuses HEAD, and restarts without any server",
    async () => {
      vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) =>
        init?.method === "HEAD" ? new Response(null, { status: 403 }) : realFetch(input, init),
      );
      model = await load();
      vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
      await failure(model.complete({ messages: broken }));
      await expect(model.complete({ messages: [user("Hi")], maxTokens: 1 })).resolves.toBeDefined();
    },
  );

  test.runIf(isLong)("names a loaded model after its file, whatever the content", async () => {
    model = await load({ model: new File([bytes], "Model #3 50% Q4-00001-of-00002.gguf") });
    expect(model.info).toMatchObject({ id: "wllama:Model #3 50% Q4", name: "Model #3 50% Q4" });
  });

  test.runIf(isLong)(
    "names a loaded model after its address, even one with a literal %",
    async () => {
      const body = new Blob([bytes]);
      vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) =>
        String(input).startsWith("http://models.example/")
          ? new Response(body)
          : realFetch(input, init),
      );
      const address = "http://models.example/a%20b/50%.gguf?download=1";
      model = await load({ model: address, cache: false });
      expect(model.info.name).toBe("50%");
    },
  );

  test("rejects an invalid model", async () => {
    expect((await failure(load({ model: [] }))).code).toBe("invalid-argument");
    expect((await failure(load({ model: new Blob([]) }))).code).toBe("invalid-argument");
    expect((await failure(load({ contextLength: 0 }))).code).toBe("invalid-argument");
    expect((await failure(load({ model: "http://" }))).code).toBe("invalid-argument");
    expect((await failure(load({ assetsBase: "http://" }))).message).toContain("assetsBase");
    expect((await failure(load({ compatBase: "http://" }))).message).toContain("compatBase");
    expect((await failure(load({ integrity: ["0".repeat(64)] }))).code).toBe("invalid-argument");
  });

  test.each(["prepare", "check"] as const)(
    "stops loading on abort in the phase %s",
    async (phase) => {
      const controller = new AbortController();
      const loading = loadWllama(
        { model: file, ...places },
        {
          signal: controller.signal,
          onProgress: (step) => step.phase === phase && controller.abort(new Error("not now")),
        },
      );
      await expect(loading).rejects.toThrow("not now");
    },
  );
});
