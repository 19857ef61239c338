import {
  type CallOptions,
  checkBlob,
  checkedOptions,
  checkList,
  checkShape,
  invalidArgument,
  never,
  PagehoundError,
  percentDecoded,
  untilAborted,
  wholeNumber,
} from "../../core/index.js";
import { checkedHash, folderUrl } from "../download/engine-files.js";
import type { LoadProgress } from "../download/load-progress.js";
import { ModelStore } from "../download/model-store.js";
import { downloadFiles, storedFiles } from "../download/stored-download.js";
import {
  type ChatReply,
  type ChatRequest,
  type CompleteOptions,
  type LanguageModel,
  type LocalModelOptions,
  type ModelInfo,
  RequestQueue,
} from "../language-model.js";
import { usualThreads } from "../onnx/options.js";
import { checkFiles, type EngineOptions, WllamaEngine } from "./engine.js";
import { ggufFault, ggufName, modelUrls } from "./models.js";
import { vocabularyControlTokens } from "./vocabulary.js";

/** Which GGUF model to run on the CPU, and how. */
export interface WllamaOptions extends LocalModelOptions {
  /**
   * Address of a GGUF file, or the file itself. For a model in several files, the address of the
   * first (`…-00001-of-00003.gguf`), or all files in order.
   */
  readonly model: string | Blob | readonly Blob[];
  /** Address of the folder with `wllama.wasm`. */
  readonly assetsBase: string;
  /**
   * Address of the folder with `wllama.js` and `wllama.wasm` of `@wllama/wllama-compat`, for
   * browsers without 64-bit wasm memory or promise integration.
   */
  readonly compatBase: string;
  /**
   * By default 1, or on a cross-origin isolated page one less than the number of cores, at most 4.
   * At every step all threads wait for the slowest: with as many threads as cores, another busy
   * program would delay them all.
   */
  readonly threads?: number | undefined;
  /**
   * SHA-256 of each file in order, in hexadecimal, for a model at an address. A stored file with a
   * different hash is fetched again.
   */
  readonly integrity?: readonly string[] | undefined;
}

/**
 * Loads a GGUF model into llama.cpp in a worker. Resolves when the model has written a first token.
 * An interrupted download resumes. Throws `invalid-argument`, `download-failed`, `storage-full`,
 * `storage-failed`, `not-enough-memory`, `unsupported-browser`, and `model-failed` for a file that
 * is damaged or not understood; a damaged file is not kept.
 */
export async function loadWllama(
  options: WllamaOptions,
  call: CallOptions<LoadProgress> = {},
): Promise<LanguageModel> {
  checkShape("The options argument", options, {});
  const { signal, onProgress } = checkedOptions(call);
  signal?.throwIfAborted();
  const stop = signal ?? never();
  const report = (progress: LoadProgress) => {
    if (!stop.aborted) onProgress?.(progress);
  };
  const { model } = options;
  const urls = typeof model === "string" ? modelUrls(model) : [];
  const localFiles = typeof model === "string" ? null : checkedFiles(model);
  const integrity = toIntegrity(options.integrity ?? [], urls.length);
  const place = toPlace(options);
  const info = toInfo(options, urls[0] ?? null, place.contextLength);
  // Checked before a long download: without these files the engine fails with an uncatchable error.
  await checkFiles(place, stop);
  const store = localFiles || options.cache === false ? null : await ModelStore.open("wllama");
  const request = { urls, integrity, store, begins: ggufFault, signal: stop, onProgress: report };
  const files = localFiles ?? (await untilAborted(downloadFiles(request), stop));
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  const known = { loadedBytes: bytes, totalBytes: bytes, millisecondsLeft: null };
  report({ phase: "prepare", ...known });
  try {
    const onLoaded = () => report({ phase: "check", ...known });
    const engine = await WllamaEngine.start({ ...place, files }, onLoaded, stop);
    const { contextLength } = engine;
    const controlTokens = await vocabularyControlTokens(files[0] ?? new Blob());
    return new WllamaModel({ ...info, contextLength, controlTokens }, engine, async (again) => {
      // Stored files may have been deleted since. They are not fetched again, because nobody can
      // agree to a download here.
      const kept = store ? await untilAborted(storedFiles(urls, integrity, store), again) : files;
      return WllamaEngine.start({ ...place, contextLength, files: kept }, () => {}, again);
    });
  } catch (error) {
    // A damaged file would fail again at every load.
    if (PagehoundError.isInstance(error) && error.data.damaged === true)
      for (const url of urls) await store?.delete(url);
    throw error;
  }
}

