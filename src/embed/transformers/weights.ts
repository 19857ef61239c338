import type { EngineModel } from "./engine-api.js";

/** As transformers.js names the weights. */
const suffixes = { q8: "_quantized", fp16: "_fp16", fp32: "" } as const;

/** Path of a model's weights in its folder. */
export function weightsOf({ precision }: Pick<EngineModel, "precision">): string {
  return `onnx/model${suffixes[precision]}.onnx`;
}
