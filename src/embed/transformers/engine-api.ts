import type { CallOptions } from "../../core/call-options.js";
import { checkEngineFile } from "../../models/download/engine-files.js";
import type { LoadProgress } from "../../models/download/load-progress.js";
import type { EmbedApi } from "../api.js";

/** Form of a model's weights; each is a file of its own in the model's folder. */
export type EmbedderPrecision = "q8" | "fp16" | "fp32";

/** A model as its worker is told of it. */
export interface EmbedEngineModel {
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
export interface EmbedEngineApi extends Pick<EmbedApi, "embed"> {
  /** Must be called first, once. Resolves when the model has made a first vector. */
  load(model: EmbedEngineModel, options?: CallOptions<LoadProgress>): Promise<LoadedModel>;
  /** Resolves when nothing is computed: after an abort, when the batch under way has ended. */
  rest(request: null, options?: CallOptions): Promise<void>;
}

/** A model in memory. */
export interface EmbedEngine {
  /** A vector of length 1 for each text, in order, made in one go. Long texts are cut at their end. */
  embed(texts: readonly string[]): Promise<readonly Float32Array<ArrayBuffer>[]>;
}

/** Addresses of onnxruntime's own files. */
export interface AssetFiles {
  readonly mjs: string;
  readonly wasm: string;
}

/** The build for the processor, or the one for the graphics card, which is twice as large. */
export function assetFiles({ assets, device }: EmbedEngineModel): AssetFiles {
  const build = `${assets}ort-wasm-simd-threaded${device === "webgpu" ? ".asyncify" : ""}`;
  return { mjs: `${build}.mjs`, wasm: `${build}.wasm` };
}

/** Throws `download-failed` when one of them cannot be had. */
export async function checkAssets(model: EmbedEngineModel, signal?: AbortSignal): Promise<void> {
  const { mjs, wasm } = assetFiles(model);
  for (const url of [mjs, wasm]) await checkEngineFile(url, "assetsBase", signal);
}
