import { DownloadMeter } from "../../model/download-meter.js";
import type { LoadProgress } from "../../model/load-progress.js";

interface FileProgress {
  loaded: number;
  /** Null while nobody has said. */
  total: number | null;
}

/** Adds up the bytes of a model's files, which come at the same time. */
export class FilesMeter {
  readonly #meter: DownloadMeter;
  readonly #files = new Map<string, FileProgress>();
  #complete = false;
  #total: number | null = null;

  constructor(report: (progress: LoadProgress) => void) {
    this.#meter = new DownloadMeter((progress) => {
      const { loadedBytes, totalBytes } = progress;
      // A server that compresses announces fewer bytes than come.
      const total = totalBytes === null ? null : Math.max(totalBytes, loadedBytes);
      report({ ...progress, totalBytes: total });
    });
  }

  /** Names the files that are still to come: the sum is known when all of them have said their size. */
  expect(paths: readonly string[]): void {
    for (const path of paths) this.#file(path);
    this.#complete = true;
  }

  /** A file that was on the device already. */
  addStored(path: string, bytes: number): void {
    Object.assign(this.#file(path), { loaded: bytes, total: bytes });
    this.#addUp();
    this.#meter.addStored(bytes);
  }

  /** How much of a file has come, of how much; less than before when it begins anew. */
  note(path: string, loaded: number, total: number | null): void {
    const file = this.#file(path);
    const more = loaded - file.loaded;
    file.loaded = loaded;
    file.total = total ?? file.total;
    this.#addUp();
    this.#meter.addFetched(more);
  }

  /** Reports now, however short ago the last report was. */
  report(): void {
    this.#meter.report();
  }

  #file(path: string): FileProgress {
    const file = this.#files.get(path) ?? { loaded: 0, total: null };
    this.#files.set(path, file);
    return file;
  }

  #addUp(): void {
    if (!this.#complete) return;
    let sum = 0;
    for (const { total } of this.#files.values()) {
      if (total === null) return;
      sum += total;
    }
    if (sum !== this.#total) this.#meter.setTotal(sum);
    this.#total = sum;
  }
}
