import type { Embedder } from "../embed/embedder.js";
import type { LanguageModel } from "../model/language-model.js";
import type { EvaluationDataSet, EvaluationFiles } from "./data-set.js";
import type { EvaluationLog } from "./evaluation-log.js";
import type { EvaluationRecord } from "./outcome.js";
import type { EvaluationReport } from "./report/report.js";
import type { Scores } from "./scores.js";

/** What is run. */
export interface EvaluationOptions {
  readonly dataSet: EvaluationDataSet;
  readonly files: EvaluationFiles;
  /** Names of strategies; those that need a model or an embedder that is not there are skipped and named. */
  readonly strategies: readonly string[];
  readonly model?: LanguageModel | undefined;
  readonly embedder?: Embedder | undefined;
  /** Judges answers besides; see `judgeAnswer`. */
  readonly judge?: LanguageModel | undefined;
  /** Only the first so many questions. */
  readonly limit?: number | undefined;
  /** Tool calls at most; 10 unless told. */
  readonly calls?: number | undefined;
  /** Keeps every record as it is made; questions it has already are not run again. In memory unless told. */
  readonly log?: EvaluationLog | undefined;
  /** Answers from the recording in `log` instead of running anything: see `replayed` of the report. */
  readonly replay?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A question that was run, with its scores. */
export interface ScoredRecord {
  readonly record: EvaluationRecord;
  readonly scores: Scores;
}

/** What happens during an evaluation. The last event is `report`. */
export type EvaluationEvent =
  | { readonly type: "documents"; readonly done: number; readonly total: number }
  | { readonly type: "document-refused"; readonly path: string; readonly message: string }
  | { readonly type: "strategy-skipped"; readonly strategy: string; readonly reason: string }
  | {
      readonly type: "prepare";
      readonly strategy: string;
      readonly done: number;
      readonly total: number;
    }
  | {
      readonly type: "question";
      readonly strategy: string;
      readonly done: number;
      readonly total: number;
      readonly scored: ScoredRecord;
      /** Whether it was taken from the log. */
      readonly kept: boolean;
    }
  | { readonly type: "report"; readonly report: EvaluationReport };

/**
 * Adds the documents of a data set to a collection of its own, runs each strategy on each question,
 * and scores what comes of it. Leaving the iteration early, or aborting, loses nothing that the log
 * has. A question that fails is recorded with its failure and counts as such.
 */
export declare function evaluate(options: EvaluationOptions): AsyncIterable<EvaluationEvent>;
