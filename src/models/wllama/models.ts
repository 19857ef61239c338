import { sha256 } from "@noble/hashes/sha2.js";
import { type downloadPace, hexadecimal, PagehoundError, slicer } from "../../core/index.js";
import { withFiles } from "../download/engine-files.js";
import { type FetchWords, fetchFile } from "../download/fetch-file.js";
import { FilesMeter, type LoadProgress } from "../download/load-progress.js";
import { Draft, ModelStore, type WllamaStoredFile } from "./model-store.js";

/** A GGUF model that is small enough for the CPU. */
export interface CpuModel {
  /** Name of its file, below an embedder's `modelBase`. */
  readonly file: string;
  readonly name: string;
  /** SPDX identifier of the licence of its weights. */
  readonly license: string;
  /** Public address of the file, in the version that the sizes and the hash belong to. */
  readonly url: string;
  /** SHA-256 of the file in hexadecimal, for `integrity`. */
  readonly sha256: string;
  /** The number of its parameters. */
  readonly parameters: number;
  /** Bytes to download. */
  readonly downloadBytes: number;
  /** Approximate bytes of memory at `contextLength`. */
  readonly memoryBytes: number;
  /** The context size it is run at: tokens of prompt and reply together. */
  readonly contextLength: number;
  readonly choosesTools: boolean;
}

const megabyte = 1e6;

/**
 * Models to offer without WebGPU, smallest first. Addresses, sizes, hashes and licences are from
 * their publishers; memory adds the context's keys and values at 16 bits and some space for the
 * engine.
 */
export const recommendedCpuModels: readonly CpuModel[] = [
  {
    file: "SmolLM2-135M-Instruct-Q4_K_M.gguf",
    name: "SmolLM2 135M",
    license: "Apache-2.0",
    url: published(
      "bartowski/SmolLM2-135M-Instruct-GGUF",
      "09816acd5d99df7be770d85ea30822623dab342c",
    ),
    sha256: "2e8040ceae7815abe0dcb3540b9995eaa1fa0d2ca9e797d0a635ae4433c68c2d",
    parameters: 0.135e9,
    downloadBytes: 105_454_432,
    memoryBytes: 300 * megabyte,
    contextLength: 4096,
    choosesTools: false,
  },
  {
    file: "smollm2-360m-instruct-q8_0.gguf",
    name: "SmolLM2 360M",
    license: "Apache-2.0",
    url: published(
      "HuggingFaceTB/SmolLM2-360M-Instruct-GGUF",
      "593b5a2e04c8f3e4ee880263f93e0bd2901ad47f",
    ),
    sha256: "48ab3034d0dd401fbc721eb1df3217902fee7dab9078992d66431f09b7750201",
    parameters: 0.36e9,
    downloadBytes: 386_404_992,
    memoryBytes: 650 * megabyte,
    contextLength: 4096,
    choosesTools: false,
  },
  {
    file: "qwen2.5-0.5b-instruct-q4_k_m.gguf",
    name: "Qwen2.5 0.5B",
    license: "Apache-2.0",
    url: published("Qwen/Qwen2.5-0.5B-Instruct-GGUF", "9217f5db79a29953eb74d5343926648285ec7e67"),
    sha256: "74a4da8c9fdbcd15bd1f6d01d621410d31c6fc00986f5eb687824e7b93d7a9db",
    parameters: 0.49e9,
    downloadBytes: 491_400_032,
    memoryBytes: 700 * megabyte,
    contextLength: 4096,
    choosesTools: false,
  },
  {
    file: "Qwen3-0.6B-Q8_0.gguf",
    name: "Qwen3 0.6B",
    license: "Apache-2.0",
    url: published("Qwen/Qwen3-0.6B-GGUF", "23749fefcc72300e3a2ad315e1317431b06b590a"),
    sha256: "9465e63a22add5354d9bb4b99e90117043c7124007664907259bd16d043bb031",
    parameters: 0.6e9,
    downloadBytes: 639_446_688,
    memoryBytes: 1250 * megabyte,
    contextLength: 4096,
    choosesTools: true,
  },
  {
    file: "qwen2.5-1.5b-instruct-q4_k_m.gguf",
    name: "Qwen2.5 1.5B",
    license: "Apache-2.0",
    url: published("Qwen/Qwen2.5-1.5B-Instruct-GGUF", "91cad51170dc346986eccefdc2dd33a9da36ead9"),
    sha256: "6a1a2eb6d15622bf3c96857206351ba97e1af16c30d7a74ee38970e434e9407e",
    parameters: 1.54e9,
    downloadBytes: 1_117_320_736,
    memoryBytes: 1500 * megabyte,
    contextLength: 4096,
    choosesTools: false,
  },
].map(({ url, ...model }) => ({ ...model, url: url + model.file }));

