import type { CallOptions } from "../../core/call-options.js";
import type { LoadProgress } from "../../model/load-progress.js";
import type { EmbedApi } from "../api.js";

/** Form of a model's weights; each is a file of its own in the model's folder. */
export type EmbedderPrecision = "q8" | "fp16" | "fp32";

/** A model as its worker is told of it. */
export interface EngineModel {
  readonly id: string;
  /** URL of the folder with the model's files, ending with `/`. */
  readonly folder: string;
  /** URL of the folder with onnxruntime's own files, ending with `/`. */
  readonly assets: string;
  /** Revision of the weights; null to tell by what is in them. */
  readonly revision: string | null;
  readonly precision: EmbedderPrecision;
  readonly pooling: "mean" | "cls";
  readonly device: "wasm" | "webgpu";
  readonly threads: number;
  readonly batchSize: number;
  /** What is put before texts of either kind. */
  readonly prefixes: { readonly query: string; readonly passage: string };
  /** SHA-256 of files, by their path in the folder, in lower-case hexadecimal. */
  readonly integrity: Readonly<Record<string, string>>;
  /** Whether to keep files on this device. */
  readonly cache: boolean;
}

/** What is known of a model once it is loaded. */
export interface LoadedModel {
  readonly dimensions: number;
  /** As `EngineModel.revision`, or what was found in its place. */
  readonly revision: string;
}

/** What the embedder's worker offers. Ending the worker frees its memory and stops everything at once. */
export interface EngineApi extends Pick<EmbedApi, "embed"> {
  /** Must be called first, once. Resolves when the model has made a first vector. */
  load(model: EngineModel, options?: CallOptions<LoadProgress>): Promise<LoadedModel>;
  /** Resolves when nothing is computed: after an abort, when the batch under way has ended. */
  rest(request: null, options?: CallOptions): Promise<void>;
}
