import type { ChosenDataSet } from "./data-set-choice.js";

/** What is stored about a run in addition to its records. */
export interface KeptRun {
  /** Names the log of its records. */
  readonly id: string;
  /** When it was started, as an ISO date. */
  readonly started: string;
  /** Name of the data set, and what distinguishes it from others of that name. */
  readonly dataSet: string;
  readonly fingerprint: string;
  /** What the person knows the data set as. */
  readonly label: string;
  /** Whether it is the site's own sample, which can be had again without picking files. */
  readonly sample: boolean;
  readonly strategies: readonly string[];
  /** Questions in total, and those of all strategies that have been run. */
  readonly questions: number;
  readonly done: number;
  readonly finished: boolean;
  /** Null: the library's maximum. */
  readonly calls: number | null;
  /** The model that answers, with the address it was connected by; never a key. */
  readonly model: {
    readonly id: string;
    readonly name: string;
    readonly url: string;
    readonly asked: string;
  } | null;
}

/** A run that begins now. */
export function newRun({
  chosen: { dataSet, fingerprint, label, sample },
  ...asked
}: Pick<KeptRun, "strategies" | "questions" | "calls" | "model"> & {
  readonly chosen: ChosenDataSet;
}): KeptRun {
  return {
    id: `run-${Date.now()}`,
    started: new Date().toISOString(),
    dataSet: dataSet.name,
    ...{ fingerprint, label, sample },
    ...asked,
    done: 0,
    finished: false,
  };
}

const place = "pagehound-evaluations";
/** How long a removal can be taken back. */
const undoTime = 10_000;

/** The runs that this browser remembers, the newest first. */
export class KeptRuns {
  runs: readonly KeptRun[];
  /** What was removed a moment ago. */
  removed: KeptRun | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #changed: () => void;
  readonly #forget: (run: KeptRun) => Promise<void>;

  /** `forget` deletes what else is kept of a run. */
  constructor(changed: () => void, forget: (run: KeptRun) => Promise<void>) {
    this.#changed = changed;
    this.#forget = forget;
    this.runs = read();
    addEventListener("pagehide", () => this.settle());
  }

  /** Remembers a run, or what has become of it. */
  keep(run: KeptRun): void {
    const known = this.runs.some(({ id }) => id === run.id);
    const runs = known
      ? this.runs.map((one) => (one.id === run.id ? run : one))
      : [run, ...this.runs];
    this.#write(runs);
  }

  /** Takes a run away; `undo` brings it back for ten seconds. */
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

  /** Permanently deletes what was removed. */
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
