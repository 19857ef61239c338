import { isRecord, parseJson } from "../../core/index.js";

/** Suffixes of weight files in transformers.js. */
const suffixes = { q8: "_quantized", q4: "_q4", q4f16: "_q4f16", fp16: "_fp16", fp32: "" } as const;

/** Precision of a model's weights; each is a separate file in the model's folder. */
export type WeightPrecision = keyof typeof suffixes;

/**
 * Returns the path of the weights of one part of a model, in its folder. The only part of a model
 * is called `model`.
 */
export function weightsPath(part: string, precision: WeightPrecision): string {
  return `onnx/${part}${suffixes[precision]}.onnx`;
}

/**
 * Returns the paths of the weights of a model's parts, including the data files that large weights
 * are split into, according to the model's `config.json`.
 */
export function weightFiles(
  config: Uint8Array,
  parts: readonly string[],
  precision: WeightPrecision,
): string[] {
  const settings = (parseJson(new TextDecoder().decode(config)) as Record<string, unknown>)[
    "transformers.js_config"
  ];
  const external = isRecord(settings) ? settings.use_external_data_format : 0;
  return parts.flatMap((part) => {
    const path = weightsPath(part, precision);
    const name = path.slice("onnx/".length);
    const count = Number(isRecord(external) ? (external[name] ?? external[part] ?? 0) : external);
    const dataFiles = Array.from({ length: Math.min(count || 0, 100) }, (_, index) =>
      index === 0 ? `${path}_data` : `${path}_data_${index}`,
    );
    return [path, ...dataFiles];
  });
}
