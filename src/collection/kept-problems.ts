import type { IngestProblem } from "../core/ingest.js";
import type { Announcements } from "./announcements.js";

/** How long a job waits to be tried again, at first; each time twice as long … */
const firstWait = 5_000;
/** … but no longer than this. */
const longestWait = 600_000;

/** What is known of a job that could not be done. */
interface KeptProblem {
  /** Null when it is being tried again. */
  problem: IngestProblem | null;
  /** How often it could not be done. */
  times: number;
  /** When it is to be tried again without being asked for. */
  until: number;
}

/**
 * The problems of jobs that are kept, as they were told. The database says the same, but for those
 * that it had no room for: there these jobs wait for their turn, here it is known that they would
 * come to nothing.
 */
export class KeptProblems {
  readonly #known = new Map<number, KeptProblem>();

  constructor(announcements: Announcements) {
    announcements.listen((change, job) => {
      if (job === null) return;
      const isEnd = change.type === "document-ready" || change.type === "document-cancelled";
      if (change.type === "document-refused" && change.kept) this.#keep(job, change);
      else if (isEnd || change.type === "document-refused") this.#known.delete(job);
      else this.release([job]);
    });
  }

  /** What a job waits for, or null. */
  of(job: number): IngestProblem | null {
    return this.#known.get(job)?.problem ?? null;
  }

  /** Milliseconds until a job is to be tried again; 0 when it can be tried at any time. */
  wait(job: number): number {
    const known = this.#known.get(job);
    return known?.problem ? Math.max(0, known.until - performance.now()) : 0;
  }

  /** These jobs, or all, are to be tried again: they may fare better now. */
  release(jobs: Iterable<number> | null): void {
    for (const job of jobs ?? this.#known.keys()) {
      const known = this.#known.get(job);
      if (known) known.problem = null;
    }
  }

  /** Jobs about which something is known. */
  jobs(): number[] {
    return [...this.#known.keys()];
  }

  /** Forgets jobs that are no more, or all. */
  forget(jobs: Iterable<number> | null): void {
    if (jobs === null) this.#known.clear();
    else for (const job of jobs) this.#known.delete(job);
  }

  #keep(job: number, { code, message }: IngestProblem): void {
    const times = (this.#known.get(job)?.times ?? 0) + 1;
    const wait = Math.min(longestWait, firstWait * 2 ** (times - 1));
    this.#known.set(job, { problem: { code, message }, times, until: performance.now() + wait });
  }
}
