import { checkEngineFile } from "../../model/check-engine-file.js";
import type { EngineModel } from "./engine-api.js";

/** Addresses of onnxruntime's own files. */
export interface AssetFiles {
  readonly mjs: string;
  readonly wasm: string;
}

/** The build for the processor, or the one for the graphics card, which is twice as large. */
export function assetFiles({ assets, device }: EngineModel): AssetFiles {
  const build = `${assets}ort-wasm-simd-threaded${device === "webgpu" ? ".asyncify" : ""}`;
  return { mjs: `${build}.mjs`, wasm: `${build}.wasm` };
}

/** Throws `download-failed` when one of them cannot be had. */
export async function checkAssets(model: EngineModel, signal?: AbortSignal): Promise<void> {
  const { mjs, wasm } = assetFiles(model);
  for (const url of [mjs, wasm]) await checkEngineFile(url, "assetsBase", signal);
}
