import { env, LogLevel } from "@xenova/transformers";
import { checkEngineFile } from "../download/engine-files.js";

/** Where transformers.js runs a model, and how. */
export interface RuntimePlace {
  /** URL of the folder with onnxruntime's own files, ending with `/`. */
  readonly assets: string;
  readonly device: "wasm" | "webgpu";
  readonly threads: number;
}

/** The name under which transformers.js loads the model from the files. */
export const aliasName = "model";

/**
 * Makes transformers.js load a model, named `aliasName`, from `files` alone, which are named by
 * their path in the model's folder. Requests nothing else except onnxruntime's own files, and
 * nothing at all later. Must be called once, in a dedicated worker.
 */
export async function loadFromFiles<T>(
  place: RuntimePlace,
  files: ReadonlyMap<string, BlobPart & (Blob | Uint8Array<ArrayBuffer>)>,
  load: () => Promise<T>,
): Promise<T> {
  // Logs nothing, because errors are thrown as well.
  env.logLevel = LogLevel.NONE;
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = "/";
  env.useBrowserCache = false;
  // This cache would create a `blob:` module, which a strict policy forbids.
  env.useWasmCache = false;
  env.fetch = async (address) => {
    const content = files.get(String(address).slice(`/${aliasName}/`.length));
    if (!content) return new Response(null, { status: 404 });
    const bytes = content instanceof Blob ? content.size : content.byteLength;
    return new Response(content, { headers: { "content-length": String(bytes) } });
  };
  const { wasm } = env.backends.onnx;
  if (!wasm) throw new Error("onnxruntime's wasm file is missing.");
  wasm.numThreads = place.threads;
  wasm.proxy = false;
  wasm.wasmPaths = { ...runtimeFiles(place) };
  const loaded = await load();
  // Everything is in the engine's own memory now.
  env.fetch = () => Promise.reject(new TypeError("Nothing is fetched once a model is loaded."));
  return loaded;
}

/** Throws `download-failed` if one of onnxruntime's own files is unavailable. */
export async function checkRuntimeFiles(place: RuntimePlace, signal?: AbortSignal): Promise<void> {
  const { mjs, wasm } = runtimeFiles(place);
  for (const url of [mjs, wasm]) await checkEngineFile(url, "assetsBase", signal);
}

/** Addresses of onnxruntime's own files. */
interface RuntimeFiles {
  readonly mjs: string;
  readonly wasm: string;
}

/** The build for the CPU, or the one for the GPU, which is twice as large. */
function runtimeFiles({ assets, device }: RuntimePlace): RuntimeFiles {
  const build = `${assets}ort-wasm-simd-threaded${device === "webgpu" ? ".asyncify" : ""}`;
  return { mjs: `${build}.mjs`, wasm: `${build}.wasm` };
}
