import { DownloadMeter } from "../download-meter.js";
import type { LoadProgress } from "../load-progress.js";

interface FileProgress {
  loaded: number;
  /** Null while nobody has said. */
  total: number | null;
  begun: boolean;
}

/** Adds up the bytes of a model's files, of which each is told by how much of it is here. */
export class FilesMeter {
  readonly #meter: DownloadMeter;
  readonly #files: readonly FileProgress[];
  #total: number | null = null;

  constructor(
    sizes: readonly (number | null)[],
    report: (progress: LoadProgress) => void,
    now?: () => number,
  ) {
    this.#files = sizes.map((total) => ({ loaded: 0, total, begun: false }));
    this.#meter = new DownloadMeter((progress) => {
      const { loadedBytes, totalBytes } = progress;
      // A server that compresses announces fewer bytes than come.
      const total = totalBytes === null ? null : Math.max(totalBytes, loadedBytes);
      report({ ...progress, totalBytes: total });
    }, now);
  }

  note(index: number, loaded: number, total: number | null): void {
    const file = this.#files[index];
    if (!file) return;
    file.total = total ?? file.total;
    this.#addUp();
    const more = loaded - file.loaded;
    // The first note of a file tells what was there before; only what follows was fetched.
    if (file.begun) this.#meter.addFetched(more);
    else this.#meter.addStored(more);
    file.begun = true;
    file.loaded = loaded;
  }

  /** Reports the end of the download. */
  finish(): void {
    this.#meter.report();
  }

  #addUp(): void {
    let sum = 0;
    for (const { total } of this.#files) {
      if (total === null) return;
      sum += total;
    }
    if (sum !== this.#total) this.#meter.setTotal(sum);
    this.#total = sum;
  }
}
