import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { modelInFolder } from "../../bench/web-llm/model-folder.js";
import { webLlmFolder, weightBytes } from "../../fixtures/models/web-llm-folder.js";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-web-llm-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes a model's files, and its library if `library` names one. */
async function write(variant: string, library: string | null): Promise<void> {
  const main = path.join(folder, variant, "resolve/main");
  await mkdir(main, { recursive: true });
  for (const [name, content] of webLlmFolder()) await writeFile(path.join(main, name), content);
  if (library !== null) await writeFile(path.join(folder, library), "");
}

it("describes an unlisted model from its own files", async () => {
  await write("Noise-135M-q4f32_1-MLC", "Noise-135M-q4f32_1_cs512-webgpu.wasm");
  const { variant, model } = await modelInFolder(folder, null);
  expect(variant).toBe("Noise-135M-q4f32_1-MLC");
  expect(model).toMatchObject({ name: "Noise-135M", parameters: 135e6, contextLength: 4096 });
  expect(model.variants.f32).toEqual({
    id: variant,
    library: "Noise-135M-q4f32_1_cs512-webgpu.wasm",
    memoryBytes: weightBytes,
  });
});

it("finds a model of web-llm's own list by its id", async () => {
  await write("Noise-135M-q4f32_1-MLC", "Noise-135M-q4f32_1_cs512-webgpu.wasm");
  await write("Qwen3-0.6B-q4f16_1-MLC", "Qwen3-0.6B-q4f16_1_cs1k-webgpu.wasm");
  const { variant, model } = await modelInFolder(folder, "Qwen3-0.6B");
  expect(variant).toBe("Qwen3-0.6B-q4f16_1-MLC");
  expect(model.name).toBe("Qwen3 0.6B");
});

it.each<[string, string | null, () => Promise<void>, RegExp]>([
  ["an empty folder", null, async () => {}, /^There is no model in .*resolve\/main/],
  ["no library", null, () => write("Noise-135M-q4f32_1-MLC", null), /has no library/],
  [
    "a different model than the requested one",
    "Qwen3-4B",
    () => write("Noise-135M-q4f32_1-MLC", "Noise-135M-q4f32_1_cs512-webgpu.wasm"),
    /no model "Qwen3-4B".*only Noise-135M/,
  ],
  [
    "a name without a size",
    null,
    () => write("Noise-q4f32_1-MLC", "Noise-q4f32_1-webgpu.wasm"),
    /does not say how large/,
  ],
])("says in one line what is missing: %s", async (_, id, prepare, message) => {
  await prepare();
  const error: unknown = await modelInFolder(folder, id).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ message: expect.stringMatching(message) });
  expect(String(error)).not.toContain("\n");
});
