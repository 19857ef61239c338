import { PagehoundError } from "../../core/errors.js";
import type { ReadingAgain } from "../../store/jobs.js";
import type { StoredJob } from "../../store/schema.js";
import type { Store } from "../../store/store.js";
import type { PartApi } from "../api.js";
import type { EventBus, LeaderElection } from "../sync/tabs.js";
import type { KeptProblems } from "./job-progress.js";

/** What reads in this tab, as far as the queue's commands need it; see `IngestScheduler`. */
interface QueueReader {
  isRunning(ordinal: number): boolean;
  drop(ordinals: Iterable<number>): void;
  ended(ordinals: Iterable<number>): Promise<void>;
  password(ordinal: number, password: string): Promise<void>;
  release(jobs: readonly StoredJob[]): void;
  look(): Promise<void>;
}

/** What the queue's commands work with. */
export interface WorkQueueContext {
  readonly store: Store<unknown>;
  readonly reader: QueueReader;
  readonly election: LeaderElection;
  readonly events: EventBus;
  readonly problems: KeptProblems;
}

/**
 * Changes the queue, in whichever tab: the change is made in the database, and the reader, which
 * may be another tab, is told to look.
 */
export class WorkQueue implements PartApi<"queue"> {
  readonly #context: WorkQueueContext;

  constructor(context: WorkQueueContext) {
    this.#context = context;
  }

  /** Whether this tab does the reading. */
  get reading(): boolean {
    return this.#context.election.isLeader;
  }

  /** Whether this tab does a job just now, so that it is going to tell of its end. */
  isBeingDone(ordinal: number): boolean {
    return this.#context.reader.isRunning(ordinal);
  }

  /** Deletes jobs. Settles when nothing is done for them here any more. */
  async delete(ordinals: readonly number[]): Promise<void> {
    if (ordinals.length === 0) return;
    await this.gone(await this.#context.store.jobs.cancel(ordinals));
  }

  /** Tells that jobs were deleted. Settles when nothing is done for them here any more. */
  async gone(jobs: readonly Pick<StoredJob, "ordinal" | "path">[]): Promise<void> {
    const { reader, events } = this.#context;
    const ordinals = jobs.map(({ ordinal }) => ordinal);
    reader.drop(ordinals);
    for (const { ordinal, path } of jobs) {
      events.emit(ordinal, { type: "document-cancelled", path });
    }
    await this.changed();
    await reader.ended(ordinals);
  }

  /** Takes out the jobs at these paths, or all. */
  async cancel({ paths }: { paths: readonly string[] | null }): Promise<void> {
    const { jobs } = this.#context.store;
    const found = await (paths ? jobs.atPaths(paths) : jobs.all());
    await this.delete(ordinalsOf(found));
  }

  async pause({ paused }: { paused: boolean }): Promise<void> {
    await this.#context.store.jobs.setPaused(paused);
    await this.changed();
  }

  /** Puts the jobs at these paths before all others, in the order of the paths. */
  async prioritise({ paths }: { paths: readonly string[] }): Promise<void> {
    const { jobs } = this.#context.store;
    const found = await jobs.atPaths(paths);
    const inOrder = paths.flatMap((path) => found.filter((job) => job.path === path));
    await jobs.prioritise(ordinalsOf(inOrder));
    await this.changed();
  }

  /** Reads documents again, before other jobs; returns the ordinals of those that can be read. */
  async readAgain(ordinals: readonly number[], how: Omit<ReadingAgain, "now">): Promise<number[]> {
    const { jobs } = this.#context.store;
    const begun: number[] = [];
    for (const ordinal of ordinals) {
      if (await jobs.reindex(ordinal, { ...how, now: true })) begun.push(ordinal);
    }
    if (begun.length > 0) await this.changed();
    return begun;
  }

  /** Goes on with jobs that are held. Throws `not-found`, and then goes on with none. */
  async retry({
    paths,
    password,
  }: {
    paths: readonly string[];
    password: string | undefined;
  }): Promise<void> {
    const { store, events, problems } = this.#context;
    const held = (await store.jobs.atPaths(paths)).filter(
      ({ state, ordinal }) => state === "held" || (state === "queued" && problems.of(ordinal)),
    );
    const missing = paths.find((path) => !held.some((job) => job.path === path));
    if (missing !== undefined) {
      throw new PagehoundError("not-found", `${missing} is not waiting for anything here.`, {
        data: { path: missing },
      });
    }
    for (const { ordinal, path, size, state } of held) {
      // Before the job is released, so that the reader has it when it takes the job up.
      if (password !== undefined) await this.password(ordinal, password);
      if (state === "held") await store.jobs.change(ordinal, { state: "queued", problem: null });
      events.emit(ordinal, { type: "document-waiting", path, size });
    }
    this.released(held);
  }

  /** Hands a password to the tab that reads. */
  async password(ordinal: number, password: string): Promise<void> {
    const { reader, election } = this.#context;
    if (election.isLeader) await reader.password(ordinal, password);
    else election.send({ type: "password", ordinal, password });
  }

  /** These jobs can be done from now on. */
  released(jobs: readonly StoredJob[]): void {
    const { reader, election } = this.#context;
    if (election.isLeader) reader.release(jobs);
    else {
      const released = jobs.reduce((least, { order }) => Math.min(least, order), Infinity);
      election.send({ type: "queue-changed", released });
    }
  }

  /** The queue is another. Settles when the reader has seen to it, if that is this tab. Never rejects. */
  async changed(): Promise<void> {
    const { reader, election, events } = this.#context;
    events.emitHere({ type: "queue-changed" });
    election.send({ type: "queue-changed" });
    await reader.look();
  }
}

function ordinalsOf(jobs: readonly StoredJob[]): number[] {
  return jobs.map(({ ordinal }) => ordinal);
}

/** How often it is looked at how long a job has been worked on. */
const looksPerShare = 8;
/** Of a stretch between two looks no more counts than this many times what was planned. */
const maxOfStretch = 2;

interface Share {
  readonly timer: ReturnType<typeof setInterval>;
  worked: number;
}

/**
 * Sees to it that a document which takes long does not hold up the files behind it: when it has had
 * its share of a parser's time and others wait, it makes way. Each time it then has twice as much,
 * so that whatever takes long in it, a page or to open the file, is done at last.
 */
export class FairShares {
  readonly #milliseconds: number;
  readonly #giveWay: (job: number) => Promise<boolean>;
  /** How often each job has made way. */
  readonly #made = new Map<number, number>();
  readonly #running = new Map<number, Share>();

