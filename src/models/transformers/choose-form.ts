import { chooseDevice } from "../onnx/options.js";
import { type WeightPrecision, weightsPath } from "../onnx/weight-files.js";

/** Where a model runs, and in which form. */
export interface OnnxForm {
  readonly device: "wasm" | "webgpu";
  readonly precision: WeightPrecision;
}

/** The forms of weights, fastest first: on the GPU, and on the CPU. */
const onCard = ["q4f16", "q4", "fp16", "fp32"] as const;
const onProcessor = ["q8", "q4", "fp32"] as const;

/**
 * Chooses the best form for this device among those whose weights are in `paths`, which are
 * relative to the model's folder; null if none can run here.
 */
export async function chooseOnnxForm(
  paths: Iterable<string>,
  device: "wasm" | "webgpu" | "auto" = "auto",
): Promise<OnnxForm | null> {
  const has = hasWeights(paths);
  for (const precision of onCard) {
    if (!has(precision) || device === "wasm") continue;
    const chosen = await chooseDevice("auto", precision);
    if (chosen === "webgpu") return { device: "webgpu", precision };
  }
  const precision = device === "webgpu" ? undefined : onProcessor.find(has);
  return precision === undefined ? null : { device: "wasm", precision };
}

/** Returns the fastest precision on the CPU whose weights are in `paths`; null if there is none. */
export function processorPrecision(paths: Iterable<string>): WeightPrecision | null {
  return onProcessor.find(hasWeights(paths)) ?? null;
}

function hasWeights(paths: Iterable<string>): (precision: WeightPrecision) => boolean {
  const existing = new Set(paths);
  return (precision) =>
    ["model", "decoder_model_merged"].some((part) => existing.has(weightsPath(part, precision)));
}

/** Returns the paths that are read when a model is loaded in one form. */
export function filesOfForm(paths: readonly string[], { precision }: OnnxForm): string[] {
  const weights = ["model", "embed_tokens", "decoder_model_merged"].map((part) =>
    weightsPath(part, precision),
  );
  return paths.filter(
    (path) => !path.startsWith("onnx/") || weights.some((each) => path.startsWith(each)),
  );
}
