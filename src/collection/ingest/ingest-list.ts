import type { IngestFile, IngestList, IngestProblem } from "../../core/ingest.js";
import type { StoredJob } from "../../store/schema.js";
import type { Store } from "../../store/store.js";
import type { EventBus } from "../sync/event-bus.js";

/** How far the reading of a job is, as it was last told. */
interface JobProgress {
  readonly state: "waiting" | "reading" | "indexing";
  readonly done: number;
  readonly total: number;
  readonly opened?: number;
  readonly indexed?: number;
}

/** The list of the files that are no documents, or not yet: what the database says, and what was told. */
export class IngestLister {
  readonly #store: Store<unknown>;
  readonly #problems: KeptProblems;
  readonly #progress = new Map<number, JobProgress>();

  constructor(store: Store<unknown>, events: EventBus, problems: KeptProblems) {
    this.#store = store;
    this.#problems = problems;
    events.listen((change, job) => {
      if (job === null) return;
      const { done, total } = this.#progress.get(job) ?? { done: 0, total: 0 };
      if (change.type === "document-opening") {
        this.#progress.set(job, { state: "reading", done, total, opened: change.share });
      } else if (change.type === "document-started") {
        const { done, pages: total } = change;
        this.#progress.set(job, { state: "reading", done, total });
      } else if (change.type === "document-progress") {
        this.#progress.set(job, { state: "reading", done: change.done, total: change.total });
      } else if (change.type === "document-indexing") {
        const { share } = change;
        const far = share === undefined ? {} : { indexed: share };
        this.#progress.set(job, { state: "indexing", done, total, ...far });
      } else if (change.type === "document-waiting") {
        if (total > 0) this.#progress.set(job, { state: "waiting", done, total });
      } else this.#progress.delete(job);
    });
  }

  /** Another tab reads: what its predecessor told does not hold any more. */
  forget(): void {
    this.#progress.clear();
    this.#problems.forget(null);
  }

  /** @param here whether this tab does the reading */
  async list(here: boolean): Promise<IngestList> {
    const { jobs } = this.#store;
    const told = [...this.#progress.keys(), ...this.#problems.jobs()];
    const [stored, paused] = await Promise.all([jobs.all(), jobs.paused()]);
    const there = new Set(stored.map(({ ordinal }) => ordinal));
    // Not every end is told: with a document that is removed, its reindexing goes.
    const gone = told.filter((ordinal) => !there.has(ordinal));
    for (const ordinal of gone) this.#progress.delete(ordinal);
    this.#problems.forget(gone);
    const files = await Promise.all(stored.map((job) => this.#describe(job, paused)));
    return { paused, files, here };
  }

  async #describe(job: StoredJob, paused: boolean): Promise<IngestFile> {
    const { path, size, renews } = job;
    const kept = job.state === "queued" ? this.#problems.of(job.ordinal) : null;
    const told = this.#progress.get(job.ordinal);
    const known: JobProgress = told ?? {
      state: "waiting",
      done: await this.#staged(job),
      total: 0,
    };
    // The reader stops when it is paused, and has no reason to tell of it again.
    const state = paused && known.state === "reading" ? "waiting" : known.state;
    const queued = kept ? "held" : state;
    return {
      path,
      size,
      state: job.state === "queued" ? queued : job.state,
      done: known.done,
      total: known.total,
      ...(known.opened === undefined ? {} : { opened: known.opened }),
      ...(known.indexed === undefined ? {} : { indexed: known.indexed }),
      problem: kept ?? job.problem,
      renews,
    };
  }

  /** How many pages an interrupted reading has left. */
  async #staged({ state, reader, content }: StoredJob): Promise<number> {
    if (state === "refused" || !reader) return 0;
    return (await this.#store.contents.stagedPages(content)).length;
  }
}

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

  constructor(events: EventBus) {
    events.listen((change, job) => {
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
