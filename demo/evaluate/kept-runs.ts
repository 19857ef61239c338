import type { ChosenDataSet } from "./data-set-choice.js";

/** The data that is stored about a run in addition to its records. */
export interface KeptRun {
  /** The name of the log with its records. */
  readonly id: string;
  /** When it was started, as an ISO date. */
  readonly started: string;
  /**
   * Name of the data set, and a fingerprint that distinguishes it from data sets of the same name.
   */
  readonly dataSet: string;
  readonly fingerprint: string;
  /** The display name of the data set. */
  readonly label: string;
  /** Whether it is the site's own sample, which is available without picking files. */
  readonly sample: boolean;
  readonly strategies: readonly string[];
  /** Questions in total, and those of all strategies that have been run. */
  readonly questions: number;
  readonly done: number;
  readonly finished: boolean;
  /** Null for the library's default. */
  readonly calls: number | null;
  /** The model that answers, with its server's address; never a key. */
  readonly model: {
    readonly id: string;
    readonly name: string;
    readonly url: string;
    readonly asked: string;
  } | null;
}

/** A run that starts now. */
export function newRun({
  chosen: { dataSet, fingerprint, label, sample },
  ...rest
}: Pick<KeptRun, "strategies" | "questions" | "calls" | "model"> & {
  readonly chosen: ChosenDataSet;
}): KeptRun {
  return {
    id: `run-${Date.now()}`,
    started: new Date().toISOString(),
    dataSet: dataSet.name,
    ...{ fingerprint, label, sample },
    ...rest,
    done: 0,
    finished: false,
  };
}

const place = "pagehound-evaluations";
/** Milliseconds during which a removal can be undone. */
const undoTime = 10_000;

/** The runs that this browser remembers, the newest first. */
export class KeptRuns {
  runs: readonly KeptRun[];
  /** The run that was removed a moment ago. */
  removed: KeptRun | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #changed: () => void;
  readonly #forget: (run: KeptRun) => Promise<void>;

  /** `forget` deletes everything else that is stored for a run. */
  constructor(changed: () => void, forget: (run: KeptRun) => Promise<void>) {
    this.#changed = changed;
    this.#forget = forget;
    this.runs = read();
    addEventListener("pagehide", () => this.settle());
  }

  /** Stores a run, or its new state. */
  keep(run: KeptRun): void {
    const known = this.runs.some(({ id }) => id === run.id);
    const runs = known
      ? this.runs.map((one) => (one.id === run.id ? run : one))
      : [run, ...this.runs];
    this.#write(runs);
  }

  /** Removes a run; `undo` brings it back for ten seconds. */
  remove(run: KeptRun): void {
    this.settle();
    this.removed = run;
    this.#write(this.runs.filter(({ id }) => id !== run.id));
    this.#timer = setTimeout(() => this.settle(), undoTime);
  }

  undo(): void {
    clearTimeout(this.#timer);
    const { removed } = this;
    this.removed = null;
    if (removed) this.#write([removed, ...this.runs].sort((a, b) => compare(b, a)));
  }

  /** Permanently deletes the removed run. */
  settle(): void {
    clearTimeout(this.#timer);
    const { removed } = this;
    this.removed = null;
    if (removed) void this.#forget(removed).catch(() => undefined);
    this.#changed();
  }

  #write(runs: readonly KeptRun[]): void {
    this.runs = runs;
    try {
      localStorage.setItem(place, JSON.stringify(runs));
    } catch {
      // Without storage the run continues, but cannot be found again.
    }
    this.#changed();
  }
}

function compare(a: KeptRun, b: KeptRun): number {
  return a.started < b.started ? -1 : 1;
}

function read(): KeptRun[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
