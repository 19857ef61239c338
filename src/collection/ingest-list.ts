import type { IngestFile, IngestList } from "../core/ingest.js";
import type { StoredJob } from "../store/schema.js";
import type { Store } from "../store/store.js";
import type { Announcements } from "./announcements.js";
import type { KeptProblems } from "./kept-problems.js";

/** How far the reading of a job is, as it was last told. */
interface JobProgress {
  readonly state: "waiting" | "reading" | "indexing";
  readonly done: number;
  readonly total: number;
}

/** The list of the files that are no documents, or not yet: what the database says, and what was told. */
export class IngestLister {
  readonly #store: Store<unknown>;
  readonly #problems: KeptProblems;
  readonly #progress = new Map<number, JobProgress>();

  constructor(store: Store<unknown>, announcements: Announcements, problems: KeptProblems) {
    this.#store = store;
    this.#problems = problems;
    announcements.listen((change, job) => {
      if (job === null) return;
      const { done, total } = this.#progress.get(job) ?? { done: 0, total: 0 };
      if (change.type === "document-started") {
        const { done, pages: total } = change;
        this.#progress.set(job, { state: "reading", done, total });
      } else if (change.type === "document-progress") {
        this.#progress.set(job, { state: "reading", done: change.done, total: change.total });
      } else if (change.type === "document-indexing") {
        this.#progress.set(job, { state: "indexing", done, total });
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
    // Not every end is told: with a document that is removed, its renewal goes.
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
    const known = told ?? { state: "waiting", done: await this.#staged(job), total: 0 };
    // The reader stops when it is paused, and has no reason to tell of it again.
    const state = paused && known.state === "reading" ? "waiting" : known.state;
    const queued = kept ? "held" : state;
    return {
      path,
      size,
      state: job.state === "queued" ? queued : job.state,
      done: known.done,
      total: known.total,
      problem: kept ?? job.problem,
      renews,
    };
  }

  /** How many pages an interrupted reading has left. */
  async #staged({ state, reader, content }: StoredJob): Promise<number> {
    if (state === "refused" || !reader) return 0;
    return (await this.#store.stagedPages(content)).length;
  }
}
