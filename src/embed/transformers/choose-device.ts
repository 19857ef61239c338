import { PagehoundError } from "../../core/errors.js";
import type { EmbedderPrecision } from "./engine-api.js";

/**
 * Where a model runs: `wasm` when asked for, `webgpu` where the browser offers an adapter. `auto` takes
 * no adapter that the processor stands in for. Throws `no-webgpu` when `webgpu` is asked for in vain.
 */
export async function chooseDevice(
  asked: "wasm" | "webgpu" | "auto",
  precision: EmbedderPrecision,
): Promise<"wasm" | "webgpu"> {
  if (asked === "wasm") return "wasm";
  const adapter = await navigator.gpu
    ?.requestAdapter({ powerPreference: "high-performance" })
    .catch(() => null);
  const lacks = precision === "fp16" && adapter && !adapter.features.has("shader-f16");
  if (adapter && !lacks && (asked === "webgpu" || !isSoftware(adapter))) return "webgpu";
  if (asked === "auto") return "wasm";
  throw new PagehoundError(
    "no-webgpu",
    lacks
      ? "The graphics adapter has no 16-bit numbers (shader-f16), which precision fp16 needs. Load the embedder in fp32, or with device “wasm”."
      : "The browser offers no graphics adapter (WebGPU). Turn on hardware acceleration, or load the embedder with device “wasm”.",
  );
}

function isSoftware(adapter: GPUAdapter): boolean {
  // Browsers of 2024 have no `info`.
  const info: Partial<GPUAdapterInfo> = adapter.info ?? {};
  const { architecture = "", description = "", isFallbackAdapter = false } = info;
  return (
    isFallbackAdapter ||
    /swiftshader|llvmpipe|lavapipe|basic render|warp|software/i.test(
      `${architecture} ${description}`,
    )
  );
}
