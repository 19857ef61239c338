// The public interface of this room: data sets, strategies, scores and test models.

export type {
  EvaluationDataSet,
  EvaluationFiles,
  EvaluationQuestion,
  EvaluationStrategy,
} from "./api.js";
export type { DataSetName } from "./datasets/layout.js";
export type { DroppedFile, FoundDataSet, LoadOptions } from "./datasets/load-data-set.js";
export {
  dataSetNames,
  filesInFolder,
  findDataSets,
  loadDataSet,
  pickedFiles,
} from "./datasets/load-data-set.js";
export { evaluate, evaluationCollectionName } from "./evaluate.js";
export type { EvaluationEvent, EvaluationOptions } from "./evaluation-run.js";
export type { ComparedText } from "./metrics/evidence.js";
export { comparedTexts, satisfies } from "./metrics/evidence.js";
export type { MetricInfo } from "./metrics/metric-info.js";
export { metricInfo } from "./metrics/metric-info.js";
export type { RecordingModel, ReplayingModel } from "./recording.js";
export { recordingModel, replayingModel } from "./recording.js";
export type {
  EvaluationReport,
  MetricMean,
  ReportParts,
  StrategyReport,
} from "./report/make-report.js";
export { makeReport, reportJson } from "./report/make-report.js";
export type { MarkdownOptions } from "./report/report-markdown.js";
export { reportMarkdown } from "./report/report-markdown.js";
export type { ScoredRecord, Scores } from "./score-record.js";
export type { EvaluationLog, ReadRecords, StoredLogSummary } from "./stored-log.js";
export {
  deleteLog,
  evaluationLogs,
  exportLog,
  importLog,
  memoryLog,
  readRecords,
  storedLog,
  storedLogs,
} from "./stored-log.js";
export type { StrategyOptions } from "./strategies/chunk-strategy.js";
export type { StrategyGroup, StrategyListing } from "./strategies/strategy-named.js";
export { strategyGroups, strategyNamed, strategyNames } from "./strategies/strategy-named.js";
export type { HostileKind, HostileOptions } from "./testing/hostile-model.js";
export { hostileKinds, hostileModel } from "./testing/hostile-model.js";
export type { ScriptedModel, ScriptedReply, ScriptedStep } from "./testing/scripted-model.js";
export { randomModel, scriptedModel } from "./testing/scripted-model.js";
