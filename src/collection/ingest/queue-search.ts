import type { Store, StoredJob } from "../../store/index.js";

interface Searching {
  /** The lowest order added meanwhile, which the search may have missed. */
  lowest: number;
}

/**
 * Finds jobs in the queue. Each search starts where the last one found the first job, because
 * databases skip deleted index entries as slowly as existing ones: searching from the beginning
 * each time, the ten thousandth job would take a hundred times as long as the hundredth. Code that
 * adds jobs further ahead must call `added`.
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

  /** Call when there may be a job with this order again. */
  added(order: number): void {
    this.#from = Math.min(this.#from, order);
    for (const searching of this.#searching) searching.lowest = Math.min(searching.lowest, order);
  }

  /** Starts over: the order may have changed without a call of `added`. */
  begin(): void {
    this.added(Number.NEGATIVE_INFINITY);
  }

  /** The first queued job that `suits` accepts, or undefined. */
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
