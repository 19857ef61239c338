/**
 * The class and the types of all that it takes and gives, for the rooms outside and for the reference.
 * The package's entries, which name what users need, are in `entries`.
 *
 * @module types
 */

export type {
  Answer,
  AnswerSentence,
  BestPassage,
  MisplacedNumber,
  RunUsage,
} from "./agent/answer.js";
export type { CollectionReader, CountTokens, TokenBudget } from "./agent/reading/reading.js";
export type { GuidedPart, StrategyName } from "./agent/strategies.js";
export type { ToolDefinition, ToolSource } from "./agent/tools/definition.js";
export type {
  SelectedRow,
  Selection,
  Tool,
  ToolContext,
  ToolReader,
  ToolResult,
} from "./agent/tools/tool.js";
export type { ChangedDocument, Replay, ReplayDifference } from "./agent/trace/compare-runs.js";
export type {
  AgentEvent,
  GuidedStep,
  PastTurn,
  Trace,
  TracedCall,
  TracedNote,
  TracedTurn,
} from "./agent/trace/trace.js";
export { parseTrace } from "./agent/trace/trace.js";
export type { AskEvent, AskOptions, Conversation, ConversationTurn } from "./client/ask.js";
export type { Embeddings } from "./client/embeddings.js";
export type { ExtractionGuides } from "./client/extraction-guides.js";
export type { AddReport, IngestQueue, RefusedFile } from "./client/ingest.js";
export type { CallToConfirm, ConfirmCall, ToolExamples } from "./client/page-tools.js";
export type { PagehoundOptions } from "./client/pagehound.js";
export { Pagehound } from "./client/pagehound.js";
export type { PublishedCollections } from "./client/published.js";
export type { Run } from "./client/run.js";
export type { SelfTestOptions, SelfTestReport, SelfTestStep } from "./client/self-test.js";
export { selfTest } from "./client/self-test.js";
export type { OcrOptions } from "./client/start-collection.js";
export type { StorageState, StoredCollection } from "./client/storage.js";
export type {
  DocumentSize,
  EmbeddingsProgress,
  EmbeddingsState,
  GrepResponse,
  ToolExample,
} from "./collection/api.js";
export type { CollectionClient } from "./collection/client.js";
export type {
  Calculation,
  Citation,
  ConversationSummary,
  EvidencePlace,
  Operand,
  SourceRows,
} from "./core/answer.js";
export type { CallOptions } from "./core/call-options.js";
export type {
  DocumentId,
  DocumentMetadata,
  DocumentSource,
  DocumentSummary,
  FormatId,
  Heading,
  HeadingId,
  OutlineEntry,
  PageCounts,
  PageGap,
  PageUnit,
  TextEncoding,
} from "./core/document.js";
export type { ErrorCode, ErrorData } from "./core/errors.js";
export { PagehoundError } from "./core/errors.js";
export type {
  CollectionChange,
  ImportedCollection,
  IngestEvent,
  IngestFile,
  IngestList,
  IngestProblem,
  IngestState,
  InputFile,
  LeftOutDocument,
  PublishedCollection,
  PublishedUpdate,
  TransferProgress,
} from "./core/ingest.js";
export type { JsonSchema, ObjectSchema } from "./core/json.js";
export type {
  Box,
  ItemRange,
  Line,
  LineKind,
  Page,
  PageCells,
  PageFormulas,
  PageGeometry,
  PageRange,
  PageState,
  Span,
} from "./core/page.js";
export { itemRanges, spanBoxes } from "./core/page.js";
export type { EvidenceId, PassageText } from "./core/passage.js";
export type { LoggedRequest, RequestLog, RequestSource } from "./core/requests/log.js";
export { requestLog } from "./core/requests/log.js";
export type { SeenRequest } from "./core/requests/watch.js";
export type {
  CellId,
  Table,
  TableCell,
  TableColumn,
  TableId,
  TablePeriod,
  TableRow,
  TableSource,
  TableText,
  TableUnit,
} from "./core/table.js";
export type { ToolOrigin, ToolText } from "./core/tool-text.js";
export type { LoadProgress } from "./models/download/load-progress.js";
export type {
  ChatMessage,
  ChatReply,
  ChatRequest,
  ChatUsage,
  CompleteOptions,
  JsonSchemaFormat,
  LanguageModel,
  ModelInfo,
  ModelProvider,
  ReadingProgress,
} from "./models/language-model.js";
export type {
  Correction,
  Coverage,
  CoverageGap,
  DatedDocument,
  Excerpt,
  FoundDocument,
  FoundFigure,
  FoundRow,
  QuerySide,
  RelaxedPart,
  RowQuery,
  SamePlace,
  SearchHit,
  SearchMode,
  SearchOptions,
  SearchResponse,
  SourceFailure,
  UnmetFilters,
} from "./search/api.js";
export type {
  DocumentMatchCount,
  GrepFindings,
  GrepHit,
  GrepLine,
  GrepOptions,
  GrepProgress,
  GrepStop,
  MatchCount,
  NumberedLine,
  PageMatchCount,
  PatternOptions,
} from "./search/grep/api.js";
export type { GrepForm, GrepFormatOptions } from "./search/grep/format-grep.js";
export { formatGrep } from "./search/grep/format-grep.js";
export type { IgnoredPart } from "./search/query/index-query.js";
export type { ExtractionGuide, GuidePlace } from "./search/source-knowledge/guide.js";
