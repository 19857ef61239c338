import type { LoadProgress } from "../load-progress.js";
import { downloadFile } from "./download-file.js";
import type { ModelStore } from "./model-store.js";

/** Addresses of all files of a model: `…-00001-of-00003.gguf` stands for three. */
export function modelFileUrls(url: string): string[] {
  const [whole, number, count] = /-(\d{5})-of-(\d{5})\.gguf/.exec(url) ?? [];
  if (!whole || !number || !count) return [url];
  return Array.from({ length: Number(count) }, (_, index) =>
    url.replace(whole, `-${String(index + 1).padStart(5, "0")}-of-${count}.gguf`),
  );
}

export interface FilesRequest {
  readonly urls: readonly string[];
  readonly integrity: readonly string[];
  readonly store: ModelStore | null;
  readonly signal: AbortSignal;
  onProgress(progress: LoadProgress): void;
}

/** All files of a model, one after the other. */
export async function downloadFiles(request: FilesRequest): Promise<Blob[]> {
  const { urls, integrity, store, signal, onProgress } = request;
  const meter = new Meter(urls.length, onProgress);
  if (urls.length > 1) meter.expect(await fileSizes(urls, signal));
  const files: Blob[] = [];
  for (const [index, url] of urls.entries()) {
    const sha256 = integrity[index];
    const onBytes = (loaded: number, total: number | null) => meter.note(index, loaded, total);
    files.push(await downloadFile({ url, sha256, store, signal, onBytes }));
  }
  return files;
}

/** Sizes of files as their servers tell them, so that the sum is known before the last has begun. */
async function fileSizes(urls: readonly string[], signal: AbortSignal): Promise<(number | null)[]> {
  const stop = AbortSignal.any([signal, AbortSignal.timeout(sizeMilliseconds)]);
  const sizes = urls.map(async (url) => {
    const response = await fetch(url, { method: "HEAD", signal: stop }).catch(() => null);
    const length = response?.ok ? response.headers.get("content-length") : null;
    return length === null ? null : Number(length);
  });
  return Promise.all(sizes);
}

const sizeMilliseconds = 5000;
const reportMilliseconds = 100;
/** Before that the speed says little. */
const settledMilliseconds = 2000;

/** Adds up the bytes of several files, and tells the time left from the speed since the first came. */
class Meter {
  readonly #files: { loaded: number; total: number | null; begun: boolean }[];
  readonly #report: (progress: LoadProgress) => void;
  #startedAt = 0;
  #fetched = 0;
  #reportedAt = -Infinity;

  constructor(files: number, report: (progress: LoadProgress) => void) {
    this.#files = Array.from({ length: files }, () => ({ loaded: 0, total: null, begun: false }));
    this.#report = report;
  }

  expect(sizes: readonly (number | null)[]): void {
    for (const [index, file] of this.#files.entries()) file.total = sizes[index] ?? null;
  }

  note(index: number, loaded: number, total: number | null): void {
    const file = this.#files[index];
    if (!file) return;
    // The first note of a file tells what was there before; only what follows was fetched.
    if (file.begun) {
      this.#startedAt ||= performance.now();
      this.#fetched += Math.max(0, loaded - file.loaded);
    }
    file.begun = true;
    file.loaded = loaded;
    file.total = total ?? file.total;
    const now = performance.now();
    if (loaded !== total && now - this.#reportedAt < reportMilliseconds) return;
    this.#reportedAt = now;
    this.#report(this.#progress(now));
  }

  #progress(now: number): LoadProgress {
    const loadedBytes = this.#files.reduce((sum, { loaded }) => sum + loaded, 0);
    const totals = this.#files.map(({ total }) => total);
    const totalBytes = totals.includes(null)
      ? null
      : totals.reduce<number>((sum, total) => sum + (total ?? 0), 0);
    const elapsed = now - this.#startedAt;
    const known = totalBytes !== null && this.#fetched > 0 && elapsed > settledMilliseconds;
    const millisecondsLeft = known ? ((totalBytes - loadedBytes) * elapsed) / this.#fetched : null;
    return { phase: "download", loadedBytes, totalBytes, millisecondsLeft };
  }
}
