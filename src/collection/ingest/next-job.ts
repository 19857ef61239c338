import type { StoredJob } from "../../store/schema.js";
import type { Store } from "../../store/store.js";

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
