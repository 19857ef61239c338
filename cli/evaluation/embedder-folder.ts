import { stat } from "node:fs/promises";
import path from "node:path";
import { BadInput } from "../bad-input.js";
import { startFolder } from "../package-folder.js";

/** An embedding model on this machine. */
export interface EmbedderFolder {
  /** Folder with its files, laid out for transformers.js. */
  readonly folder: string;
  readonly id: string;
}

/** Reads `--embedder`. Throws `BadInput` for a folder without a model. */
export async function embedderFolder(spec: string): Promise<EmbedderFolder> {
  const [named = "", name = ""] = spec.split("#", 2);
  const folder = path.resolve(startFolder(), named);
  for (const file of ["config.json", "tokenizer.json", "onnx"]) {
    if (await stat(path.join(folder, file)).catch(() => null)) continue;
    throw new BadInput(
      `--embedder: ${folder} has no ${file}. Name a folder with config.json, tokenizer.json, tokenizer_config.json and onnx/model_quantized.onnx.`,
    );
  }
  return { folder, id: name || path.basename(folder) };
}
