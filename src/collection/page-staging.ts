import type { PackedPage } from "../core/packed-page.js";
import type { StoredJob } from "../store/schema.js";
import type { Store } from "../store/store.js";

/** Pages stored in one transaction … */
const pagesPerTransaction = 16;
/** … unless they come so slowly that much work would be lost with them. */
const longestWait = 1_000;

/** Stores a job's pages as they come, invisible until it is finished. Holds one batch at most. */
export class PageStaging {
  readonly #store: Pick<Store<unknown>, "stagePages" | "jobs">;
  readonly #job: StoredJob;
  #batch: PackedPage[] = [];
  #writing: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Why pages were not stored, while nobody waited for them. */
  #failed: { readonly error: unknown } | null = null;
  /**
   * What makes the pages, where the job does not say so yet. It is stored with the first pages that
   * are not the last: they alone can be left behind by an interruption.
   */
  reader: StoredJob["reader"] = null;

  constructor(store: Pick<Store<unknown>, "stagePages" | "jobs">, job: StoredJob) {
    this.#store = store;
    this.#job = job;
  }

  /**
   * Takes a page. Waits only when a batch is full and the one before is still being written. Throws
   * `not-found` when the job was cancelled, `storage-full` and `storage-failed`, also for an earlier batch.
   */
  async add(page: PackedPage): Promise<void> {
    if (this.#failed) throw this.#failed.error;
    // A full batch waits for the page after it: what is last may be stored with the document.
    if (this.#batch.length >= pagesPerTransaction) await this.#write(false);
    this.#batch.push(page);
    // A failure shows with the next page.
    this.#timer ??= setTimeout(() => void this.#write(false).catch(() => {}), longestWait);
  }

  /** Waits until every page is stored; there are no more. Throws as `add` does. */
  async finish(): Promise<void> {
    await this.#write(true);
    await this.#writing;
  }

  /**
   * Waits until every page is stored but the last ones, a batch at most, which are returned to be
   * stored with the document that is made of them. Throws as `add` does.
   */
  async rest(): Promise<readonly PackedPage[]> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // One that was about to begin has begun when the one before it is done.
    for (let writing: unknown; writing !== this.#writing; ) {
      writing = this.#writing;
      await writing;
    }
    return this.#batch.splice(0);
  }

  /** Waits until every page that was taken is stored, to be gone on with later. Throws as `add` does. */
  async keep(): Promise<void> {
    await this.#write(false);
    await this.#writing;
  }

  /** Stores nothing more: whoever reads has seen to the pages, or gives them up. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#batch = [];
  }

  async #write(last: boolean): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#writing;
    const batch = this.#batch;
    this.#batch = [];
    if (batch.length === 0) return;
    this.#writing = this.#stage(batch, last);
    // Awaited with the next batch; a failure shows with the next page.
    this.#writing.catch((error: unknown) => {
      this.#failed = { error };
    });
  }

  async #stage(batch: readonly PackedPage[], last: boolean): Promise<void> {
    const { reader } = this;
    if (reader && !last) {
      await this.#store.jobs.change(this.#job.ordinal, { reader });
      this.reader = null;
    }
    await this.#store.stagePages(this.#job, batch);
  }
}
