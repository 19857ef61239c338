// No entry: the types that entries use and have no name for, for the reference (`npm run docs`) alone.
export type {
  FindingCollection,
  GrepTextOptions,
  ListOptions,
  NeighbourOptions,
  OutlineOptions,
  PassagePiece,
  PassageReading,
  PoolOptions,
  PreviewOptions,
  ReadingContext,
  ReadOptions,
  SearchTextOptions,
} from "../agent/index.js";
export type { Asking, CollectionFile, Conversations } from "../client/index.js";
export type {
  AddedFiles,
  MissedFile,
  ServerPrompt,
  ServerResource,
  WebFolderProgress,
  WebFolderTarget,
} from "../connect/index.js";
export type { FindCoverage } from "../element/index.js";
export type {
  ComparedText,
  DataSetName,
  DroppedFile,
  EvaluationLog,
  FoundDataSet,
  HostileKind,
  HostileOptions,
  LoadOptions,
  MarkdownOptions,
  MetricInfo,
  MetricMean,
  ReadRecords,
  RecordingModel,
  ReplayingModel,
  ReportParts,
  Scores,
  ScriptedModel,
  ScriptedReply,
  ScriptedStep,
  StoredLogSummary,
  StrategyGroup,
  StrategyListing,
  StrategyOptions,
  StrategyReport,
} from "../evaluation/index.js";
export {
  deleteLog,
  exportLog,
  importLog,
  memoryLog,
  readRecords,
  storedLog,
  storedLogs,
} from "../evaluation/index.js";
export type {
  EmbedderFile,
  EmbedderInfo,
  EmbedderOptions,
  EmbedderPrecision,
  EmbedOptions,
  PublishedEmbedder,
} from "../models/index.js";
export type { ToolDocument, ToolParameter } from "../search/index.js";
