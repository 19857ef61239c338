import type { LoadProgress } from "./load-progress.js";

/** Speed is that of the last so many milliseconds. */
const memory = 10_000;
/** No time left is told before so many milliseconds of download. */
const settling = 1000;
/** Milliseconds between two reports, so that they do not crowd out what they report on. */
const interval = 100;

/** Counts the bytes of a download and tells how long the rest will take. */
export class DownloadMeter {
  readonly #report: (progress: LoadProgress) => void;
  readonly #now: () => number;
  #loaded = 0;
  #total: number | null = null;
  /** Time and bytes from the network so far, the newest last. */
  #samples: { time: number; fetched: number }[] = [];
  #fetched = 0;
  #reported = Number.NEGATIVE_INFINITY;

  constructor(
    report: (progress: LoadProgress) => void,
    now: () => number = () => performance.now(),
  ) {
    this.#report = report;
    this.#now = now;
  }

  /** Bytes in all, once they are known. */
  setTotal(bytes: number): void {
    this.#total = bytes;
    this.report();
  }

  /** Bytes that were on the device already. */
  addStored(bytes: number): void {
    this.#loaded += bytes;
    this.#reportNow();
  }

  /** Bytes from the network; negative when they were lost. */
  addFetched(bytes: number): void {
    const time = this.#now();
    if (this.#samples.length === 0) this.#samples.push({ time, fetched: 0 });
    this.#loaded += bytes;
    this.#fetched += bytes;
    this.#samples.push({ time, fetched: this.#fetched });
    while ((this.#samples[1]?.time ?? time) < time - memory) this.#samples.shift();
    this.#reportNow();
  }

  get progress(): LoadProgress {
    return {
      phase: "download",
      loadedBytes: this.#loaded,
      totalBytes: this.#total,
      millisecondsLeft: this.#timeLeft(),
    };
  }

  /** Reports now, however short ago the last report was. */
  report(): void {
    this.#reported = this.#now();
    this.#report(this.progress);
  }

  #reportNow(): void {
    if (this.#now() - this.#reported >= interval) this.report();
  }

  #timeLeft(): number | null {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (!first || !last || this.#total === null) return null;
    const time = last.time - first.time;
    const bytes = last.fetched - first.fetched;
    if (time < settling || bytes <= 0) return null;
    return Math.max(0, Math.round(((this.#total - this.#loaded) * time) / bytes));
  }
}
