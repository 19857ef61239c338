import { documentId } from "../core/document.js";
import { PagehoundError } from "../core/errors.js";
import type { DocumentPostings } from "../search/document-postings.js";
import type { StoredJob } from "../store/schema.js";
import type { Store } from "../store/store.js";
import type { Announcements, JobEvent } from "./announcements.js";
import { type IngestedDocument, ingestJob } from "./ingest-job.js";
import { problemOf } from "./job-problem.js";
import type { LiveDocuments } from "./live-documents.js";
import type { ParserPool } from "./parser-pool.js";
import { Passwords } from "./passwords.js";
import type { RecentFiles } from "./recent-files.js";
import { summaryOf } from "./summary.js";

/** What the reader works with. */
export interface ReaderContext {
  readonly store: Store<DocumentPostings>;
  readonly live: LiveDocuments;
  readonly parsers: ParserPool;
  readonly recent: RecentFiles;
  readonly announcements: Announcements;
  readonly pageSeconds: number;
  /** See `OpenRequest.recognition`. */
  readonly recognition: string;
  /** Called when documents were replaced, which then wait to be deleted for good. */
  readonly replaced: () => void;
}

/** A job that is being done. */
interface RunningJob {
  readonly job: StoredJob;
  readonly stop: AbortController;
  /** One that is being indexed makes way for nobody: it is done in a moment. */
  indexing: boolean;
  ended: Promise<void>;
}

/** Why a job is stopped. */
const suspended = new PagehoundError("closed", "Reading was interrupted.");
const cancelled = new PagehoundError("not-found", "The file was taken out of the queue.");

/** A folder may hold thousands of copies of one file, which wait for one another. */
const mostPassedOver = 200;

/** How long to wait before the database is asked again after it refused. */
const refusedMilliseconds = 2_000;

/**
 * Does the jobs of the queue, several at a time and in its order, in the one tab that reads. All it
 * knows of them it looks up in the database, so that it can be stopped at any moment and gone on
 * with by another tab.
 */
export class Reader {
  readonly #context: ReaderContext;
  readonly #passwords: Passwords;
  readonly #running = new Map<number, RunningJob>();
  /** Jobs whose problem could not be stored; they are left alone until they are asked for again. */
  readonly #parked = new Set<number>();
  readonly #lanes: number;
  #active = false;
  #paused = false;
  #filling: Promise<void> | null = null;
  #again = false;
  #looking: Promise<void> = Promise.resolve();
  #looksWaiting = 0;

  constructor(context: ReaderContext) {
    this.#context = context;
    this.#passwords = new Passwords();
    // One lane more than there are parsers: a document is indexed while the next one is parsed.
    this.#lanes = context.parsers.size + 1;
  }

  /** Begins to read; what earlier sessions left comes first. */
  start(): void {
    this.#active = true;
    this.lookLater();
  }

