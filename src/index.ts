export type {
  Answer,
  AnswerSentence,
  BestPassage,
  RunUsage,
} from "./agent/answer.js";
export type { AgentEvent } from "./agent/events.js";
export { parseTrace } from "./agent/parse-trace.js";
export type { PastTurn } from "./agent/past-turn.js";
export type { ChangedDocument, Replay, ReplayDifference } from "./agent/replay-result.js";
export type { StrategyName } from "./agent/strategies.js";
export type { Trace, TracedCall, TracedNote, TracedTurn } from "./agent/trace.js";
export type { AskEvent, AskOptions } from "./ask.js";
export type {
  DocumentSize,
  EmbeddingsProgress,
  EmbeddingsState,
  GrepResponse,
} from "./collection/api.js";
export type { Calculation, Operand } from "./core/calculation.js";
export type { CallOptions } from "./core/call-options.js";
export type { Citation, EvidencePlace } from "./core/citation.js";
export type { ConversationSummary } from "./core/conversation.js";
export type {
  DocumentId,
  DocumentMetadata,
  DocumentSource,
  DocumentSummary,
  FormatId,
  Heading,
  PageCounts,
  PageGap,
} from "./core/document.js";
export type { ErrorCode, ErrorData } from "./core/errors.js";
export { PagehoundError } from "./core/errors.js";
export type {
  CollectionChange,
  IngestEvent,
  IngestFile,
  IngestList,
  IngestProblem,
  IngestState,
  InputFile,
} from "./core/ingest.js";
export type { JsonSchema, ObjectSchema } from "./core/json-schema.js";
export type { HeadingId, OutlineEntry } from "./core/outline.js";
export type { Line, LineKind, Page, PageState } from "./core/page.js";
export type { Box, ItemRange, PageGeometry } from "./core/page-geometry.js";
export { itemRanges, spanBoxes } from "./core/page-geometry.js";
export type { PageRange } from "./core/page-range.js";
export type { EvidenceId, PassageText } from "./core/passage.js";
export type {
  ImportedCollection,
  LeftOutDocument,
  PublishedCollection,
  PublishedUpdate,
  TransferProgress,
} from "./core/published.js";
export type { Span } from "./core/span.js";
export type { Embeddings } from "./embeddings.js";
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
} from "./grep/api.js";
export type { GrepForm, GrepFormatOptions } from "./grep/format-grep.js";
export { formatGrep } from "./grep/format-grep.js";
export type { IngestQueue } from "./ingest-queue.js";
export type {
  ChatMessage,
  ChatReply,
  ChatRequest,
  ChatUsage,
  JsonSchemaFormat,
  LanguageModel,
  ModelInfo,
  ModelProvider,
} from "./model/language-model.js";
export type { LoadProgress } from "./model/load-progress.js";
export type { OcrOptions } from "./ocr-setup.js";
export type { ConfirmCall } from "./page-tools.js";
export type { Conversation, ConversationTurn, PagehoundOptions } from "./pagehound.js";
export { Pagehound } from "./pagehound.js";
export type { PublishedCollections } from "./published.js";
export type { CollectionReader } from "./reading/collection-reader.js";
export type { CountTokens, TokenBudget } from "./reading/reading.js";
export type { RequestLog } from "./requests/log.js";
export { requestLog } from "./requests/log.js";
export type { LoggedRequest, RequestSource, SeenRequest } from "./requests/request.js";
export type {
  Correction,
  Coverage,
  CoverageGap,
  Excerpt,
  SearchHit,
  SearchMode,
  SearchOptions,
  SearchResponse,
} from "./search/api.js";
export type { IgnoredPart } from "./search/query-syntax.js";
export type { SelfTestOptions, SelfTestReport, SelfTestStep } from "./self-test.js";
export { selfTest } from "./self-test.js";
export type { StorageState } from "./storage.js";
export type { Tool, ToolContext, ToolDefinition, ToolResult } from "./tools/tool.js";
export type { ToolReader } from "./tools/tool-reader.js";
