import type { CallOptions } from "../../core/index.js";
import type { LoadProgress } from "../download/load-progress.js";
import type { ModelInfo } from "../language-model.js";
import type { RuntimePlace } from "../onnx/runtime.js";
import type { WeightPrecision } from "../onnx/weight-files.js";
import type { WorkerModelApi } from "../worker-model.js";

/** The files of a model, by their path in its folder. */
export type OnnxFiles = ReadonlyMap<string, Blob>;

/** The description of a model that the engine's worker receives. */
export interface OnnxEngineModel extends RuntimePlace {
  readonly name: string;
  /** URL of the folder with the model's files, ending with `/`; null for local files. */
  readonly folder: string | null;
  /** The files themselves; null if they are fetched. */
  readonly files: OnnxFiles | null;
  readonly precision: WeightPrecision;
  /** Maximum number of tokens of prompt and reply together. */
  readonly contextLength: number;
  /** SHA-256 of files, by their path in the folder, in lower-case hexadecimal. */
  readonly integrity: Readonly<Record<string, string>>;
  /** Whether to keep files on this device. */
  readonly cache: boolean;
  /** False to use only stored files: `load` throws `model-failed` if they are incomplete. */
  readonly fetches?: boolean;
}

export type LoadedOnnxModel = Required<Pick<ModelInfo, "contextLength" | "controlTokens">>;

export interface OnnxEngineApi extends WorkerModelApi {
  /** Must be called first, once. Resolves when the model has written a first token. */
  load(model: OnnxEngineModel, options?: CallOptions<LoadProgress>): Promise<LoadedOnnxModel>;
}
