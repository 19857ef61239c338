import type { Store, StoredJob } from "../../store/index.js";

/** A search in progress. */
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

  /** The order may have changed, or somebody changed it without saying so. */
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
