import type {
  comparedTexts,
  EvaluationOptions,
  EvaluationQuestion,
  EvaluationReport,
  evaluationLogs,
  metricInfo,
} from "pagehound/evaluation";

// Types that the package does not export by name, derived from those that it does.

/** Where records of a run are stored. */
export type EvaluationLog = NonNullable<EvaluationOptions["log"]>;
/** The results of a strategy. */
export type StrategyReport = EvaluationReport["strategies"][number];
/** The name and meaning of a metric. */
export type MetricInfo = (typeof metricInfo)[string];
/** The contents of a recording. */
export type ReadRecords = ReturnType<typeof evaluationLogs.parse>;
/** A retrieved text, prepared for comparison. */
export type ComparedText = ReturnType<typeof comparedTexts>[number];
/** A place that has the answer. */
export type GoldEvidence = EvaluationQuestion["evidence"][number];
