import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { BadInput } from "../bad-input.js";
import { startFolder } from "../repository.js";

/** An embedding model on this machine. */
export interface EmbedderFolder {
  /** Folder with its files, as models for transformers.js have them. */
  readonly folder: string;
  readonly id: string;
}

/** Reads `--embedder`. Throws `BadInput` for a folder that has no model. */
export async function embedderFolder(spec: string): Promise<EmbedderFolder> {
  const [named = "", given = ""] = spec.split("#", 2);
  const folder = path.resolve(startFolder(), named);
  for (const file of ["config.json", "tokenizer.json", "onnx"]) {
    if (await stat(path.join(folder, file)).catch(() => null)) continue;
    throw new BadInput(
      `--embedder: ${folder} has no ${file}. Name a folder with config.json, tokenizer.json, tokenizer_config.json and onnx/model_quantized.onnx.`,
    );
  }
  return { folder, id: given || path.basename(folder) };
}

const installed = createRequire(import.meta.url);

/** Folder of the engine that runs embedders: what sites have under `assets/onnx/`. */
export function onnxFolder(): string {
  const engine = createRequire(installed.resolve("@xenova/transformers"));
  return path.dirname(engine.resolve("onnxruntime-web/ort-wasm-simd-threaded.wasm"));
}
