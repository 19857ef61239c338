// No entry: the types that entries use and have no name for, for the reference (`npm run docs`) alone.
export type { GrepTextOptions } from "../agent/reading/grep-text.js";
export type { ListOptions, OutlineOptions } from "../agent/reading/lists.js";
export type { NeighbourOptions } from "../agent/reading/passages-by-id.js";
export type { PreviewOptions, ReadOptions } from "../agent/reading/read.js";
export type { PassagePiece, PassageReading, ReadingContext } from "../agent/reading/reading.js";
export type { SearchTextOptions } from "../agent/reading/search-text.js";
export type { FindingCollection, PoolOptions } from "../agent/tools/pooled-reader.js";
export type { Asking } from "../client/asking.js";
export type { CollectionFile } from "../client/collection-file.js";
export type { Conversations } from "../client/conversations.js";
export type { ServerPrompt, ServerResource } from "../connect/mcp/api.js";
export type {
  AddedFiles,
  MissedFile,
  WebFolderProgress,
  WebFolderTarget,
} from "../connect/sources/web-folder.js";
export type { FindCoverage } from "../element/viewer/strings.js";
export type { DataSetName } from "../evaluation/datasets/layout.js";
export type {
  DroppedFile,
  FoundDataSet,
  LoadOptions,
} from "../evaluation/datasets/load-data-set.js";
export type { ComparedText } from "../evaluation/metrics/evidence.js";
export type { MetricInfo } from "../evaluation/metrics/metric-info.js";
export type { RecordingModel, ReplayingModel } from "../evaluation/recording.js";
export type { MetricMean, ReportParts, StrategyReport } from "../evaluation/report/make-report.js";
export type { MarkdownOptions } from "../evaluation/report/report-markdown.js";
export type { Scores } from "../evaluation/score-record.js";
export type { EvaluationLog, ReadRecords, StoredLogSummary } from "../evaluation/stored-log.js";
export {
  deleteLog,
  exportLog,
  importLog,
  memoryLog,
  readRecords,
  storedLog,
  storedLogs,
} from "../evaluation/stored-log.js";
export type { StrategyOptions } from "../evaluation/strategies/chunk-strategy.js";
export type { StrategyGroup, StrategyListing } from "../evaluation/strategies/strategy-named.js";
export type { HostileKind, HostileOptions } from "../evaluation/testing/hostile-model.js";
export type {
  ScriptedModel,
  ScriptedReply,
  ScriptedStep,
} from "../evaluation/testing/scripted-model.js";
export type { EmbedderInfo, EmbedOptions } from "../models/embedders/embedder.js";
export type {
  EmbedderFile,
  PublishedEmbedder,
} from "../models/embedders/transformers/bring-files.js";
export type { EmbedderOptions } from "../models/embedders/transformers/load-embedder.js";
export type { EmbedderPrecision } from "../models/embedders/transformers/transformers-embedder.js";
export type { ToolDocument, ToolParameter } from "../search/tool-knowledge/tool-document.js";
