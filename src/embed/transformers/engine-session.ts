import { hexadecimal } from "../../core/bytes.js";
import { type CallOptions, slicer } from "../../core/call-options.js";
import { type ErrorCode, type ErrorData, PagehoundError } from "../../core/errors.js";
import type { LoadProgress } from "../../models/download/load-progress.js";
import { transfer } from "../../rpc/message.js";
import type { EmbedProgress, EmbedRequest } from "../api.js";
import { bringFiles, type ModelFiles, weightsOf } from "./bring-files.js";
import {
  checkAssets,
  type EmbedEngine,
  type EmbedEngineApi,
  type EmbedEngineModel,
  type LoadedModel,
} from "./engine-api.js";
import type { EmbedderFileStore } from "./file-store.js";

/** What an engine session works with. */
export interface EmbedEngineParts {
  openStore(): Promise<EmbedderFileStore | null>;
  createEngine(model: EmbedEngineModel, files: ModelFiles): Promise<EmbedEngine>;
}

/** The engine as its worker serves it. */
export class EmbedEngineSession implements EmbedEngineApi {
  readonly #parts: EmbedEngineParts;
  #loaded: { readonly model: EmbedEngineModel; readonly engine: EmbedEngine } | null = null;
  #running: Promise<unknown> = Promise.resolve();

  constructor(parts: EmbedEngineParts) {
    this.#parts = parts;
  }

  async load(
    model: EmbedEngineModel,
    { signal, onProgress }: CallOptions<LoadProgress> = {},
  ): Promise<LoadedModel> {
    const store = model.cache ? await this.#parts.openStore() : null;
    const files = await bringFiles(model, store, { signal, onProgress });
    const bytes = Array.from(files.values()).reduce((sum, { byteLength }) => sum + byteLength, 0);
    const known = { loadedBytes: bytes, totalBytes: bytes, millisecondsLeft: null };
    try {
      onProgress?.({ phase: "prepare", ...known });
      const revision = model.revision ?? (await digest(files));
      const engine = await this.#parts.createEngine(model, files);
      signal?.throwIfAborted();
      onProgress?.({ phase: "check", ...known });
      // Only a vector proves that a model makes vectors.
      const [vector] = await engine.embed(["Hello"]);
      this.#loaded = { model, engine };
      return { dimensions: vector?.length ?? 0, revision };
    } catch (thrown) {
      signal?.throwIfAborted();
      const failure = embedEngineFailure(thrown, model);
      // They would fail again at every load.
      if (failure.data.damaged === true)
        for (const path of files.keys())
          await store?.delete(new URL(path, model.folder).href).catch(() => {});
      else if (failure.code === "model-failed") await checkAssets(model, signal);
      throw failure;
    }
  }

  embed(
    request: EmbedRequest,
    options?: CallOptions<EmbedProgress>,
  ): Promise<readonly Float32Array<ArrayBuffer>[]> {
    const work = this.#embed(request, options);
    this.#running = work.catch(() => {});
    return work;
  }

  async rest(): Promise<void> {
    await this.#running;
  }

  async #embed(
    { texts, kind }: EmbedRequest,
    { signal = new AbortController().signal, onProgress }: CallOptions<EmbedProgress> = {},
  ): Promise<readonly Float32Array<ArrayBuffer>[]> {
    if (!this.#loaded)
      throw new PagehoundError("internal", "The embedder was asked before it was loaded.");
    const { model, engine } = this.#loaded;
    const pause = slicer(signal);
    const prefix = model.prefixes[kind];
    const vectors = new Array<Float32Array<ArrayBuffer>>(texts.length);
    let done = 0;
    for (const batch of toBatches(texts, model.batchSize)) {
      // The engine itself never lets a message through.
      await pause();
      const made = await engine
        .embed(batch.map((place) => prefix + texts[place]))
        .catch((error) => {
          throw embedEngineFailure(error, model);
        });
      for (const [index, place] of batch.entries()) {
        const vector = made[index];
        if (!vector) throw new PagehoundError("internal", "The engine left out a vector.");
        vectors[place] = vector;
      }
      done += batch.length;
      onProgress?.({ done, total: texts.length });
    }
    signal.throwIfAborted();
    return transfer(
      vectors,
      vectors.map(({ buffer }) => buffer),
    );
  }
}

