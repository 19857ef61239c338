import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BadInput } from "../../../cli/bad-input.js";
import { parseEndpointSpec, parseModelSpec } from "../../../cli/model-spec.js";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-spec-"));
  for (const name of ["one.gguf", "big-00001-of-00002.gguf", "big-00002-of-00002.gguf"])
    await writeFile(path.join(folder, name), "GGUF");
  await mkdir(path.join(folder, "tiny/onnx"), { recursive: true });
  await mkdir(path.join(folder, "bare"));
  for (const name of ["config.json", "tokenizer.json", "tokenizer_config.json"]) {
    await writeFile(path.join(folder, "tiny", name), "{}");
    await writeFile(path.join(folder, "bare", name), "{}");
  }
  for (const name of ["model.onnx", "model_q4.onnx"])
    await writeFile(path.join(folder, "tiny/onnx", name), "");
});
afterAll(() => rm(folder, { recursive: true }));

test("accepts none, an endpoint, or a local file with its numbered parts", () => {
  expect(parseModelSpec("none")).toBeNull();
  expect(parseModelSpec("openai:http://127.0.0.1:1/v1/#m")).toEqual({
    url: "http://127.0.0.1:1/v1",
    model: "m",
  });
  const one = path.join(folder, "one.gguf");
  expect(parseModelSpec(`wllama:${one}`)).toEqual({
    ...{ engine: "wllama", files: [one], name: "one" },
  });
  const [first, second] = ["1", "2"].map((part) =>
    path.join(folder, `big-0000${part}-of-00002.gguf`),
  );
  expect(parseModelSpec(`wllama:${first}`)).toEqual({
    ...{ engine: "wllama", files: [first, second], name: "big" },
  });
});

test("accepts a folder with an ONNX model, in the form that is fastest on the CPU", () => {
  const tiny = path.join(folder, "tiny");
  expect(parseModelSpec(`transformers:${tiny}`)).toEqual({
    ...{ engine: "transformers", folder: tiny, precision: "q4", name: "tiny" },
  });
  expect(() => parseModelSpec(`transformers:${folder}/bare`)).toThrow(/bare has no onnx\//);
  expect(() => parseModelSpec(`transformers:${folder}/none`)).toThrow(/none has no config\.json/);
});

test("reports invalid files with the next step", () => {
  expect(() => parseModelSpec(`wllama:${folder}/none.gguf`)).toThrow(/no file .+none\.gguf/);
  for (const text of ["web-llm:Qwen3-0.6B", "browser"])
    expect(() => parseModelSpec(text)).toThrow(BadInput);
  expect(() => parseEndpointSpec(`wllama:${folder}/one.gguf`)).toThrow(BadInput);
});
