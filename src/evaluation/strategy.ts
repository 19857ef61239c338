import type { Pagehound } from "../client/pagehound.js";
import type { DocumentId } from "../core/document.js";
import type { Embedder } from "../embed/embedder.js";
import type { LanguageModel } from "../models/language-model.js";
import type { EvaluationQuestion } from "./data-set.js";
import type { StrategyOutcome } from "./outcome.js";

/** What a strategy works with. */
export interface StrategyContext {
  /** Holds all documents of the data set. */
  readonly collection: Pagehound;
  /** Ids of the documents by their path in the data set. */
  readonly documents: ReadonlyMap<string, DocumentId>;
  /** Null without one. Every request to it is recorded by whoever runs the strategy. */
  readonly model: LanguageModel | null;
  /** Makes vectors; null without trained weights. Semantic strategies are not run then. */
  readonly embedder: Embedder | null;
  readonly signal: AbortSignal;
}

/** A way to retrieve, or to answer, that can be compared with others. */
export interface EvaluationStrategy {
  /** As it is asked for by name, such as `retrieve-tools` or `chunks-300`. */
  readonly name: string;
  /** In a few words, for people. */
  readonly description: string;
  /** What it cannot do without. */
  readonly needs: { readonly model: boolean; readonly embedder: boolean };
  /**
   * Prepares what all questions share, such as an index of chunks; called once before the first one.
   * Returns what `run` then asks. Throws only with the signal's reason, or a `PagehoundError`.
   */
  prepare(
    context: StrategyContext,
    onProgress: (done: number, total: number) => void,
  ): Promise<PreparedStrategy>;
}

/** A strategy over a collection. */
export interface PreparedStrategy {
  /** `seed` is the same for the same question in every run; what is chosen at random is chosen by it. */
  run(
    question: EvaluationQuestion,
    context: StrategyContext,
    seed: number,
  ): Promise<StrategyOutcome>;
}
