// Public entry `pagehound/evaluation`: the published experiments, on one's own documents and model.
export type {
  EvaluationDataSet,
  EvaluationDocument,
  EvaluationFiles,
  EvaluationQuestion,
  EvidenceUnit,
  GoldEvidence,
  SourcePlace,
} from "./data-set.js";
export { checkEvidence } from "./datasets/check-evidence.js";
export { type FoundDataSet, filesInFolder, findDataSets } from "./datasets/find-data-sets.js";
export type { DataSetName } from "./datasets/layout.js";
export {
  dataSetNames,
  detectDataSet,
  type LoadOptions,
  loadDataSet,
} from "./datasets/load-data-set.js";
export { askOwnDocuments } from "./datasets/own-documents.js";
export { type DroppedFile, pickedFiles } from "./datasets/picked-files.js";
export { type ErrorCategory, errorCategories, errorCategory } from "./error-category.js";
export {
  type EvaluationEvent,
  type EvaluationOptions,
  evaluate,
  type ScoredRecord,
} from "./evaluate.js";
export { evaluationCollectionName } from "./evaluation-collection.js";
export { type EvaluationLog, memoryLog, recordKey } from "./evaluation-log.js";
export {
  type Grade,
  type GradedQuestion,
  gradeAnswer,
  type Verdict,
} from "./grade/grade-answer.js";
export { judgeAnswer } from "./grade/judge-answer.js";
export { attainment } from "./metrics/attainment.js";
export { cosineSimilarity } from "./metrics/cosine-similarity.js";
export { type ComparedText, comparedTexts, satisfies } from "./metrics/evidence-match.js";
export { type MeanWithMargin, meanWithMargin } from "./metrics/mean-with-margin.js";
export { type MetricInfo, metricInfo } from "./metrics/metric-info.js";
export { type ComparedCall, type ToolCallScore, toolCallScore } from "./metrics/tool-call-score.js";
export type {
  EvaluationAnswer,
  EvaluationRecord,
  RecordedCall,
  RecordedExchange,
  RecordedJudgement,
  RetrievedText,
  StrategyOutcome,
} from "./outcome.js";
export { type ReadRecords, readRecords } from "./read-records.js";
export { recordingModel } from "./recording-model.js";
export { replayingModel } from "./replaying-model.js";
export { makeReport, type ReportParts, reportJson } from "./report/make-report.js";
export type { EvaluationReport, StrategyReport } from "./report/report.js";
export { type MarkdownOptions, reportMarkdown } from "./report/report-markdown.js";
export { type ReportTable, reportTables } from "./report/report-tables.js";
export { type ScoreExtras, scoreRecord } from "./score-record.js";
export { scoredRecord } from "./scored-record.js";
export type { Scores } from "./scores.js";
export {
  deleteLog,
  exportLog,
  importLog,
  type StoredLogSummary,
  storedLog,
  storedLogs,
} from "./stored-log.js";
export {
  expandStrategies,
  type StrategyGroup,
  type StrategyListing,
  strategyGroups,
  strategyNamed,
  strategyNames,
} from "./strategies/strategy-named.js";
export type { StrategyOptions } from "./strategies/strategy-options.js";
export type {
  EvaluationStrategy,
  PreparedStrategy,
  StrategyContext,
} from "./strategy.js";