  /** Stops at once. What was read is stored; another tab, or another session, goes on with it. */
  stop(): void {
    this.#active = false;
    for (const { stop } of this.#running.values()) stop.abort(suspended);
  }

  /** There may be more jobs. */
  wake(): void {
    if (!this.#active) return;
    this.#again = true;
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = null;
      if (this.#again) this.wake();
    });
  }

  /**
   * Looks at the queue after it was changed: jobs that are gone are stopped, others make way for
   * those that come before them, and all when reading is paused. Settles when that is done.
   */
  look(): Promise<void> {
    this.#looksWaiting++;
    const look = this.#looking.then(async () => {
      this.#looksWaiting--;
      await this.#look();
    });
    this.#looking = look.catch(() => {});
    return look;
  }

  /** Looks at the queue soon, once for however many changes. */
  lookLater(): void {
    // One that has not begun sees this change as well.
    if (this.#looksWaiting > 0) return;
    void this.look().catch(() => this.#tryAgain());
  }

  /** These jobs are gone: nothing more is done or told of them. */
  drop(ordinals: Iterable<number>): void {
    for (const ordinal of ordinals) this.#running.get(ordinal)?.stop.abort(cancelled);
  }

  /** Waits until none of these jobs is being done any more. */
  async ended(ordinals: Iterable<number>): Promise<void> {
    await Promise.all([...ordinals].map((ordinal) => this.#running.get(ordinal)?.ended));
  }

  /** Takes a password for a job's file, and goes on with the job if that is what it waits for. */
  async password(ordinal: number, password: string): Promise<void> {
    this.#passwords.give(ordinal, password);
    const { jobs } = this.#context.store;
    const job = await jobs.get(ordinal);
    if (job?.state !== "held" || job.problem?.code !== "password-required") return;
    await jobs.change(ordinal, { state: "queued", problem: null });
    this.release([ordinal]);
  }

  /** These jobs are to be tried again. */
  release(ordinals: Iterable<number>): void {
    for (const ordinal of ordinals) this.#parked.delete(ordinal);
    this.wake();
  }

  async #look(): Promise<void> {
    const { jobs } = this.#context.store;
    if (!this.#active) return;
    // Whatever was changed, what they failed for may be better now.
    this.#parked.clear();
    this.#paused = await jobs.paused();
    for (const { job, stop, indexing } of [...this.#running.values()]) {
      if (!(await jobs.get(job.ordinal))) stop.abort(cancelled);
      else if (this.#paused && !indexing) stop.abort(suspended);
    }
    if (this.#paused) return;
    await this.#makeWay();
    this.wake();
  }

  /** Stops jobs that hold the parsers back from those that come before them. */
  async #makeWay(): Promise<void> {
    const due: StoredJob[] = [];
    await this.#context.store.jobs.next((job) => {
      const running = this.#running.get(job.ordinal);
      if (running ? !running.indexing : this.#suits(job)) due.push(job);
      return due.length === this.#context.parsers.size;
    });
    if (due.every(({ ordinal }) => this.#running.has(ordinal))) return;
    const first = new Set(due.map(({ ordinal }) => ordinal));
    for (const { job, stop, indexing } of this.#running.values()) {
      if (!indexing && !first.has(job.ordinal)) stop.abort(suspended);
    }
  }

  async #fill(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      while (this.#free()) {
        let job: StoredJob | undefined;
        try {
          job = await this.#next();
        } catch {
          this.#tryAgain();
          return;
        }
        if (!job || !this.#free()) break;
        this.#begin(job);
      }
      // Nobody is about to read what is left: it was taken out, or its pages were there.
      if (this.#running.size === 0 && !this.#again) this.#context.recent.clear();
    }
  }

  /** The next job that can be done now, unless it is far down the queue. */
  async #next(): Promise<StoredJob | undefined> {
    let passedOver = 0;
    const job = await this.#context.store.jobs.next(
      (each) => this.#suits(each) || ++passedOver > mostPassedOver,
    );
    return job && this.#suits(job) ? job : undefined;
  }

  #free(): boolean {
    return this.#active && !this.#paused && this.#running.size < this.#lanes;
  }

  #suits({ ordinal, path, content }: StoredJob): boolean {
    if (this.#parked.has(ordinal)) return false;
    for (const { job } of this.#running.values()) {
      // Of two files with the same bytes the second one shares what the first one makes.
      if (job.ordinal === ordinal || job.content === content || job.path === path) return false;
    }
    return true;
  }

  #begin(job: StoredJob): void {
    const running: RunningJob = {
      job,
      stop: new AbortController(),
      indexing: false,
      ended: Promise.resolve(),
    };
    this.#running.set(job.ordinal, running);
    running.ended = this.#run(running).finally(() => {
      this.#running.delete(job.ordinal);
      this.wake();
    });
  }

  /** Does a job and tells what became of it. Never rejects. */
  async #run(running: RunningJob): Promise<void> {
    const { job, stop } = running;
    const { announcements, replaced } = this.#context;
    const tell = (event: JobEvent) => {
      // What becomes of a job that was stopped is told by whoever stopped it.
      if (stop.signal.aborted) return;
      if (event.type === "document-indexing") running.indexing = true;
      announcements.tell(job.ordinal, event);
    };
    const password = () => this.#passwords.take(job.ordinal);
    try {
      const context = { ...this.#context, tell, password, signal: stop.signal };
      const ingested = await ingestJob(job, context);
      if (!ingested) return;
      await this.#publish(ingested);
      this.#passwords.forget(job.ordinal);
      if (ingested.replaced.length > 0) replaced();
    } catch (error) {
      await this.#fail(job, stop.signal.aborted ? stop.signal.reason : error);
    }
  }

  async #publish({ document, replaced, sameAs }: IngestedDocument): Promise<void> {
    const { live, announcements } = this.#context;
    // What is announced can be found.
    await live.sync([document.ordinal, ...replaced]);
    const [old] = replaced;
    announcements.tell(document.ordinal, {
      type: "document-ready",
      path: document.path,
      document: summaryOf(live.get(document.ordinal)?.document ?? document),
      replaced: old === undefined ? null : documentId(old),
      sameAs,
    });
  }

  /** Sees to a job that was stopped, or could not be done. */
  async #fail({ ordinal, path, size }: StoredJob, error: unknown): Promise<void> {
    const { announcements } = this.#context;
    if (error === suspended) {
      // It can be told from one that is being read.
      if (this.#active) announcements.tell(ordinal, { type: "document-waiting", path, size });
      return;
    }
    const code = PagehoundError.isInstance(error) ? error.code : null;
    // The database is another's by now, and every other job fares alike.
    if (code === "outdated") return this.stop();
    // One was given while the file was tried without it.
    if (code === "password-required" && this.#passwords.isNew(ordinal)) return;
    this.#passwords.forget(ordinal);
    const { held, ...problem } = problemOf(error, path);
    const kept = await this.#record(ordinal, held, problem);
    if (kept === null) return;
    announcements.tell(ordinal, { type: "document-refused", path, ...problem, kept });
  }

  /** Stores what is wrong with a job. Returns whether it is kept, or null when it is gone anyway. */
  async #record(
    ordinal: number,
    held: boolean,
    problem: NonNullable<StoredJob["problem"]>,
  ): Promise<boolean | null> {
    try {
      const state = held ? "held" : "refused";
      const changed = await this.#context.store.jobs.change(ordinal, { state, problem });
      return changed ? held : null;
    } catch {
      // It stays queued, and is not to be tried again and again.
      this.#parked.add(ordinal);
      return true;
    }
  }

  #tryAgain(): void {
    if (this.#active) setTimeout(() => this.lookLater(), refusedMilliseconds);
  }
}
