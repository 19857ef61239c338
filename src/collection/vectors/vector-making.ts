import { type CallOptions, untilAborted } from "../../core/call-options.js";
import { PagehoundError } from "../../core/errors.js";
import type { IngestProblem } from "../../core/ingest.js";
import { withLock } from "../../core/with-lock.js";

import type { Store } from "../../store/store.js";
import type { EmbeddingsProgress } from "../api.js";
import { PacedReport } from "../ingest/read-content.js";
import type { DocumentCache } from "../sync/document-cache.js";
import { type EmbedderConnection, released } from "./embedder-connection.js";
import { makeVectors } from "./make-vectors.js";

/** What vectors are made with in this tab. */
export interface VectorMakingContext {
  readonly store: Pick<Store<unknown>, "vectors" | "contents" | "kind">;
  readonly cache: Pick<DocumentCache, "all" | "get">;
  /** The embedder that is connected in this tab. */
  readonly embedder: () => EmbedderConnection | null;
  /** Settles when no search waits for the embedder. */
  readonly quiet: (signal: AbortSignal) => Promise<void>;
  /** Called when vectors were stored, or making them has failed; up to ten times a second. */
  readonly changed: () => void;
}

/** Why a run ends that nobody aborted: those who wait for it are told how far it came. */
const stopped = new DOMException("The embeddings are not made any more.", "AbortError");

/** Makes the vectors that are missing whenever there may be some, as long as an embedder is connected. */
export class VectorMaking {
  readonly #context: VectorMakingContext;
  /** Tabs take turns. Null in memory, where there is no other one. */
  readonly #lock: string | null;
  /** Vectors that are being made. */
  #run: { readonly stop: AbortController; readonly ended: Promise<void> } | null = null;
  /** Whether there may be more to make than the run knows of. */
  #again = false;
  /** Whether nothing is made by itself: it was stopped, or failed. */
  #resting = false;
  /** Whether the last run left out what could not be stored then. */
  #leftOut = false;
  #making = false;
  #problem: IngestProblem | null = null;
  /** Those who wait for all vectors to be made. */
  readonly #waiting = new Set<(progress: EmbeddingsProgress) => void>();

  /** @param collection its name */
  constructor(context: VectorMakingContext, collection: string) {
    this.#context = context;
    const { kind } = context.store;
    this.#lock = kind === "memory" ? null : `pagehound:${collection}:embeddings`;
  }

  /** Whether vectors are being made in this tab. */
  get making(): boolean {
    return this.#making;
  }

  /** Why making them stopped by itself. */
  get problem(): IngestProblem | null {
    return this.#problem;
  }

  /** Whether somebody waits for all vectors to be made. */
  get awaited(): boolean {
    return this.#waiting.size > 0;
  }

  /** Tells those who wait how far it is. */
  tell({ done, total }: EmbeddingsProgress): void {
    for (const onProgress of this.#waiting) onProgress({ done, total });
  }

  /** Begins, or begins again after it was stopped or has failed. */
  begin(): void {
    this.#resting = false;
    this.#problem = null;
    this.wake();
  }

  /** Sees to it that what is missing is made, if it can be. */
  wake(): void {
    this.#again = true;
    const embedder = this.#context.embedder();
    if (this.#run || this.#resting || !embedder) return;
    const stop = new AbortController();
    const ended = this.#make(embedder, stop.signal);
    this.#run = { stop, ended };
    // Told to those who wait for it, and in the state.
    ended.catch(() => {});
  }

  /** What could not be stored may be stored now: the tab that reads has changed. */
  retry(): void {
    if (this.#leftOut) this.wake();
  }

  /** There may be more room in the storage than there was. */
  roomMade(): void {
    if (this.#problem?.code === "storage-full") this.begin();
  }

  /**
   * Settles when nothing is missing, whichever tab has made it, or when it is stopped without a
   * reason. Aborted, nothing more is made here, unless others wait for it. Throws what making throws,
   * and `closed` when the embedder is let go.
   */
  async finish({ signal, onProgress = () => {} }: CallOptions<EmbeddingsProgress>): Promise<void> {
    const embedder = this.#context.embedder();
    this.#waiting.add(onProgress);
    try {
      // A run that was told to stop does nothing for those who come after that.
      while (this.#run?.stop.signal.aborted) {
        await untilAborted(
          this.#run.ended.catch(() => {}),
          signal,
        );
      }
      if (!embedder || this.#context.embedder() !== embedder) throw released();
      this.begin();
      await untilAborted(this.#run?.ended ?? Promise.resolve(), signal);
    } catch (error) {
      if (error !== stopped) throw error;
    } finally {
      this.#waiting.delete(onProgress);
      if (signal?.aborted && !this.awaited) {
        this.#resting = true;
        await this.stop();
      }
    }
  }

  /** Stops what is being made, and waits until nothing is stored any more. Who waits gets the reason. */
  async stop(reason: Error = stopped): Promise<void> {
    const run = this.#run;
    run?.stop.abort(reason);
    await run?.ended.catch(() => {});
  }

  /** Makes nothing any more. */
  close(): void {
    this.#resting = true;
    this.#run?.stop.abort(stopped);
  }

  async #make(embedder: EmbedderConnection, signal: AbortSignal): Promise<void> {
    const { store, cache, quiet, changed } = this.#context;
    // Only what has changed is told: tabs that told each other that they looked would never end.
    let untold = false;
    const report = new PacedReport<"stored">(changed);
    const context = {
      ...{ store, cache, embedder, quiet },
      onProgress: (progress: EmbeddingsProgress) => {
        this.#making = progress.done < progress.total;
        this.tell(progress);
      },
      onStored: () => {
        untold = true;
        report.tell("stored");
      },
    };
    try {
      while (this.#again) {
        this.#again = false;
        await this.#inTurn(async (held) => {
          this.#leftOut = !(await makeVectors(context, held));
        }, signal);
      }
    } catch (error) {
      if (!signal.aborted) {
        this.#fail(error);
        untold = true;
      }
      throw error;
    } finally {
      this.#making = false;
      this.#run = null;
      report.end();
      if (untold) changed();
    }
  }

  async #inTurn(work: (held: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    if (this.#lock === null) return work(signal);
    const turn = (held: AbortSignal) =>
      work(held).catch((error: unknown) => {
        if (signal.aborted || !held.aborted) throw error;
        // This tab was asleep, and another one goes on: it waits for its turn again.
        this.#again = true;
      });
    await withLock(this.#lock, turn, { signal });
  }

  #fail(error: unknown): void {
    this.#resting = true;
    const { code, message } = PagehoundError.isInstance(error)
      ? error
      : { code: "internal" as const, message: String(error) };
    this.#problem = { code, message };
  }
}
