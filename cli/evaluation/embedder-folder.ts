import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { BadInput } from "../bad-input.js";
import { packageManifest, startFolder } from "../package-folder.js";

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
/** The engine, as this repository calls it and as everybody else does. */
const engineNames = ["@xenova/transformers", "@huggingface/transformers"];

/**
 * Folder of the engine that runs embedders: what sites have under `assets/onnx/`. Throws `BadInput`
 * where it is not installed.
 */
export function onnxFolder(): string {
  for (const name of engineNames) {
    try {
      const engine = createRequire(installed.resolve(name));
      return path.dirname(engine.resolve("onnxruntime-web/ort-wasm-simd-threaded.wasm"));
    } catch {
      // Reported below.
    }
  }
  throw new BadInput(
    `--embedder needs the engine that embedding models run in, which is not installed: run \`npm install ${engineVersion()}\`.`,
  );
}

/** The engine with the version that is built into our worker, which its wasm has to fit. */
function engineVersion(): string {
  const { devDependencies } = packageManifest();
  return String(devDependencies?.["@xenova/transformers"]).replace(/^npm:/, "");
}
