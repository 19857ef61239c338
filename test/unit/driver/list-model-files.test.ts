import { prebuiltAppConfig } from "@mlc-ai/web-llm";
import { expect, test } from "vitest";
import { BadInput } from "../../../cli/bad-input.js";
import { knownModels, modelFiles, readShards } from "../../../cli/list-model-files.js";
import { recommendedModels } from "../../../src/models/web-llm/models.js";

/** The used part of web-llm's own list, whose types do not resolve in strict ES modules. */
const publishedModels: readonly { model_id: string; model: string; model_lib: string }[] =
  prebuiltAppConfig.model_list;

const paths = (id: string): string[] =>
  modelFiles(id).flatMap(({ files }) => files.map(({ path }) => path));

test("lists two variants of a model for graphics cards, each with weights and a library", () => {
  const [half, full, ...more] = modelFiles("Qwen3-1.7B");
  expect(more).toEqual([]);
  expect([half?.id, full?.id]).toEqual(["Qwen3-1.7B-q4f16_1-MLC", "Qwen3-1.7B-q4f32_1-MLC"]);
  expect(half?.license).toBe("Apache-2.0");
  expect(half?.exact).toBe(false);
  expect(half?.files.map(({ path }) => path)).toEqual([
    "Qwen3-1.7B-q4f16_1-MLC/resolve/main/mlc-chat-config.json",
    "Qwen3-1.7B-q4f16_1-MLC/resolve/main/tensor-cache.json",
    "Qwen3-1.7B-q4f16_1-MLC/resolve/main/tokenizer.json",
    "Qwen3-1.7B-q4f16_1-MLC/resolve/main/params_shard_*.bin",
    "Qwen3-1.7B-q4f16_1_cs1k-webgpu.wasm",
  ]);
  expect(modelFiles("Qwen3-1.7B-q4f32_1-MLC")).toEqual([full]);
});

test("every file of the recommended models is in web-llm's own list", () => {
  for (const { variants } of recommendedModels) {
    for (const { id, library } of Object.values(variants)) {
      const published = publishedModels.find(({ model_id }) => model_id === id);
      const [model] = modelFiles(id);
      const from = model?.files.map((file) => file.from);
      expect(from?.[0]).toBe(`${published?.model}/resolve/main/mlc-chat-config.json`);
      expect(from?.at(-1)).toBe(published?.model_lib);
      expect(from?.at(-1)?.endsWith(`/${library}`)).toBe(true);
    }
  }
});

test("a list of weights names every file and the exact total", () => {
  const text = JSON.stringify({
    metadata: {},
    records: [
      { dataPath: "params_shard_0.bin", nbytes: 1000, records: [] },
      { dataPath: "params_shard_1.bin", nbytes: 234, records: [] },
    ],
  });
  const [model] = modelFiles("Qwen3-0.6B-q4f16_1-MLC", readShards(text, "tensor-cache.json"));
  expect(model?.exact).toBe(true);
  expect(model?.bytes).toBe(1234);
  expect(model?.files.filter(({ bytes }) => bytes !== null)).toMatchObject([
    { path: "Qwen3-0.6B-q4f16_1-MLC/resolve/main/params_shard_0.bin", bytes: 1000 },
    { path: "Qwen3-0.6B-q4f16_1-MLC/resolve/main/params_shard_1.bin", bytes: 234 },
  ]);
  expect(model?.files.some(({ path }) => path.includes("*"))).toBe(false);
});

test("lists one file for a GGUF model, or as many as its name says", () => {
  expect(paths("Qwen3-0.6B-Q8_0.gguf")).toEqual(["Qwen3-0.6B-Q8_0.gguf"]);
  expect(modelFiles("Qwen3-0.6B-Q8_0.gguf")[0]).toMatchObject({
    name: "Qwen3 0.6B",
    license: "Apache-2.0",
  });
  expect(paths("own-00001-of-00003.gguf")).toEqual([
    "own-00001-of-00003.gguf",
    "own-00002-of-00003.gguf",
    "own-00003-of-00003.gguf",
  ]);
  expect(modelFiles("own.gguf")[0]).toMatchObject({ license: null, bytes: null });
});

test("lists all known names", () => {
  for (const id of knownModels()) expect(modelFiles(id).length).toBeGreaterThan(0);
});

test.each(["", "{}", "[]", '{"records":[]}', '{"records":[{"dataPath":"x"}]}', "<!doctype html>"])(
  "does not accept %j as a list of weights",
  (text) => {
    expect(() => readShards(text, "list.json")).toThrow(BadInput);
  },
);

test("rejects an unknown name, and lists the known ones", () => {
  expect(() => modelFiles("GPT")).toThrow(/There is no model "GPT".*Qwen3-1\.7B/);
});
