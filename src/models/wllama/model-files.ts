import { PagehoundError } from "../../core/errors.js";
import { FilesMeter, type LoadProgress } from "../download/load-progress.js";
import { downloadFile, storedFile } from "./download-file.js";
import type { ModelStore } from "./model-store.js";

/** Addresses of all files of a model: `…-00001-of-00003.gguf` stands for three. */
export function modelFileUrls(url: string): string[] {
  const [whole, number, count] = /-(\d{5})-of-(\d{5})\.gguf/.exec(url) ?? [];
  if (!whole || !number || !count) return [url];
  return Array.from({ length: Number(count) }, (_, index) =>
    url.replace(whole, `-${String(index + 1).padStart(5, "0")}-of-${count}.gguf`),
  );
}

/** The same for an address that may be relative to the page. Throws `invalid-argument` for what is none. */
export function modelUrls(address: string): string[] {
  if (!URL.canParse(address, location.href)) {
    throw new PagehoundError("invalid-argument", `"${address}" is no address of a GGUF file.`);
  }
  return modelFileUrls(new URL(address, location.href).href);
}

/** Where the files of a model come from and what they must be. */
export interface FilesSource {
  readonly urls: readonly string[];
  /** SHA-256 of each file, or none at all. */
  readonly integrity: readonly string[];
  /** Null to keep nothing. */
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

/** Sizes of files as their servers tell them, so that the sum is known before the last has begun. */
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
