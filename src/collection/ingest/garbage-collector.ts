import { doUnlessHeld, type IngestProblem, restorableLock, sha256 } from "../../core/index.js";
import type { DocumentPostings } from "../../search/index.js";
import type { Removal, Store } from "../../store/index.js";
import { restorableMilliseconds } from "../restorable.js";
import type { DocumentCache } from "../sync/document-cache.js";
import { type AssetFolder, Reindexer, type ReindexerContext } from "./reindexer.js";
import { bytesOf } from "./stored-file.js";

/** The interval of checks while an offer to undo a removal is shown. */
const heldMilliseconds = 10_000;

/** Removals within this time are handled together. */
const lookMilliseconds = 1_000;

export interface GarbageCollectorContext extends ReindexerContext {
  readonly name: string;
  readonly store: Store<DocumentPostings>;
  readonly cache: DocumentCache;
  readonly assets: AssetFolder;
  /** Whether jobs requested by people are in progress. */
  readonly working: () => boolean;
  /** Tells every tab that these documents changed. */
  readonly changed: (ordinals: readonly number[]) => Promise<void>;
}

/**
 * Housekeeping in the tab that reads: purges removed documents, and rereads documents that have
 * lost parts or that a newer reader would read differently.
 *
 * The time until deletion counts from when this tab first learned of the removal, by a monotonic
 * clock: a wall clock set forward would delete what somebody is about to restore, and one set back
 * would keep it for ever. Removals by an earlier session or another tab therefore start over. For
 * replaced documents the time starts when no job is in progress, because adding a folder is undone
 * as a whole.
 */
export class GarbageCollector {
  readonly #context: GarbageCollectorContext;
  readonly #reindexer: Reindexer;
  /** When this tab first learned that a document was removed, by ordinal. */
  #since = new Map<number, number>();
  /** When a job last ended. */
  #worked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #active = false;

  constructor(context: GarbageCollectorContext) {
    this.#context = context;
    this.#reindexer = new Reindexer(context);
  }

  /** Starts with what earlier sessions left. */
  start(): void {
    this.#active = true;
    void this.#begin();
  }

  stop(): void {
    this.#active = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#reindexer.stop();
  }

  /** Documents were just removed or replaced; purged once they cannot be restored. */
  removed(ordinals: readonly number[]): void {
    if (!this.#active) return;
    for (const ordinal of ordinals) this.#since.set(ordinal, performance.now());
    this.#lookLater(restorableMilliseconds);
  }

  /** A job requested by a person has ended. */
  worked(): void {
    this.#worked = performance.now();
  }

  /** Erases what was removed long enough ago and can no longer be restored. */
  async purge(): Promise<void> {
    try {
      const purged = await doUnlessHeld(restorableLock(this.#context.name), () => this.#purge());
      if (!purged) this.#lookLater(heldMilliseconds);
    } catch {
      this.#lookLater(restorableMilliseconds);
    }
  }

  async #purge(): Promise<void> {
    const { store, cache, changed } = this.#context;
    const removals = await store.documents.removals();
    this.#since = new Map(
      removals.map(({ ordinal }) => [ordinal, this.#since.get(ordinal) ?? performance.now()]),
    );
    const left = (removal: Removal) => this.#millisecondsLeft(removal);
    const gone = await store.documents.purge(removals.filter((removal) => left(removal) <= 0));
    // A tab may have ended before it reported a removal. Only documents still in memory need
    // reporting.
    if (gone.length > 0) await changed(gone.filter((ordinal) => cache.get(ordinal)));
    const waits = removals.map(left).filter((wait) => wait > 0);
    if (waits.length > 0) this.#lookLater(waits.reduce((a, b) => Math.min(a, b)));
  }

  #millisecondsLeft({ ordinal, removedAt, replaced }: Removal): number {
    if (removedAt === 0) return 0;
    const now = performance.now();
    const worked = this.#context.working() ? now : this.#worked;
    const since = Math.max(this.#since.get(ordinal) ?? now, replaced ? worked : 0);
    return since + restorableMilliseconds - now;
  }

  #lookLater(milliseconds: number): void {
    if (!this.#active) return;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        void this.purge();
      },
      Math.max(milliseconds, lookMilliseconds),
    );
  }

  /** Releases jobs that failed for reasons specific to an earlier session. */
  async #tryAgain(): Promise<void> {
    const { store, assets } = this.#context;
    const { jobs } = store;
    const faults = new Set(["worker-failed", "storage-failed"]);
    const held = (await jobs.all()).filter(({ state }) => state === "held");
    const wantAssets = held.some(({ problem }) => problem?.code === "assets-missing");
    if (wantAssets && (await assets.has())) faults.add("assets-missing");
    const curable = held.filter(({ problem }) => problem && faults.has(problem.code));
    try {
      for (const { ordinal } of curable) {
        await jobs.change(ordinal, { state: "queued", problem: null });
      }
    } finally {
      if (curable.length > 0) this.#context.onQueued();
    }
  }

  /** Sets unusable documents and those with lost pages aside, to be reread or reported. */
  async #setDamagedAside(): Promise<void> {
    const { store, cache, changed, onQueued } = this.#context;
    const documents = cache.all().map(({ document }) => document);
    const damaged: { readonly ordinal: number; readonly content?: number }[] = [
      ...Array.from(cache.damaged, (ordinal) => ({ ordinal })),
      ...(await store.damage.withoutPages(documents)),
    ];
    for (const { ordinal, content } of damaged) {
      const file = await store.damage.unhashed(ordinal);
      const hash = file && (await sha256(await bytesOf(file, `d${ordinal}`)));
      await store.damage.setAside(ordinal, lost, { hash, content });
    }
    if (damaged.length === 0) return;
    await changed(damaged.map(({ ordinal }) => ordinal));
    onQueued();
  }

  async #begin(): Promise<void> {
    await this.purge();
    // A failure must not prevent the following steps; the next session retries it.
    await this.#setDamagedAside().catch(() => {});
    await this.#context.store.contents.sweep().catch(() => {});
    await this.#tryAgain().catch(() => {});
    if (this.#active) this.#reindexer.start();
  }
}

function lost(path: string): IngestProblem {
  return {
    code: "damaged-file",
    message: `Parts of ${path} that were stored here are lost, and its file is no longer available to read again: it is not searched. Add the file again, or remove it.`,
  };
}