/** Short for a revision; long enough that no two that anybody meets are the same. */
const digits = 16;

/** Other weights make other vectors, and so do other words of the tokenizer. */
async function digest(files: ModelFiles): Promise<string> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  const sums = Array.from(files, async ([path, content]) => {
    const sum = subtle ? hexadecimal(await subtle.digest("SHA-256", content)) : content.byteLength;
    return `${path} ${sum}`;
  });
  const all = (await Promise.all(sums)).sort().join("\n");
  // Outside of secure contexts there is nothing better than the sizes.
  if (!subtle) return all;
  const sum = await subtle.digest("SHA-256", new TextEncoder().encode(all));
  return hexadecimal(sum).slice(0, digits);
}

/**
 * Places of texts in batches of at most `size`, the longest first: texts of like length share a batch,
 * so that little of it is padding, and memory that does not suffice shows at once.
 */
export function toBatches(texts: readonly string[], size: number): number[][] {
  const places = texts.map((_, place) => place);
  const lengthAt = (place: number) => texts[place]?.length ?? 0;
  places.sort((one, other) => lengthAt(other) - lengthAt(one));
  const batches: number[][] = [];
  for (let start = 0; start < places.length; start += size)
    batches.push(places.slice(start, start + size));
  return batches;
}

interface Rule {
  readonly pattern: RegExp;
  readonly code: ErrorCode;
  message(model: EmbedEngineModel): string;
  data?(model: EmbedEngineModel): ErrorData;
}

/** What transformers.js 4, onnxruntime and Chromium say. The first that matches counts. */
const rules: readonly Rule[] = [
  {
    // Exceptions of C++ that nobody caught arrive as bare numbers.
    pattern: /out of memory|OOM|bad_alloc|allocation failed|failed to allocate|^\d+$/i,
    code: "not-enough-memory",
    message: ({ id }) =>
      `${id} does not fit into the memory there is. Choose a smaller model or precision, or close other tabs and programs.`,
  },
  {
    pattern: /device (?:was|is) lost|device lost|external Instance reference no longer exists/i,
    code: "device-lost",
    message: ({ id }) =>
      `The graphics device was lost while ${id} was working. Ask again: the model is loaded anew.`,
  },
  {
    pattern: /no available adapters|failed to get GPU adapter|does not support fp16/i,
    code: "no-webgpu",
    message: ({ id, precision }) =>
      `The browser offers no graphics adapter (WebGPU) that can run ${id} in ${precision}. Load it with device "wasm", or in fp32.`,
  },
  {
    pattern: /protobuf|failed to load model|invalid model|Unexpected (?:token|end)|ModelProto/i,
    code: "model-failed",
    message: ({ id, folder }) =>
      `The files of ${id} are damaged, or were made for another engine. They are not kept; load the model again, and if it stays so, replace them in ${folder}.`,
    data: (model) => ({ damaged: true, url: new URL(weightsOf(model), model.folder).href }),
  },
  {
    pattern: /no embedding model|Missing the following inputs/i,
    code: "model-failed",
    message: ({ id }) =>
      `${id} is no embedding model: it makes no vectors of texts. Choose another one, such as all-MiniLM-L6-v2.`,
  },
];

/** A longer message is not worth reading. */
const longest = 300;

/** Makes a typed error of anything that the engine throws. */
function embedEngineFailure(thrown: unknown, model: EmbedEngineModel): PagehoundError {
  if (PagehoundError.isInstance(thrown)) return thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const rule = rules.find(({ pattern }) => pattern.test(text));
  if (rule) {
    const data = rule.data?.(model) ?? {};
    return new PagehoundError(rule.code, rule.message(model), { data, cause: thrown });
  }
  const message = `${model.id} failed (${text.slice(0, longest)}). Try again; if it stays so, choose another model.`;
  return new PagehoundError("model-failed", message, { cause: thrown });
}
