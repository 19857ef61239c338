import { modelFileUrls, modelUrls } from "./model-files.js";
import { ModelStore } from "./model-store.js";

/** A GGUF model that is small enough for the CPU. */
export interface CpuModel {
  /** Name of its file, below an embedder's `modelBase`. */
  readonly file: string;
  readonly name: string;
  /** SPDX identifier of the licence of its weights. */
  readonly license: string;
  /** Bytes to download, about. */
  readonly downloadBytes: number;
  /** Bytes of memory it takes at `contextLength`, about. */
  readonly memoryBytes: number;
  /** Tokens of prompt and reply that it is run at. */
  readonly contextLength: number;
  readonly choosesTools: boolean;
}

const megabyte = 1e6;

/**
 * Models to offer where there is no WebGPU, smallest first. Sizes are those of their 4-bit and 8-bit
 * files, worked out from their numbers of parameters; memory adds the context's keys and values at
 * 16 bits and some room for the engine. None was run by us: no trained weights could be had.
 */
export const recommendedCpuModels: readonly CpuModel[] = [
  {
    file: "SmolLM2-360M-Instruct-Q8_0.gguf",
    name: "SmolLM2 360M",
    license: "Apache-2.0",
    downloadBytes: 386 * megabyte,
    memoryBytes: 650 * megabyte,
    contextLength: 4096,
    choosesTools: false,
  },
  {
    file: "Qwen2.5-0.5B-Instruct-Q4_K_M.gguf",
    name: "Qwen2.5 0.5B",
    license: "Apache-2.0",
    downloadBytes: 398 * megabyte,
    memoryBytes: 600 * megabyte,
    contextLength: 4096,
    choosesTools: false,
  },
  {
    file: "Qwen3-0.6B-Q8_0.gguf",
    name: "Qwen3 0.6B",
    license: "Apache-2.0",
    downloadBytes: 639 * megabyte,
    memoryBytes: 1250 * megabyte,
    contextLength: 4096,
    choosesTools: true,
  },
];

/** A model whose files are stored in this browser, whole or in part. */
export interface StoredWllamaModel {
  /** Address it was loaded from; of its first file when it has several. */
  readonly url: string;
  /** Bytes that are stored. */
  readonly bytes: number;
  /** False while files are missing; loading it goes on where it stopped. */
  readonly complete: boolean;
}

/** GGUF models that `loadWllama` has stored. Throws `storage-failed`. */
export async function storedWllamaModels(): Promise<StoredWllamaModel[]> {
  const files = (await (await ModelStore.open())?.list()) ?? [];
  const models = new Map<string, { bytes: number; complete: number }>();
  for (const { url, parts, complete } of files) {
    const [first = url] = modelFileUrls(url);
    const model = models.get(first) ?? { bytes: 0, complete: 0 };
    model.bytes += parts.reduce((sum, part) => sum + part.size, 0);
    model.complete += complete ? 1 : 0;
    models.set(first, model);
  }
  return [...models].map(([url, { bytes, complete }]) => ({
    url,
    bytes,
    complete: complete === modelFileUrls(url).length,
  }));
}

/**
 * Deletes a stored model, all its files. A model that is loaded goes on answering until its engine
 * ends. Throws `invalid-argument` for what is no address, `storage-failed`.
 */
export async function deleteWllamaModel(url: string): Promise<void> {
  const files = modelUrls(url);
  const store = await ModelStore.open();
  for (const file of files) await store?.delete(file);
}