/** Folder of a repository in a fixed version, which can no longer change. */
function published(repository: string, revision: string): string {
  return `https://huggingface.co/${repository}/resolve/${revision}/`;
}

/** A model that is stored in this browser, at least in part. */
export interface StoredWllamaModel {
  /** Address it was loaded from; of its first file if it has several. */
  readonly url: string;
  /** Bytes that are stored. */
  readonly bytes: number;
  /** False while files are missing; loading it resumes where it stopped. */
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
 * Deletes all files of a stored model. A loaded one keeps answering until its engine ends. Throws
 * `invalid-argument` if it is not an address, `storage-failed`.
 */
export async function deleteWllamaModel(url: string): Promise<void> {
  const files = modelUrls(url);
  const store = await ModelStore.open();
  for (const file of files) await store?.delete(file);
}

/** Addresses of all files of a model: `…-00001-of-00003.gguf` stands for three. */
export function modelFileUrls(url: string): string[] {
  const [whole, number, count] = /-(\d{5})-of-(\d{5})\.gguf/.exec(url) ?? [];
  if (!whole || !number || !count) return [url];
  return Array.from({ length: Number(count) }, (_, index) =>
    url.replace(whole, `-${String(index + 1).padStart(5, "0")}-of-${count}.gguf`),
  );
}

/**
 * The same for an address that may be relative to the page. Throws `invalid-argument` for an
 * invalid one.
 */
export function modelUrls(address: string): string[] {
  if (!URL.canParse(address, location.href)) {
    throw new PagehoundError("invalid-argument", `"${address}" is no address of a GGUF file.`);
  }
  return modelFileUrls(new URL(address, location.href).href);
}

/** Where the files of a model come from and how to verify them. */
export interface FilesSource {
  readonly urls: readonly string[];
  /** SHA-256 of each file, or none at all. */
  readonly integrity: readonly string[];
  /** Null to store nothing. */
  readonly store: ModelStore | null;
}

export interface FilesRequest extends FilesSource {
  readonly signal: AbortSignal;
  onProgress(progress: LoadProgress): void;
}

/** All files of a model, one after the other. */
export async function downloadFiles(request: FilesRequest): Promise<Blob[]> {
  const { urls, integrity, store, signal, onProgress } = request;
  const sizes = urls.length > 1 ? await fileSizes(request) : [null];
  const meter = new FilesMeter<number>(onProgress);
  meter.expect(sizes.entries());
  const files: Blob[] = [];
  for (const [index, url] of urls.entries()) {
    const sha256 = integrity[index];
    const onBytes = (loaded: number, total: number | null) => meter.note(index, loaded, total);
    files.push(await downloadFile({ url, sha256: sha256, store, signal, onBytes }));
  }
  meter.report();
  return files;
}

/** All files of a model that was loaded before, from the store alone: nothing is fetched. */
export async function storedFiles(
  urls: readonly string[],
  integrity: readonly string[],
  store: ModelStore,
): Promise<Blob[]> {
  const files: Blob[] = [];
  for (const [index, url] of urls.entries()) {
    const file = await storedFile(store, url, integrity[index]);
    if (!file?.complete) {
      throw new PagehoundError(
        "model-failed",
        "The model's engine ended, and the model is no longer stored in this browser. Load the model again.",
        { data: { url } },
      );
    }
    files.push(new Blob([...file.parts]));
  }
  return files;
}

const sizeMilliseconds = 5000;

/**
 * Sizes of files as their servers report them, so that the total is known before the last download
 * starts.
 */
async function fileSizes(request: FilesRequest): Promise<(number | null)[]> {
  const { urls, store, signal } = request;
  const stop = AbortSignal.any([signal, AbortSignal.timeout(sizeMilliseconds)]);
  const sizes = urls.map(async (url) => {
    const known = (await store?.find(url))?.bytes;
    if (known) return known;
    const options = { method: "HEAD", signal: stop, referrerPolicy: "no-referrer" } as const;
    const response = await fetch(url, options).catch(() => null);
    const length = response?.ok ? response.headers.get("content-length") : null;
    return length === null ? null : Number(length);
  });
  return Promise.all(sizes);
}

interface FileRequest {
  readonly url: string;
  /** Expected SHA-256 of the file, in lower-case hexadecimal. */
  readonly sha256?: string | undefined;
  /** Null to store nothing. */
  readonly store: ModelStore | null;
  readonly signal: AbortSignal;
  /**
   * The timeouts.
   *
   * @defaultValue `downloadPace`
   */
  readonly pace?: typeof downloadPace | undefined;
  /**
   * The maximum size of the file in bytes.
   *
   * @defaultValue as many as an engine can hold
   */
  readonly maxBytes?: number | undefined;
  /** Called with the bytes received, and the total; null while that is unknown. */
  onBytes(loaded: number, total: number | null): void;
}

/** All the memory that an engine in wasm can have. */
const engineBytes = 2 ** 34;
/** The first bytes of every GGUF file. */
const mark = "GGUF";

/**
 * A file of a model, from the store if it is complete there. A download resumes where the last one
 * stopped if the server supports ranges, and is retried if the connection breaks.
 */
export async function downloadFile(request: FileRequest): Promise<Blob> {
  const { url, store, signal, onBytes } = request;
  if (!store) return receiveWhole(request, new Draft(url, null, null));
  // Another tab that needs the same file waits, and then finds it stored.
  return withFiles(url, signal, async (held) => {
    const stored = await storedFile(store, url, request.sha256);
    if (!stored?.complete) {
      return receiveWhole({ ...request, signal: held }, new Draft(url, store, stored));
    }
    onBytes(stored.bytes ?? 0, stored.bytes);
    return new Blob([...stored.parts]);
  });
}

/**
 * The stored part of a file. A complete one has the expected SHA-256, verified now or when it was
 * stored; one with another is deleted.
 */
async function storedFile(
  store: ModelStore,
  url: string,
  expected: string | undefined,
): Promise<WllamaStoredFile | null> {
  const stored = await store.find(url);
  if (!stored?.complete || expected === undefined || stored.sha256 === expected) return stored;
  if ((await sha256OfFile(new Blob([...stored.parts]))) !== expected) {
    await store.delete(url);
    return null;
  }
  await store.note({ ...stored, sha256: expected });
  return stored;
}

const words: FetchWords = {
  owner: "any model that can be run here",
  check: "Check the address of the model.",
  kept: "it goes on where it stopped",
};

async function receiveWhole(request: FileRequest, draft: Draft): Promise<Blob> {
  const { url, sha256, signal, pace, maxBytes = engineBytes, onBytes } = request;
  const check = async () => {
    if (sha256 === undefined || (await sha256OfFile(new Blob(draft.parts), signal)) === sha256)
      return null;
    return { what: "is not the one expected: its SHA-256 differs", passes: true };
  };
  // All of it was received before, although that was not recorded any more.
  if (!draft.whole || (await check())) {
    if (draft.whole) await draft.clear();
    const begins = (start: Uint8Array) => (isGguf(start) ? null : "is no GGUF file");
    await fetchFile({ url, draft, words, signal, maxBytes, pace, begins, check, onBytes });
  }
  await draft.finish(sha256 ?? null);
  return new Blob(draft.parts);
}

function isGguf(start: Uint8Array): boolean {
  return new TextDecoder().decode(start.subarray(0, mark.length)) === mark;
}

/** Bytes between two checks of the clock: a few milliseconds of work. */
const hashedAtOnce = 2 ** 18;

/**
 * SHA-256 of a file in lower-case hexadecimal, computed in pieces, so that the file may be larger
 * than memory. Yields to other tasks in between. Throws `storage-failed` if the file cannot be
 * read, or the signal's reason.
 */
export async function sha256OfFile(
  file: Blob,
  signal: AbortSignal = new AbortController().signal,
): Promise<string> {
  const hash = sha256.create();
  const turn = slicer(signal);
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return hexadecimal(hash.digest());
      for (let at = 0; at < value.length; at += hashedAtOnce) {
        hash.update(value.subarray(at, at + hashedAtOnce));
        await turn();
      }
    }
  } catch (cause) {
    signal.throwIfAborted();
    throw new PagehoundError(
      "storage-failed",
      "The model's file could not be read to check its SHA-256. Delete the model and load it again.",
      { cause },
    );
  } finally {
    await reader.cancel().catch(() => {});
  }
}