function toIntegrity(hashes: readonly string[], files: number): string[] {
  if (hashes.length > 0 && hashes.length !== files) {
    throw invalidArgument(
      `integrity has ${hashes.length} hashes for ${files} files to download. Pass one for each file in order, or none.`,
    );
  }
  return hashes.map(checkedHash);
}

function checkedFiles(model: Blob | readonly Blob[]): readonly Blob[] {
  const files: readonly Blob[] = model instanceof Blob ? [model] : model;
  checkList("The option `model`, unless it is a URL or a file,", files);
  for (const file of files) checkBlob("A file of a model", file);
  if (files.length === 0 || files.some((file) => file.size === 0)) {
    throw invalidArgument("The model has no file, or an empty one.");
  }
  return files;
}

function toPlace(options: WllamaOptions): Omit<EngineOptions, "files"> {
  const { contextLength = 4096, threads = crossOriginIsolated ? usualThreads() : 1 } = options;
  wholeNumber("contextLength", contextLength, 256);
  const assets = folderUrl(options.assetsBase, "assetsBase");
  const compat = folderUrl(options.compatBase, "compatBase");
  return {
    wasm: `${assets}wllama.wasm`,
    compat: { worker: `${compat}wllama.js`, wasm: `${compat}wllama.wasm` },
    contextLength,
    threads,
  };
}

function toInfo(options: WllamaOptions, url: string | null, contextLength: number): ModelInfo {
  const localName = options.model instanceof File ? options.model.name : "model.gguf";
  const file = url === null ? localName : fileName(url);
  const name = options.name ?? ggufName(file);
  return {
    id: `wllama:${url ?? name}`,
    name,
    provider: "wllama",
    contextLength,
    sendsTo: null,
    choosesTools: options.choosesTools ?? false,
  };
}

function fileName(url: string): string {
  return percentDecoded(new URL(url).pathname.split("/").at(-1) || url);
}

/** How long, in milliseconds, an engine may take to stop after an abort before it is ended. */
const patience = 1000;

/** The parts of the engine that are used here. */
type RunningEngine = Pick<WllamaEngine, "usable" | "complete" | "end">;

/** A GGUF model that llama.cpp runs in a worker. */
export class WllamaModel implements LanguageModel {
  readonly info: ModelInfo;
  readonly #queue = new RequestQueue();
  #engine: RunningEngine | null;
  #restart: ((signal: AbortSignal) => Promise<RunningEngine>) | null;

  /** @param restart loads the model again after its engine was ended */
  constructor(
    info: ModelInfo,
    engine: RunningEngine,
    restart: (signal: AbortSignal) => Promise<RunningEngine>,
  ) {
    this.info = info;
    this.#engine = engine;
    this.#restart = restart;
  }

  async complete(
    request: ChatRequest,
    { signal, onProgress, onReading }: CompleteOptions = {},
  ): Promise<ChatReply> {
    const start = performance.now();
    return this.#queue.run(async (stop) => {
      const engine = await this.#ready(stop);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const onAbort = () => {
        timer = setTimeout(() => engine.end(), patience);
      };
      stop.addEventListener("abort", onAbort, { once: true });
      let firstToken: number | null = null;
      try {
        const onText = (text: string) => {
          firstToken ??= performance.now() - start;
          if (!stop.aborted) onProgress?.(text);
        };
        const reply = await engine.complete(request, stop, onText, (progress) => {
          if (!stop.aborted) onReading?.(progress);
        });
        return { ...reply, timing: { firstToken, total: performance.now() - start } };
      } finally {
        stop.removeEventListener("abort", onAbort);
        clearTimeout(timer);
        if (!engine.usable) this.#drop();
      }
    }, signal);
  }

  async unload(): Promise<void> {
    const closed = this.#queue.close();
    this.#drop();
    // Frees the files for a restart, which may be as large as the model.
    this.#restart = null;
    await closed;
  }

  async #ready(stop: AbortSignal): Promise<RunningEngine> {
    if (this.#engine) return this.#engine;
    if (!this.#restart) throw new PagehoundError("closed", "The model was unloaded.");
    const engine = await this.#restart(stop);
    if (stop.aborted) engine.end();
    stop.throwIfAborted();
    this.#engine = engine;
    return engine;
  }

  #drop(): void {
    this.#engine?.end();
    this.#engine = null;
  }
}
