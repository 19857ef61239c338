import type { CallOptions } from "../../core/call-options.js";
import { PagehoundError } from "../../core/errors.js";
import { hexadecimal } from "../../core/hexadecimal.js";
import { slicer } from "../../core/yield-to-messages.js";
import type { LoadProgress } from "../../model/load-progress.js";
import { transfer } from "../../rpc/message.js";
import type { EmbedProgress, EmbedRequest } from "../api.js";
import { checkAssets } from "./asset-files.js";
import { bringFiles, type ModelFiles } from "./bring-files.js";
import type { Engine } from "./engine.js";
import type { EngineApi, EngineModel, LoadedModel } from "./engine-api.js";
import { engineFailure } from "./engine-failure.js";
import type { FileStore } from "./file-store.js";
import { toBatches } from "./to-batches.js";

/** What an engine session works with. */
export interface EngineParts {
  openStore(): Promise<FileStore | null>;
  createEngine(model: EngineModel, files: ModelFiles): Promise<Engine>;
}

/** The engine as its worker serves it. */
export class EngineSession implements EngineApi {
  readonly #parts: EngineParts;
  #loaded: { readonly model: EngineModel; readonly engine: Engine } | null = null;
  #running: Promise<unknown> = Promise.resolve();

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  async load(
    model: EngineModel,
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
      const failure = engineFailure(thrown, model);
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
          throw engineFailure(error, model);
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
