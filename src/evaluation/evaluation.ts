import type { Pagehound, PagehoundOptions } from "../client/pagehound.js";
import type { Embedder } from "../embed/embedder.js";
import type { LanguageModel } from "../models/language-model.js";
import type { EvaluationDataSet, EvaluationFiles } from "./data-set.js";
import type { EvaluationReport } from "./report/make-report.js";
import type { ScoredRecord } from "./score-record.js";
import type { EvaluationLog } from "./stored-log.js";

/** What is run. */
export interface EvaluationOptions {
  readonly dataSet: EvaluationDataSet;
  readonly files: EvaluationFiles;
  /** Names of strategies; those that need a model or an embedder that is not there are skipped and named. */
  readonly strategies: readonly string[];
  readonly model?: LanguageModel | undefined;
  readonly embedder?: Embedder | undefined;
  /** Judges the answers to questions with gold answers, those that the log has included; see `judgeAnswer`. */
  readonly judge?: LanguageModel | undefined;
  /** Only the first so many questions. */
  readonly limit?: number | undefined;
  /**
   * Tool calls at most, from 1 to 15.
   *
   * @defaultValue `10`
   */
  readonly calls?: number | undefined;
  /**
   * Milliseconds that the model may be silent before a request of the library's own strategies is
   * given up, at least 1; that of `Pagehound.ask` unless told. Endpoints have one of their own, too.
   */
  readonly turnTimeout?: number | undefined;
  /**
   * Keeps every record as it is made; questions it has already are not run again, but those whose
   * model was not to be had.
   *
   * @defaultValue in memory
   */
  readonly log?: EvaluationLog | undefined;
  /**
   * Runs the questions of `log` again with the recorded replies in the place of the model, which is
   * not needed then; see `replayed` of the report. `limit` does not count, and nothing is added to the log.
   */
  readonly replay?: boolean | undefined;
  /**
   * A collection that is open already and holds nothing but the data set's documents, if anything; it
   * stays open, and documents that have changed are read anew. Unless told, one named by `evaluationCollectionName` is opened, and closed at the end;
   * its documents stay for the next run.
   */
  readonly collection?: Pagehound | undefined;
  /** How the collection is opened; `storage: "memory"` leaves nothing behind. */
  readonly open?: Omit<PagehoundOptions, "name"> | undefined;
  readonly signal?: AbortSignal | undefined;
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
