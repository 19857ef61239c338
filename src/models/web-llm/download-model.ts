import { md5 } from "@noble/hashes/legacy.js";
import {
  type CallOptions,
  type downloadPace,
  eitherSignal,
  hexadecimal,
  PagehoundError,
  parseJson,
} from "../../core/index.js";
import { withFiles } from "../download/engine-files.js";
import { type FetchWords, fetchContent, isWebPage } from "../download/fetch-file.js";
import { DownloadMeter, type LoadProgress } from "../download/load-progress.js";
import type { StoredForm, StoreScope, WebLlmEngineModel, WebLlmFileStore } from "./engine-api.js";

/** A file of a model, and where it is stored. */
interface ModelFile {
  readonly url: string;
  /** The file's exact size in bytes; null if unknown. */
  readonly bytes: number | null;
  /** Returns what is wrong with the content, as the end of a sentence; null if it is correct. */
  check(content: Uint8Array): string | null;
  readonly scope: StoreScope;
  readonly form: StoredForm;
}

/** The parts of a model's list of shards that are used here. */
export interface TensorList {
  readonly records: readonly {
    readonly dataPath: string;
    readonly nbytes: number;
    /** In hexadecimal; some lists lack it. Detects damage, not tampering by the host. */
    readonly md5sum?: unknown;
  }[];
}

/** The number of simultaneous downloads, the same as web-llm's. */
const lanes = 4;
/** The largest known description, tokenizer or library is a tenth of this. */
const maxBytes = 2 ** 28;
/** A shard is held in memory while it is fetched. */
const maxShardBytes = 2 ** 32;
const maxShards = 20_000;

export interface DownloadOptions extends CallOptions<LoadProgress> {
  /** See `FileRequest`. */
  readonly pause?: number | undefined;
  /** See `FileRequest`. */
  readonly pace?: typeof downloadPace | undefined;
}

/**
 * Downloads a model's files into the store that web-llm reads, so that web-llm itself fetches
 * nothing: its own downloader only counts whole shards, accepts whatever a server sends, and gives
 * up at the first error. Complete files are not fetched again, so an interrupted download resumes,
 * apart from the shards in progress; stored shards of the wrong size and other unusable files are
 * fetched again. Waits while another tab downloads the same model. Returns the number of bytes in
 * the shards. `totalBytes` is null until the list of shards has been read, and exact from then on.
 * Throws `download-failed`, `storage-full`, `storage-failed`, `model-failed`, or the signal's
 * reason.
 */
export function downloadModel(
  model: WebLlmEngineModel,
  store: WebLlmFileStore,
  options: DownloadOptions = {},
): Promise<number> {
  const meter = new DownloadMeter((progress) => options.onProgress?.(progress));
  meter.report();
  return withFiles(model.folder, options.signal, (signal) =>
    bringAll(model, store, meter, { ...options, signal }),
  );
}

async function bringAll(
  model: WebLlmEngineModel,
  store: WebLlmFileStore,
  meter: DownloadMeter,
  { signal, pause, pace }: DownloadOptions,
): Promise<number> {
  // One failed file stops the other downloads.
  const failed = new AbortController();
  const stop = eitherSignal(signal, failed.signal);

  async function bring(file: ModelFile): Promise<void> {
    stop.throwIfAborted();
    const stored = await storedBytes(file, store);
    if (stored !== null) {
      meter.addStored(stored);
      return;
    }
    if (model.fetches === false) throw noLongerStored(model.id);
    let before = 0;
    const onBytes = (loaded: number) => {
      // Negative if received bytes were lost.
      meter.addFetched(loaded - before);
      before = loaded;
    };
    const { url, bytes, check } = file;
    const request = { url, words, signal: stop, bytes, maxBytes, pause, pace };
    const content = await fetchContent({ ...request, check, onBytes });
    stop.throwIfAborted();
    await store.write(file.scope, file.url, content, file.form);
  }

  async function read(file: ModelFile): Promise<unknown> {
    await bring(file);
    const content = await store.read(file.scope, file.url);
    return content ? parseJson(new TextDecoder().decode(content)) : undefined;
  }

  const at = (path: string) => new URL(path, model.folder).href;
  if (model.manifest !== undefined) {
    await bring({ ...description(at(model.manifest)), scope: "webllm/config" });
  }
  const config = await read({
    ...description(at("mlc-chat-config.json"), (value) => tokenizerOf(value) !== null),
    scope: "webllm/config",
  });
  const list = await read({ ...description(at("tensor-cache.json"), isTensorList), form: "json" });
  const tokenizer = tokenizerOf(config);
  // Both were checked a moment ago, but the browser may have cleared its storage since.
  if (tokenizer === null || !isTensorList(list)) throw noLongerStored(model.id);
  await bring(tokenizer.endsWith(".json") ? description(at(tokenizer)) : blob(at(tokenizer)));
  // web-llm never looks in its store for libraries from "localhost", so they are only checked here.
  await bring(library(model.library));

  const shards = list.records.map(({ dataPath, nbytes, md5sum }) => {
    const url = at(dataPath);
    if (!url.startsWith(model.folder)) throw leadsElsewhere(model.folder);
    return blob(url, nbytes, md5sum);
  });
  const weights = list.records.reduce((sum, { nbytes }) => sum + nbytes, 0);
  meter.setTotal(meter.progress.loadedBytes + weights);
  await inLanes(shards, bring, failed);
  meter.report();
  return weights;
}

