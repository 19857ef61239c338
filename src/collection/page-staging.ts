import type { PackedPage } from "../core/packed-page.js";
import type { StoredJob } from "../store/schema.js";
import type { Store } from "../store/store.js";

/** Pages stored in one transaction … */
const pagesPerTransaction = 16;
/** … unless they come so slowly that much work would be lost with them. */
const longestWait = 1_000;

/** Stores a job's pages as they come, invisible until it is finished. Holds one batch at most. */
export class PageStaging {
  readonly #store: Pick<Store<unknown>, "stagePages">;
  readonly #job: StoredJob;
  #batch: PackedPage[] = [];
  #writing: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: Pick<Store<unknown>, "stagePages">, job: StoredJob) {
    this.#store = store;
    this.#job = job;
  }

  /**
   * Takes a page. Waits only when a batch is full and the one before is still being written. Throws
   * `not-found` when the job was cancelled, `storage-full` and `storage-failed`, also for an earlier batch.
   */
  async add(page: PackedPage): Promise<void> {
    this.#batch.push(page);
    if (this.#batch.length === pagesPerTransaction) await this.#write();
    // A failure shows with the next page.
    else this.#timer ??= setTimeout(() => void this.#write().catch(() => {}), longestWait);
  }

  /** Waits until every page that was taken is stored. Throws as `add` does. */
  async flush(): Promise<void> {
    await this.#write();
    await this.#writing;
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#writing;
    const batch = this.#batch;
    this.#batch = [];
    if (batch.length === 0) return;
    this.#writing = this.#store.stagePages(this.#job, batch);
    // Awaited with the next batch; until then a failure waits for nobody.
    this.#writing.catch(() => {});
  }
}
