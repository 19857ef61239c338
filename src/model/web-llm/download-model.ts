import type { CallOptions } from "../../core/call-options.js";
import { PagehoundError } from "../../core/errors.js";
import type { LoadProgress } from "../load-progress.js";
import { DownloadMeter } from "./download-meter.js";
import type { EngineModel } from "./engine-api.js";
import { fetchFile, type RemoteFile } from "./fetch-file.js";
import type { FileStore, StoredForm, StoreScope } from "./file-store.js";

/** A file of a model, and where it is kept. */
interface ModelFile extends RemoteFile {
  readonly scope: StoreScope;
  readonly form: StoredForm;
}

/** The list of a model's shards, as far as it is needed. */
interface TensorList {
  readonly records: readonly { readonly dataPath: string; readonly nbytes: number }[];
}

/** As many as web-llm fetches at a time. */
const lanes = 4;

/**
 * Brings a model's files onto the device, into the store that web-llm reads, so that web-llm itself
 * fetches nothing: its own downloader counts whole shards only, takes whatever a server sends, and
 * gives up at the first fault.
 *
 * Files that are stored whole are not fetched again, so a download that was stopped goes on where it
 * was, give or take the shards under way; stored shards of the wrong size are fetched anew. Returns the
 * bytes of the shards. `totalBytes` is exact once the list of shards is there, and null before.
 * Throws `download-failed`, `storage-full`, or the signal's reason.
 */
export async function downloadModel(
  model: EngineModel,
  store: FileStore,
  { signal, onProgress }: CallOptions<LoadProgress> = {},
  pause?: number,
): Promise<number> {
  const meter = new DownloadMeter((progress) => onProgress?.(progress));
  meter.report();
  // One file that cannot be had stops the others under way.
  const failed = new AbortController();
  const stop = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;

  async function bring(file: ModelFile): Promise<void> {
    stop.throwIfAborted();
    const stored = await store.size(file.scope, file.url);
    if (stored !== null && (file.bytes === null || stored === file.bytes)) {
      meter.addStored(stored);
      return;
    }
    const onBytes = (bytes: number) => meter.addFetched(bytes);
    const content = await fetchFile(file, { signal: stop, onBytes, pause });
    stop.throwIfAborted();
    await keep(store, file, content);
  }

  async function bringJson(file: ModelFile): Promise<unknown> {
    await bring(file);
    const content = await store.read(file.scope, file.url);
    return content ? parseJson(content) : undefined;
  }

  const at = (path: string) => new URL(path, model.folder).href;
  const config = await bringJson({ ...json(at("mlc-chat-config.json")), scope: "webllm/config" });
  const list = await bringJson({ ...json(at("tensor-cache.json")), form: "json" });
  if (!isTensorList(list)) throw notAModel(at("tensor-cache.json"));
  const tokenizer = tokenizerOf(config);
  if (tokenizer === null) throw notAModel(at("mlc-chat-config.json"));
  await bring(blob(at(tokenizer)));
  // web-llm never looks for libraries from "localhost" in its store; they are only checked here.
  await bring(library(model.library));

  const shards = list.records.map(({ dataPath, nbytes }) => blob(at(dataPath), nbytes));
  const weights = list.records.reduce((sum, { nbytes }) => sum + nbytes, 0);
  meter.setTotal(meter.progress.loadedBytes + weights);
  await inLanes(shards, bring, failed);
  meter.report();
  return weights;
}

/** Works through a list in a few lanes at a time; the first failure aborts `failed` and is thrown. */
async function inLanes<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  failed: AbortController,
): Promise<void> {
  const queue = items.values();
  const lane = async () => {
    // The lanes share one iterator: each takes the next item.
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

async function keep(
  store: FileStore,
  { scope, url, form }: ModelFile,
  content: Uint8Array<ArrayBuffer>,
): Promise<void> {
  try {
    await store.write(scope, url, content, form);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "QuotaExceededError") {
      const message =
        "The browser's storage is full, so the model cannot be kept. Delete other models or free some disk space, and try again: what is complete is kept.";
      throw new PagehoundError("storage-full", message, { cause });
    }
    const message = `The browser's storage refused a file of the model (${String(cause)}). Try another cacheBackend.`;
    throw new PagehoundError("storage-failed", message, { cause });
  }
}

function blob(url: string, bytes: number | null = null): ModelFile {
  return {
    url,
    bytes,
    scope: "webllm/model",
    form: "arraybuffer",
    check: (content) => page(content),
  };
}

function json(url: string): ModelFile {
  const check = (content: Uint8Array) => (parseJson(content) === undefined ? "is not JSON" : null);
  return { url, bytes: null, scope: "webllm/model", form: "arraybuffer", check };
}

function library(url: string): ModelFile {
  const check = (content: Uint8Array) =>
    [0x00, 0x61, 0x73, 0x6d].every((byte, place) => content[place] === byte)
      ? null
      : "is not WebAssembly";
  return { url, bytes: null, scope: "webllm/wasm", form: "arraybuffer", check };
}

/** Many servers answer with a page, and 200, for what they do not have. */
function page(content: Uint8Array): string | null {
  const start = new TextDecoder().decode(content.subarray(0, 64)).trimStart().toLowerCase();
  return start.startsWith("<!doctype") || start.startsWith("<html") ? "is a web page" : null;
}

function parseJson(content: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(content));
  } catch {
    return undefined;
  }
}

function isTensorList(value: unknown): value is TensorList {
  if (typeof value !== "object" || value === null || !("records" in value)) return false;
  return (
    Array.isArray(value.records) &&
    value.records.every((record) => {
      return typeof record?.dataPath === "string" && Number.isSafeInteger(record.nbytes);
    })
  );
}

/** The file that web-llm will ask for. */
function tokenizerOf(config: unknown): string | null {
  const files = (config as { tokenizer_files?: unknown } | null)?.tokenizer_files;
  if (!Array.isArray(files)) return null;
  return ["tokenizer.json", "tokenizer.model"].find((name) => files.includes(name)) ?? null;
}

function notAModel(url: string): PagehoundError {
  return new PagehoundError(
    "download-failed",
    `A file of the model cannot be used: ${url} does not describe a model compiled for web-llm. Check modelBase.`,
    { data: { url } },
  );
}
