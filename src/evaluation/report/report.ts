import type { ScoredRecord } from "../evaluate.js";

/** A strategy's means over the questions. */
export interface StrategyReport {
  readonly strategy: string;
  /** Questions that were run. */
  readonly questions: number;
  /** Of those, the ones that failed. */
  readonly failed: number;
  /**
   * The mean of each metric, over the questions it applies to, with how many those are and a 95 %
   * confidence interval of the mean (normal approximation).
   */
  readonly metrics: Readonly<
    Record<string, { readonly mean: number; readonly count: number; readonly margin: number }>
  >;
  /** The same by kind of question, where the data names kinds. */
  readonly kinds: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** What an evaluation found. Can be written as JSON. */
export interface EvaluationReport {
  readonly reportVersion: 1;
  readonly dataSet: string;
  readonly documents: number;
  readonly pages: number;
  readonly questions: number;
  readonly model: string | null;
  readonly embedder: string | null;
  readonly judge: string | null;
  readonly strategies: readonly StrategyReport[];
  readonly skipped: readonly { readonly strategy: string; readonly reason: string }[];
  /** Files that could not be read, and what the data set left out. */
  readonly notes: readonly string[];
  /** Of a replay: how many questions ran as recorded, and what differed first where one did not. */
  readonly replayed: {
    readonly same: number;
    readonly different: readonly { readonly question: string; readonly difference: string }[];
  } | null;
  readonly records: readonly ScoredRecord[];
}
