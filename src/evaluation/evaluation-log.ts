import type { EvaluationRecord } from "./outcome.js";

/**
 * Where the records of a run are kept while it goes on, so that it can be taken up again. A log
 * belongs to one way of running: other models and strategies may be added to it, but a question is
 * run once with each, so that other options, such as another number of calls, want another log.
 */
export interface EvaluationLog {
  /** What was kept by earlier runs, in order. Throws `invalid-data`. */
  read(): Promise<readonly EvaluationRecord[]>;
  /** Resolves when the record is stored for good. */
  append(record: EvaluationRecord): Promise<void>;
}

/** A log that is gone with the page; it may begin with records of another one. */
export function memoryLog(records: readonly EvaluationRecord[] = []): EvaluationLog {
  const kept = [...records];
  return {
    read: async () => [...kept],
    append: async (record) => {
      kept.push(record);
    },
  };
}

/** What tells the records of a log from one another: the same question is not run again. */
export function recordKey({
  dataSet,
  question,
  strategy,
  model,
}: Pick<EvaluationRecord, "dataSet" | "question" | "strategy" | "model">): string {
  return JSON.stringify([dataSet, question, strategy, model]);
}
