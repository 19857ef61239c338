import type { Pagehound } from "pagehound";
import { type EvaluationOptions, type EvaluationReport, evaluate } from "pagehound/evaluation";
import type { EvaluationLog } from "./evaluation-types.js";
import { faultsOf } from "./words.js";

/** The progress of a strategy. */
export interface StrategyProgress {
  readonly strategy: string;
  /** Progress of preparing for the first question; null if there is nothing to prepare. */
  readonly preparing: { readonly done: number; readonly total: number } | null;
  readonly done: number;
  /** How many questions of `done` were done earlier. */
  readonly kept: number;
  readonly failed: number;
}

/** The library's options, with a collection that is opened at the start of the run. */
export interface RunOptions extends Omit<EvaluationOptions, "collection" | "open" | "signal"> {
  readonly log: EvaluationLog;
  readonly open: (signal: AbortSignal) => Promise<Pagehound>;
}

/** An evaluation that is in progress, stopped, or complete. */
export class EvaluationRun {
  /** Stores the results. */
  readonly log: EvaluationLog;
  running = true;
  /** How many documents were read; null before the first. */
  documents: { readonly done: number; readonly total: number } | null = null;
  strategies: readonly StrategyProgress[];
  /** Questions per strategy. */
  readonly questions: number;
  /** Notes on refused or skipped parts, as sentences. */
  notes: readonly string[] = [];
  report: EvaluationReport | null = null;
  /** Why it ended early, one mistake each; also empty if it was stopped. */
  failures: readonly string[] = [];
  readonly #stop = new AbortController();
  readonly #changed: () => void;

  /** Whether the recording is replayed. */
  readonly replay: boolean;

  /** `changed` is called after each change. */
  constructor(options: RunOptions, questions: number, changed: () => void) {
    this.replay = options.replay ?? false;
    this.log = options.log;
    this.questions = questions;
    this.#changed = changed;
    this.strategies = options.strategies.map((strategy) => ({
      strategy,
      preparing: null,
      done: 0,
      kept: 0,
      failed: 0,
    }));
    void this.#go(options);
  }

  /** Questions of all strategies that have been run. */
  get done(): number {
    return this.strategies.reduce((sum, { done }) => sum + done, 0);
  }

  /** Stops it; results so far are in the log. */
  stop(): void {
    this.#stop.abort();
  }

  async #go({ open, ...options }: RunOptions): Promise<void> {
    const { signal } = this.#stop;
    let collection: Pagehound | null = null;
    try {
      collection = await open(signal);
      for await (const event of evaluate({ ...options, collection, signal })) {
        if (event.type === "documents") this.documents = event;
        else if (event.type === "document-refused")
          this.notes = [...this.notes, `${event.path}: ${event.message}`];
        else if (event.type === "strategy-skipped")
          this.notes = [...this.notes, `${event.strategy}: ${event.reason}`];
        else if (event.type === "prepare") {
          const { done, total } = event;
          this.#progress(event.strategy, (one) => ({ ...one, preparing: { done, total } }));
        } else if (event.type === "question") {
          const { outcome } = event.scored.record;
          const failed = outcome === null || outcome.answer?.kind === "failed" ? 1 : 0;
          this.#progress(event.strategy, (one) => ({
            ...one,
            preparing: null,
            done: one.done + 1,
            kept: one.kept + (event.kept ? 1 : 0),
            failed: one.failed + failed,
          }));
        } else this.report = event.report;
        this.#changed();
      }
    } catch (error) {
      if (!signal.aborted) this.failures = faultsOf(error);
    } finally {
      collection?.close();
    }
    this.running = false;
    this.#changed();
  }

  #progress(strategy: string, next: (one: StrategyProgress) => StrategyProgress): void {
    this.strategies = this.strategies.map((one) => (one.strategy === strategy ? next(one) : one));
  }
}
