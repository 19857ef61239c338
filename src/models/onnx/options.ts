import {
  invalidArgument,
  isSoftwareAdapter,
  PagehoundError,
  percentDecoded,
} from "../../core/index.js";
import { checkedHash } from "../download/engine-files.js";

/** Options of every model that runs in onnxruntime. */
export interface OnnxOptions {
  /** URL of the folder with `ort-wasm-simd-threaded.*`: the site's `assets/onnx/`. */
  readonly assetsBase: string;
  /** URL of the folder that workers are loaded from; see `PagehoundOptions.workerBase`. */
  readonly workerBase?: string | URL | undefined;
  /** By default one less than the cores, at most 4; 1 unless the page is cross-origin isolated. */
  readonly threads?: number | undefined;
  /**
   * Whether to store downloaded files in this browser.
   *
   * @defaultValue `true`
   */
  readonly cache?: boolean | undefined;
  /**
   * SHA-256 of files, by their path in the model's folder, in hexadecimal; a stored file with a
   * different hash is fetched again.
   */
  readonly integrity?: Readonly<Record<string, string>> | undefined;
}

/** Throws `invalid-argument` if the value is not one of `known`. */
export function oneOf(name: string, value: string, known: readonly string[]): void {
  if (known.includes(value)) return;
  const message = `There is no ${name} “${value}” here. Choose one of ${known.join(", ")}.`;
  throw invalidArgument(message);
}

/** Returns SHA-256 hashes of files, by their path, in lower case. Throws `invalid-argument`. */
export function checkedHashes(
  hashes: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(hashes).map(([path, hash]) => [path, checkedHash(hash)]),
  );
}

/**
 * Returns one less than the number of cores, at most 4. onnxruntime uses 1 unless the page is
 * cross-origin isolated.
 */
export function usualThreads(): number {
  return Math.max(1, Math.min(4, navigator.hardwareConcurrency - 1));
}

/** A model whose files are stored in this browser, whole or in part. */
export interface StoredFolder {
  /** URL of the folder it was loaded from. */
  readonly url: string;
  /** Stored bytes, in all precisions that were loaded. */
  readonly bytes: number;
}

/** The folder of a model that a stored file belongs to; its weights are in a folder of their own. */
export function folderOf(url: string): string {
  return new URL(/\/onnx\/[^/]+$/.test(url) ? ".." : ".", url).href;
}

export function lastPart(folder: string): string {
  return percentDecoded(new URL(folder).pathname.split("/").at(-2) || folder);
}

/**
 * Chooses where a model runs: `wasm` if requested, `webgpu` if the browser offers an adapter.
 * `auto` ignores software adapters. Throws `no-webgpu` if `webgpu` is requested but unavailable;
 * the message calls the model by the noun `model`.
 */
export async function chooseDevice(
  device: "wasm" | "webgpu" | "auto",
  precision: string,
  model = "embedder",
): Promise<"wasm" | "webgpu"> {
  if (device === "wasm") return "wasm";
  const adapter = await navigator.gpu
    ?.requestAdapter({ powerPreference: "high-performance" })
    .catch(() => null);
  const lacks = precision.endsWith("16") && adapter && !adapter.features.has("shader-f16");
  if (adapter && !lacks && (device === "webgpu" || !isSoftwareAdapter(adapter))) return "webgpu";
  if (device === "auto") return "wasm";
  throw new PagehoundError(
    "no-webgpu",
    lacks
      ? `The graphics adapter has no 16-bit numbers (shader-f16), which precision ${precision} needs. Load the ${model} in another precision, or with device “wasm”.`
      : `The browser offers no graphics adapter (WebGPU). Turn on hardware acceleration, or load the ${model} with device “wasm”.`,
  );
}
