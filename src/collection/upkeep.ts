import type { DocumentPostings } from "../search/document-postings.js";
import type { Store } from "../store/store.js";
import type { LiveDocuments } from "./live-documents.js";
import { isOutdated } from "./outdated-documents.js";

/** How long a removed document can be restored; then it is deleted for good. */
const restorableMilliseconds = 30_000;

/** What the upkeep works with. */
export interface UpkeepContext {
  readonly store: Store<DocumentPostings>;
  readonly live: LiveDocuments;
  /** See `OpenRequest.recognition`. */
  readonly recognition: string;
  /** Called when there are jobs for documents that are to be read anew. */
  readonly renewing: () => void;
}

/**
 * What the tab that reads does besides reading: it deletes for good what was removed, and has
 * documents read anew that a newer reader would read otherwise.
 */
export class Upkeep {
  readonly #context: UpkeepContext;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether something was removed since the timer was set. */
  #again = false;
  #active = false;

  constructor(context: UpkeepContext) {
    this.#context = context;
  }

  /** Begins with what earlier sessions left. */
  start(): void {
    this.#active = true;
    void this.#begin().catch(() => {});
  }

  stop(): void {
    this.#active = false;
    clearTimeout(this.#timer);
  }

  /** Documents were removed; they are deleted when they cannot be restored any more. */
  removed(): void {
    if (!this.#active) return;
    this.#again = this.#timer !== undefined;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#again) this.removed();
      void this.purge();
    }, restorableMilliseconds);
  }

  /** Deletes what was replaced, and what was removed long enough ago. What fails is tried again later. */
  async purge(): Promise<void> {
    const { store, live } = this.#context;
    try {
      const gone = await store.purge(Date.now() - restorableMilliseconds);
      // What is no longer stored takes no more room in memory either.
      if (gone.length > 0) await live.sync([]);
    } catch {
      this.removed();
    }
  }

  /** Releases jobs that an earlier session could not do for reasons of its own. Returns whether there were any. */
  async #tryAgain(): Promise<boolean> {
    const { jobs } = this.#context.store;
    const faults = new Set(["worker-failed", "storage-failed"]);
    const held = (await jobs.all()).filter(
      ({ state, problem }) => state === "held" && problem && faults.has(problem.code),
    );
    for (const { ordinal } of held) await jobs.change(ordinal, { state: "queued", problem: null });
    return held.length > 0;
  }

  async #begin(): Promise<void> {
    const { store, live, recognition, renewing } = this.#context;
    await this.purge();
    this.removed();
    await store.sweepContents();
    let made = await this.#tryAgain();
    for (const { document } of live.all()) {
      if (!this.#active || !isOutdated(document, recognition)) continue;
      if (await store.jobs.renew(document.ordinal)) made = true;
    }
    if (made) renewing();
  }
}
