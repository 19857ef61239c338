/** Progress of loading a model. */
export interface LoadProgress {
  /**
   * - `download`: files come from the network or, when they are stored already, from the device.
   * - `prepare`: the engine takes them into memory and compiles what it needs.
   * - `check`: a first token is asked for, since only then is it certain that the model works.
   */
  readonly phase: "download" | "prepare" | "check";
  /** Bytes that are here, of `totalBytes`; both 0 while nothing is known. */
  readonly loadedBytes: number;
  /** Bytes in all; null when nobody says. */
  readonly totalBytes: number | null;
  /** Milliseconds still to wait for the download, from its speed so far; null while it cannot be told. */
  readonly millisecondsLeft: number | null;
}

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

interface FileProgress {
  loaded: number;
  /** Null while nobody has said. */
  total: number | null;
  begun: boolean;
}

/** Adds up the bytes of a model's files, of which each is told by how much of it is here. */
export class FilesMeter<Key> {
  readonly #meter: DownloadMeter;
  readonly #files = new Map<Key, FileProgress>();
  /** Whether all files are named, so that there is a sum. */
  #named = false;
  #total: number | null = null;

  constructor(report: (progress: LoadProgress) => void, now?: () => number) {
    this.#meter = new DownloadMeter((progress) => {
      const { loadedBytes, totalBytes } = progress;
      // A server that compresses announces fewer bytes than come.
      const total = totalBytes === null ? null : Math.max(totalBytes, loadedBytes);
      report({ ...progress, totalBytes: total });
    }, now);
  }

  /** Names all files that are still to come, with their sizes where these are known. */
  expect(files: Iterable<readonly [Key, number | null]>): void {
    for (const [key, total] of files) this.#file(key).total ??= total;
    this.#named = true;
  }

  /**
   * How much of a file is here, of how much; less than before when it begins anew. What is told of it
   * first was there before; only what follows was fetched.
   */
  note(key: Key, loaded: number, total: number | null): void {
    const file = this.#file(key);
    file.total = total ?? file.total;
    this.#addUp();
    const more = loaded - file.loaded;
    if (file.begun) this.#meter.addFetched(more);
    else this.#meter.addStored(more);
    file.begun = true;
    file.loaded = loaded;
  }

  /** Reports now, however short ago the last report was. */
  report(): void {
    this.#meter.report();
  }

  #file(key: Key): FileProgress {
    const file = this.#files.get(key) ?? { loaded: 0, total: null, begun: false };
    this.#files.set(key, file);
    return file;
  }

  #addUp(): void {
    if (!this.#named) return;
    let sum = 0;
    for (const { total } of this.#files.values()) {
      if (total === null) return;
      sum += total;
    }
    if (sum !== this.#total) this.#meter.setTotal(sum);
    this.#total = sum;
  }
}
