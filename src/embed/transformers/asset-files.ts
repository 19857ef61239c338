import { PagehoundError } from "../../core/errors.js";
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

const checkMilliseconds = 10_000;

/** Throws `download-failed` when one of them cannot be had, which onnxruntime itself does not say. */
export async function checkAssets(model: EngineModel, signal?: AbortSignal): Promise<void> {
  const { mjs, wasm } = assetFiles(model);
  for (const url of [mjs, wasm]) {
    let status: number | null = null;
    try {
      const deadline = AbortSignal.timeout(checkMilliseconds);
      const stop = signal ? AbortSignal.any([signal, deadline]) : deadline;
      const response = await fetch(url, { signal: stop });
      status = response.status;
      const page = response.headers.get("content-type")?.startsWith("text/html");
      await response.body?.cancel();
      if (response.ok && !page) continue;
    } catch {
      signal?.throwIfAborted();
    }
    throw new PagehoundError(
      "download-failed",
      `The engine's own file ${url} could not be fetched. Copy Pagehound's folder of assets to that place, or pass its address as assetsBase.`,
      { data: { url, ...(status === null ? {} : { status }) } },
    );
  }
}
