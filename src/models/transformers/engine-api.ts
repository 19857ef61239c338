import type { CallOptions } from "../../core/index.js";
import type { LoadProgress } from "../download/load-progress.js";
import type { ModelInfo } from "../language-model.js";
import type { RuntimePlace } from "../onnx/runtime.js";
import type { WeightPrecision } from "../onnx/weight-files.js";
import type { WorkerModelApi } from "../worker-model.js";

/** A model as it is described to the engine's worker. */
export interface OnnxEngineModel extends RuntimePlace {
  /** For messages. */
  readonly name: string;
  /** URL of the folder with the model's files, ending with `/`; null for files of this computer. */
  readonly folder: string | null;
  /** The files themselves, by their path in the folder, where they are not fetched. */
  readonly files: ReadonlyMap<string, Blob> | null;
  readonly precision: WeightPrecision;
  /** Tokens of prompt and reply at most. */
  readonly contextLength: number;
  /** SHA-256 of files, by their path in the folder, in lower-case hexadecimal. */
  readonly integrity: Readonly<Record<string, string>>;
  /** Whether to keep files on this device. */
  readonly cache: boolean;
}

/** What is known of a model once it is loaded. */
export type LoadedOnnxModel = Required<Pick<ModelInfo, "contextLength" | "controlTokens">>;

/** What the engine's worker offers. */
export interface OnnxEngineApi extends WorkerModelApi {
  /** Must be called first, once. Resolves when the model has given a first token. */
  load(model: OnnxEngineModel, options?: CallOptions<LoadProgress>): Promise<LoadedOnnxModel>;
  /** As `load`, and once in its place, but only from what is stored: `model-failed` where that is not all. */
  reload(model: OnnxEngineModel, options?: CallOptions<LoadProgress>): Promise<LoadedOnnxModel>;
}
