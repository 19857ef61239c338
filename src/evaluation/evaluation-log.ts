import type { EvaluationRecord } from "./outcome.js";

/** Where the records of a run are kept while it goes on, so that it can be taken up again. */
export interface EvaluationLog {
  /** What was kept by earlier runs, in order. */
  read(): Promise<readonly EvaluationRecord[]>;
  /** Resolves when the record is stored for good. */
  append(record: EvaluationRecord): Promise<void>;
}