const words: FetchWords = {
  owner: "a model",
  check: "Check modelBase and modelLibBase, and that the model is there.",
  kept: "files that are complete are kept",
};

/** Returns the bytes of a usable stored file; null if there is none. Deletes an unusable one. */
async function storedBytes(
  { scope, url, bytes, check }: ModelFile,
  store: WebLlmFileStore,
): Promise<number | null> {
  // Shards are not read to check them, because they have gigabytes in total.
  if (bytes !== null) return (await store.size(scope, url)) === bytes ? bytes : null;
  const content = await store.read(scope, url);
  if (content === null) return null;
  // web-llm and other software that writes to its stores keep whatever a server sends.
  if (check(content) === null) return content.byteLength;
  await store.remove(scope, url);
  return null;
}

/** Processes a list with a few workers; the first failure aborts `failed` and is thrown. */
async function inLanes<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  failed: AbortController,
): Promise<void> {
  const queue = items.values();
  const lane = async () => {
    // They share one iterator: each takes the next item.
    for (const item of queue) await work(item);
  };
  const running = Array.from({ length: lanes }, lane);
  try {
    await Promise.all(running);
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(running);
    throw error;
  }
}

function blob(url: string, bytes: number | null = null, md5sum?: unknown): ModelFile {
  const check = (content: Uint8Array): string | null => {
    if (isWebPage(content)) return "is a web page";
    const isDamaged = typeof md5sum === "string" && hexadecimal(md5(content)) !== md5sum;
    return isDamaged ? "does not have the checksum in the model's list: it is damaged" : null;
  };
  return { url, bytes, scope: "webllm/model", form: "arraybuffer", check };
}

/** A JSON file that must satisfy `isUsable`. */
function description(url: string, isUsable: (value: unknown) => boolean = () => true): ModelFile {
  const check = (content: Uint8Array) => {
    const value = parseJson(new TextDecoder().decode(content));
    if (value === undefined) return "is not JSON";
    return isUsable(value) ? null : "does not describe a model compiled for web-llm";
  };
  return { url, bytes: null, scope: "webllm/model", form: "arraybuffer", check };
}

function library(url: string): ModelFile {
  const check = (content: Uint8Array) =>
    [0x00, 0x61, 0x73, 0x6d].every((byte, place) => content[place] === byte)
      ? null
      : "is not WebAssembly";
  return { url, bytes: null, scope: "webllm/wasm", form: "arraybuffer", check };
}

export function isTensorList(value: unknown): value is TensorList {
  if (typeof value !== "object" || value === null || !("records" in value)) return false;
  return (
    Array.isArray(value.records) &&
    value.records.length <= maxShards &&
    value.records.every(
      (record) =>
        typeof record?.dataPath === "string" &&
        Number.isInteger(record.nbytes) &&
        record.nbytes >= 0 &&
        record.nbytes <= maxShardBytes,
    )
  );
}

/** Returns the name of the tokenizer file that web-llm will request. */
function tokenizerOf(config: unknown): string | null {
  const files = (config as { tokenizer_files?: unknown } | null)?.tokenizer_files;
  if (!Array.isArray(files)) return null;
  return ["tokenizer.json", "tokenizer.model"].find((name) => files.includes(name)) ?? null;
}

function leadsElsewhere(folder: string): PagehoundError {
  return new PagehoundError(
    "download-failed",
    `The list of the model's files in ${folder} names a file outside that folder, and only that folder is read. Check modelBase, and that you trust the model there.`,
    { data: { url: folder } },
  );
}

function noLongerStored(id: string): PagehoundError {
  return new PagehoundError(
    "model-failed",
    `${id} is no longer completely stored on this device. Load the model again to download what is missing.`,
  );
}
