import { Validator } from "@cfworker/json-schema";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { LoadProgress } from "../../../src/models/download/load-progress.js";
import type { LanguageModel } from "../../../src/models/language-model.js";
import {
  loadTransformers,
  type TransformersOptions,
} from "../../../src/models/transformers/load-transformers.js";
import {
  deleteTransformersModel,
  storedTransformersModels,
} from "../../../src/models/transformers/stored-models.js";
import { seededRandom } from "../../bench/seeded-random.js";
import { randomGguf } from "../../fixtures/models/random-gguf.js";
import { randomSchema } from "../../fixtures/models/random-schema.js";
import { exportGguf } from "../../fixtures/onnx/export-gguf.js";
import { tries } from "../../tries.js";
import { testGenerating, testUnloading, user } from "./engine-contract.js";
import { failure } from "./failure.js";

const assetsBase = "/assets/onnx/";
const files = Object.fromEntries(
  Array.from(exportGguf(randomGguf(), ["q8"]), ([path, bytes]) => [path, new Blob([bytes])]),
);

/** A real engine is slow on a slow machine. */
const patience = 120_000;

function load(options: Partial<TransformersOptions> = {}): Promise<LanguageModel> {
  const usual = { model: files, name: "random", assetsBase, device: "wasm" } as const;
  return loadTransformers({ ...usual, contextLength: 2048, ...options });
}

describe("a model with random weights on onnxruntime", { timeout: patience }, () => {
  let model: LanguageModel;

  beforeAll(async () => {
    model = await load();
  }, patience);
  afterAll(() => model.unload());

  test("describes the model", () => {
    expect(model.info).toMatchObject({
      id: "transformers:random",
      provider: "transformers",
      contextLength: 2048,
      sendsTo: null,
    });
  });

  testGenerating(() => model);

  test("refuses an unsupported schema, and answers the next request", async () => {
    const responseFormat = { name: "ahead", schema: { type: "string", pattern: "^(?=a)b$" } };
    const error = await failure(model.complete({ messages: [user("x")], responseFormat }));
    expect(error.code).toBe("invalid-argument");
    const messages = [user("Tell me all of it.")];
    const { usage } = await model.complete({ messages, maxTokens: 1 });
    const again = await model.complete({ messages, maxTokens: 1 });
    // The engine is the same, and still has what it read.
    expect(again.usage.reusedTokens).toBe(usage.promptTokens - 1);
  });

  test("follows schemas of any kind", { timeout: 1_800_000 }, async () => {
    const random = seededRandom(54);
    for (let number = 0; number < tries(6, 200); number++) {
      const schema = randomSchema(random, 3);
      const { content, finishReason } = await model.complete({
        messages: [user("What did the company earn?")],
        responseFormat: { name: `random ${number}`, schema },
        ...{ temperature: 1, seed: number, maxTokens: 1500 },
      });
      expect(finishReason, content).toBe("stop");
      const validated = new Validator(schema as object, "2020-12").validate(JSON.parse(content));
      expect(validated.errors, `${JSON.stringify(schema)} ${content}`).toEqual([]);
    }
  });
});

describe("loading", { timeout: patience }, () => {
  let model: LanguageModel | null = null;
  afterEach(async () => {
    await model?.unload();
    model = null;
  });

  test("fetches files once, reports its phases in order, and then needs no server", async () => {
    const folder = `${location.origin}/embedders/language@once/`;
    const steps: LoadProgress[] = [];
    model = await loadTransformers(
      { model: folder, assetsBase, device: "wasm" },
      { onProgress: (step) => steps.push(step) },
    );
    expect([...new Set(steps.map(({ phase }) => phase))]).toEqual(["download", "prepare", "check"]);
    expect(model.info).toMatchObject({ id: `transformers:${folder}`, name: "language@once" });
    const request = { messages: [user("Tell me.")], temperature: 1, seed: 7, maxTokens: 12 };
    const { content } = await model.complete(request);
    await model.unload();

    const [stored] = await storedTransformersModels();
    expect(stored).toMatchObject({ url: folder, complete: true });
    model = await loadTransformers({ model: folder, assetsBase, device: "wasm" });
    expect((await model.complete(request)).content).toBe(content);
    await deleteTransformersModel(folder);
    expect(await storedTransformersModels()).toEqual([]);
  });

  test("rejects a file with an unexpected hash", async () => {
    const folder = `${location.origin}/embedders/language@other/`;
    const integrity = { "onnx/model_quantized.onnx": "0".repeat(64) };
    const error = await failure(
      loadTransformers({ model: folder, assetsBase, device: "wasm", integrity }),
    );
    expect(error).toMatchObject({ code: "download-failed" });
    expect(error.message).toContain("SHA-256");
  });

  testUnloading(load);

  test("names files that are damaged, missing, or of another kind of model", async () => {
    const weights = "onnx/model_quantized.onnx";
    const half = files[weights]?.slice(0, 300_000) ?? new Blob();
    const damaged = await failure(load({ model: { ...files, [weights]: half } }));
    expect(damaged).toMatchObject({ code: "model-failed", data: { damaged: true } });
    const { "tokenizer.json": _, ...fewer } = files;
    const missing = await failure(load({ model: fewer }));
    expect(missing.code).toBe("invalid-argument");
    expect(missing.message).toContain("tokenizer.json");
    const other = `${location.origin}/embedders/random@other/`;
    const wrong = await failure(loadTransformers({ model: other, assetsBase, device: "wasm" }));
    expect(wrong.code).toBe("model-failed");
    const nowhere = `${location.origin}/embedders/empty/`;
    const gone = await failure(loadTransformers({ model: nowhere, assetsBase, device: "wasm" }));
    expect(gone.code).toBe("download-failed");
  });

  test("names the engine's own file when it is missing", async () => {
    const error = await failure(load({ assetsBase: "/nowhere/" }));
    expect(error.code).toBe("download-failed");
    expect(error.data.url).toMatch(/\/nowhere\/ort-wasm-simd-threaded\.mjs$/);
  });

  test("rejects an invalid model", async () => {
    expect((await failure(load({ model: {} }))).code).toBe("invalid-argument");
    expect((await failure(load({ contextLength: 0 }))).code).toBe("invalid-argument");
    expect((await failure(load({ model: "http://" }))).code).toBe("invalid-argument");
    expect((await failure(load({ precision: "q5" as "q4" }))).message).toContain("q4f16");
  });
});
