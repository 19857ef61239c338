import type {
  comparedTexts,
  EvaluationOptions,
  EvaluationQuestion,
  EvaluationReport,
  evaluationLogs,
  metricInfo,
} from "pagehound/evaluation";

// Types that the package has no name for, taken from what it has.

/** Where records of a run are kept. */
export type EvaluationLog = NonNullable<EvaluationOptions["log"]>;
/** The figures of a strategy. */
export type StrategyReport = EvaluationReport["strategies"][number];
/** The name and meaning of a metric. */
export type MetricInfo = (typeof metricInfo)[string];
/** What was read of a recording. */
export type ReadRecords = ReturnType<typeof evaluationLogs.parse>;
/** A text that was retrieved, made ready to be compared. */
export type ComparedText = ReturnType<typeof comparedTexts>[number];
/** Where the answer is. */
export type GoldEvidence = EvaluationQuestion["evidence"][number];
