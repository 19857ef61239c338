import { PagehoundError } from "../../core/errors.js";
import type {
  CollectionChange,
  IngestEvent,
  IngestFile,
  IngestList,
  IngestProblem,
} from "../../core/ingest.js";
import { folderName } from "../../core/paths.js";
import type { StoredJob } from "../../store/schema.js";
import type { Store } from "../../store/store.js";
import { lostError } from "../../store/transaction.js";
import { type EventBus, isEnd, type JobEvent } from "../sync/tabs.js";

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

/** A job that is followed. */
export interface FollowedJob {
  readonly path: string;
  /** How many of the files that were added it stands for. */
  readonly count: number;
  /** Whether it was made for one of them. */
  readonly isOurs: boolean;
}

/**
 * Follows the jobs of one call of `add` until each has ended, whichever tab reads them. Every file
 * that was added is told of its end, also when two are one job.
 */
export class JobFollower {
  readonly #emit: (event: IngestEvent) => void;
  readonly #ignore: () => void;
  readonly #files = new Map<number, FollowedJob>();
  /** The paths of all that were ever followed, and whether they were made for a file that was added. */
  readonly #paths = new Map<string, boolean>();
  /** What was told of jobs while a file was being taken in, which may turn out to be of its job. */
  #early: [job: number, event: JobEvent][] | null = null;
  /** Told when all have ended, or never will. */
  #settle = (): void => {};
  /** Why they never will. */
  #lost: PagehoundError | null = null;

  constructor(events: EventBus, emit: (event: IngestEvent) => void) {
    this.#emit = emit;
    this.#ignore = events.listen((change, job) => this.#hear(change, job));
  }

  /** The jobs that have not ended. */
  get files(): ReadonlyMap<number, FollowedJob> {
    return this.#files;
  }

  /** A file is being taken in: what is told from now on is remembered until `follow` or `passOver`. */
  prepare(): void {
    this.#early = [];
  }

  /** Nothing came of the file, or nothing that is to be followed. */
  passOver(): void {
    this.#early = null;
  }

  /** Follows a job, with what was told of it since `prepare`; `isNew`: it was made for this file. */
  follow({ ordinal, path }: StoredJob, isNew: boolean): void {
    const known = this.#files.get(ordinal);
    const count = (known?.count ?? 0) + 1;
    const isOurs = isNew || (known?.isOurs ?? false);
    this.#files.set(ordinal, { path, count, isOurs });
    this.#paths.set(path, isOurs);
    const early = this.#early ?? [];
    this.#early = null;
    for (const [job, event] of early) if (job === ordinal) this.#hear(event, job);
  }

  /** Waits until all jobs have ended. Throws `outdated` when newer code has taken the database over, `storage-failed` when it is gone. */
  async ended(): Promise<void> {
    if (this.#files.size > 0 && !this.#lost) {
      await new Promise<void>((resolve) => {
        this.#settle = resolve;
      });
    }
    if (this.#lost) throw this.#lost;
  }

  /** Hears no more. */
  close(): void {
    this.#ignore();
    this.#early = null;
  }

  #hear(change: CollectionChange, job: number | null): void {
    if (change.type === "outdated" || change.type === "storage-lost") {
      this.#lost =
        change.type === "outdated"
          ? new PagehoundError("outdated", outdatedMessage)
          : lostError(null);
      this.#settle();
    }
    if (job === null || !isIngestEvent(change)) return;
    const files = this.#files.get(job) ?? this.#attached(change, job);
    if (!files) {
      this.#early?.push([job, change]);
      return;
    }
    this.#emit(change);
    if (!isEnd(change)) return;
    // Two files with the same bytes under one path: the second one adds nothing to the first.
    for (let file = 1; file < files.count; file++) this.#emit(repeated(change));
    this.#files.delete(job);
    if (this.#files.size === 0) this.#settle();
  }

  /** Follows what is attached to a file that is, or was, followed, from the moment it is taken in. */
  #attached(event: JobEvent, job: number): FollowedJob | undefined {
    if (event.type !== "document-waiting") return undefined;
    const { path } = event;
    let isOurs: boolean | undefined;
    for (let above = folderName(path); above !== "" && isOurs === undefined; ) {
      isOurs = this.#paths.get(above);
      above = folderName(above);
    }
    if (isOurs === undefined) return undefined;
    const attached = { path, count: 1, isOurs };
    this.#files.set(job, attached);
    this.#paths.set(path, isOurs);
    return attached;
  }
}

const outdatedMessage =
  "A newer version of this page is open in another tab and goes on with these files. Load the page again.";

function isIngestEvent(change: CollectionChange): change is JobEvent {
  return change.type.startsWith("document-");
}

function repeated(end: IngestEvent): IngestEvent {
  if (end.type !== "document-ready") return end;
  const { path, document } = end;
  return { type: "document-unchanged", path, document };
}