  /**
   * @param seconds the first share
   * @param giveWay has a job make way if others wait, and tells whether they do
   */
  constructor(seconds: number, giveWay: (job: number) => Promise<boolean>) {
    this.#milliseconds = seconds * 1000;
    this.#giveWay = giveWay;
  }

  /** A job is worked on from now on, or still. */
  begin(job: number): void {
    if (this.#running.has(job)) return;
    const made = this.#made.get(job) ?? 0;
    const share = this.#milliseconds * 2 ** made;
    const planned = Math.min(1000, share / looksPerShare);
    let last = performance.now();
    const running: Share = {
      worked: 0,
      timer: setInterval(() => {
        const now = performance.now();
        // A machine that slept takes nothing from it.
        running.worked += Math.min(now - last, planned * maxOfStretch);
        last = now;
        if (running.worked >= share) void this.#look(job, made);
      }, planned),
    };
    this.#running.set(job, running);
  }

  /** A job is not worked on any more; `done` for good. */
  end(job: number, done: boolean): void {
    clearInterval(this.#running.get(job)?.timer);
    this.#running.delete(job);
    if (done) this.#made.delete(job);
  }

  async #look(job: number, made: number): Promise<void> {
    // Where the database does not answer, it is asked again with the next look.
    const gaveWay = await this.#giveWay(job).catch(() => false);
    if (gaveWay) this.#made.set(job, made + 1);
  }
}

/** A search that goes on. */
interface Searching {
  /** The lowest order that was added meanwhile, which the search may not have seen. */
  lowest: number;
}

/**
 * Finds jobs of the queue, each time from where the last search found the first one. Databases take
 * as long to pass over what has left an index as over what is in it: with every job searched for from
 * the very beginning, the ten thousandth would take a hundred times as long as the hundredth. Whoever
 * puts jobs further ahead has to tell.
 */
export class QueueSearch {
  readonly #jobs: Pick<Store<unknown>["jobs"], "next">;
  readonly #searching = new Set<Searching>();
  #from = Number.NEGATIVE_INFINITY;
  #wasWhole = false;

  constructor(jobs: Pick<Store<unknown>["jobs"], "next">) {
    this.#jobs = jobs;
  }

  /** Whether the last search began with the first of all jobs. */
  get wasWhole(): boolean {
    return this.#wasWhole;
  }

  /** There may be a job with this order again. */
  added(order: number): void {
    this.#from = Math.min(this.#from, order);
    for (const searching of this.#searching) searching.lowest = Math.min(searching.lowest, order);
  }

  /** The order may be another, or somebody changed it and did not tell. */
  begin(): void {
    this.added(Number.NEGATIVE_INFINITY);
  }

  /** The first queued job that `suits`, or undefined. */
  async first(suits: (job: StoredJob) => boolean): Promise<StoredJob | undefined> {
    const searching: Searching = { lowest: Number.POSITIVE_INFINITY };
    this.#searching.add(searching);
    this.#wasWhole = this.#from === Number.NEGATIVE_INFINITY;
    let first: number | null = null;
    try {
      const found = await this.#jobs.next((job) => {
        first ??= job.order;
        return suits(job);
      }, this.#from);
      if (first !== null) this.#from = Math.min(first, searching.lowest);
      return found;
    } finally {
      this.#searching.delete(searching);
    }
  }
}
