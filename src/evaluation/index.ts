// Public entry `pagehound/evaluation`: the published experiments, on one's own documents and model.

export type { ToolDocument, ToolParameter } from "../search/tool-knowledge/tool-document.js";
export type {
  CatalogueTool,
  EvaluationAnswer,
  EvaluationDataSet,
  EvaluationDocument,
  EvaluationFiles,
  EvaluationQuestion,
  EvaluationRecord,
  EvaluationStrategy,
  EvidenceUnit,
  GoldEvidence,
  PreparedStrategy,
  RecordedCall,
  RecordedExchange,
  RecordedJudgement,
  RetrievedText,
  SourcePlace,
  StrategyContext,
  StrategyOutcome,
} from "./api.js";
export { checkEvidence } from "./datasets/fields.js";
export type { DataSetName } from "./datasets/layout.js";
export { askOwnDocuments } from "./datasets/layout.js";
export {
  type DroppedFile,
  dataSetNames,
  detectDataSet,
  type FoundDataSet,
  filesInFolder,
  findDataSets,
  type LoadOptions,
  loadDataSet,
  pickedFiles,
} from "./datasets/load-data-set.js";
export { type ErrorCategory, errorCategories, errorCategory } from "./error-category.js";
export { evaluate, evaluationCollectionName } from "./evaluate.js";
export type { EvaluationEvent, EvaluationOptions } from "./evaluation-run.js";
export {
  type Grade,
  type GradedQuestion,
  gradeAnswer,
  type Verdict,
} from "./grade/grade-answer.js";
export { type Judgement, judgeAnswer } from "./grade/judge-answer.js";
export {
  type ComparedCall,
  cosineSimilarity,
  type ToolCallScore,
  toolCallScore,
} from "./metrics/comparisons.js";
export { type ComparedText, comparedTexts, satisfies } from "./metrics/evidence.js";
export {
  attainment,
  type MeanWithMargin,
  type MetricInfo,
  meanWithMargin,
  metricInfo,
  wilsonInterval,
} from "./metrics/metric-info.js";
export {
  type RecordingModel,
  type ReplayingModel,
  recordingModel,
  replayingModel,
} from "./recording.js";
export type { EvaluationReport, MetricMean, StrategyReport } from "./report/make-report.js";
export { makeReport, type ReportParts, reportJson } from "./report/make-report.js";
export {
  type MarkdownOptions,
  type ReportTable,
  reportMarkdown,
  reportTables,
} from "./report/report-markdown.js";
export type { ScoredRecord, Scores } from "./score-record.js";
export { type ScoreExtras, scoredRecord, scoreRecord } from "./score-record.js";
export {
  deleteLog,
  type EvaluationLog,
  exportLog,
  importLog,
  memoryLog,
  type ReadRecords,
  readRecords,
  recordKey,
  type StoredLogSummary,
  storedLog,
  storedLogs,
} from "./stored-log.js";
export type { StrategyOptions } from "./strategies/chunk-strategy.js";
export {
  expandStrategies,
  type StrategyGroup,
  type StrategyListing,
  strategyGroups,
  strategyNamed,
  strategyNames,
} from "./strategies/strategy-named.js";
