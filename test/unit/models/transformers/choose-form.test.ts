import { afterEach, expect, test, vi } from "vitest";
import { chooseOnnxForm, filesOfForm } from "../../../../src/models/transformers/choose-form.js";
import { onnxFolders } from "../../../../src/models/transformers/onnx-folders.js";

afterEach(() => vi.unstubAllGlobals());

function adapter(...features: string[]): void {
  const found = { features: new Set(features), info: { description: "A real card" } };
  vi.stubGlobal("navigator", { gpu: { requestAdapter: async () => found } });
}

const all = ["", "_quantized", "_q4", "_q4f16"].map((suffix) => `onnx/model${suffix}.onnx`);

test("chooses the fastest available form for the device", async () => {
  vi.stubGlobal("navigator", {});
  expect(await chooseOnnxForm(all)).toEqual({ device: "wasm", precision: "q8" });
  expect(await chooseOnnxForm(["onnx/model_q4f16.onnx"])).toBeNull();
  adapter("shader-f16");
  expect(await chooseOnnxForm(all)).toEqual({ device: "webgpu", precision: "q4f16" });
  expect(await chooseOnnxForm(all, "wasm")).toEqual({ device: "wasm", precision: "q8" });
  adapter();
  expect(await chooseOnnxForm(all)).toEqual({ device: "webgpu", precision: "q4" });
  const sees = ["onnx/decoder_model_merged_q4.onnx", "onnx/embed_tokens_q4.onnx"];
  expect(await chooseOnnxForm(sees)).toEqual({ device: "webgpu", precision: "q4" });
});

test("accepts a folder as a language model only if it says how replies end", () => {
  const needed = ["config.json", "generation_config.json", "tokenizer.json"];
  const model = [...needed, "onnx/model_q4.onnx"].map((path) => `a/b/${path}`);
  const embedder = ["config.json", "tokenizer.json", "onnx/model.onnx"].map((path) => `e/${path}`);
  expect(onnxFolders([...model, ...embedder, "notes.txt"])).toEqual(["a/b/"]);
  expect(onnxFolders(model.map((path) => path.slice("a/b/".length)))).toEqual([]);
});

test("lists the files of one form", () => {
  const paths = ["config.json", ...all, "onnx/model_q4.onnx_data", "onnx/vision_encoder_q4.onnx"];
  expect(filesOfForm(paths, { device: "webgpu", precision: "q4" })).toEqual([
    ...["config.json", "onnx/model_q4.onnx", "onnx/model_q4.onnx_data"],
  ]);
});
