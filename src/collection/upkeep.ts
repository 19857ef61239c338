import type { DocumentPostings } from "../search/document-postings.js";
import type { Store } from "../store/store.js";
import type { AssetFolder } from "./asset-folder.js";
import type { LiveDocuments } from "./live-documents.js";
import { Renewals, type RenewalsContext } from "./renewals.js";

/** How long a removed document can be restored; then it is deleted for good. */
const restorableMilliseconds = 30_000;

/** What the upkeep works with. */
export interface UpkeepContext extends RenewalsContext {
  readonly store: Store<DocumentPostings>;
  readonly live: LiveDocuments;
  readonly assets: AssetFolder;
  /** Brings every tab in step with these documents. */
  readonly changed: (ordinals: readonly number[]) => Promise<void>;
}

/**
 * What the tab that reads does besides reading: it deletes for good what was removed, and has
 * documents read anew that a newer reader would read otherwise.
 */
export class Upkeep {
  readonly #context: UpkeepContext;
  readonly #renewals: Renewals;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #active = false;

  constructor(context: UpkeepContext) {
    this.#context = context;
    this.#renewals = new Renewals(context);
  }

  /** Begins with what earlier sessions left. */
  start(): void {
    this.#active = true;
    void this.#begin();
  }

  stop(): void {
    this.#active = false;
    clearTimeout(this.#timer);
    this.#renewals.stop();
  }

  /** Documents were removed; they are deleted when they cannot be restored any more. */
  removed(): void {
    if (!this.#active) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.purge();
    }, restorableMilliseconds);
  }

  /** Deletes what was replaced, and what was removed long enough ago. What is left is seen to later. */
  async purge(): Promise<void> {
    const { store, live, changed } = this.#context;
    try {
      const gone = await store.purge(Date.now() - restorableMilliseconds);
      // A tab may have removed some and ended before it told. The others take no more room in memory.
      if (gone.length > 0) await changed(gone.filter((ordinal) => live.get(ordinal)));
      if (await store.hasRemoved()) this.removed();
    } catch {
      this.removed();
    }
  }

  /** Releases jobs that an earlier session could not do for reasons of its own. */
  async #tryAgain(): Promise<void> {
    const { store, assets } = this.#context;
    const { jobs } = store;
    const faults = new Set(["worker-failed", "storage-failed"]);
    const inState = (await jobs.all()).filter(({ state }) => state === "held");
    const wantAssets = inState.some(({ problem }) => problem?.code === "assets-missing");
    if (wantAssets && (await assets.has())) faults.add("assets-missing");
    const held = inState.filter(({ problem }) => problem && faults.has(problem.code));
    try {
      for (const { ordinal } of held) {
        await jobs.change(ordinal, { state: "queued", problem: null });
      }
    } finally {
      if (held.length > 0) this.#context.renewing();
    }
  }

  async #begin(): Promise<void> {
    await this.purge();
    // Neither has to wait for the other, and what fails is tried again in the next session.
    await this.#context.store.sweepContents().catch(() => {});
    await this.#tryAgain().catch(() => {});
    if (this.#active) this.#renewals.start();
  }
}
