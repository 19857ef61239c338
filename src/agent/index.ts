// The public interface of this room: answers, tools, reading, and the contract of the agent worker.

export { noUsage, storedAnswer } from "./answer.js";
export type { AgentApi, AgentHostApi, AskRequest, SourceDefinition } from "./api.js";
export { sourceMethods } from "./api.js";
export { reciprocalRankScores } from "./context/opening-text.js";
export { loadPooledReader } from "./load-later.js";
export { withoutReasoning } from "./loop/reasoning.js";
export type { GrepTextOptions } from "./reading/grep-text.js";
export { grepText } from "./reading/grep-text.js";
export type { ListOptions, OutlineOptions } from "./reading/lists.js";
export { listDocuments, outline } from "./reading/lists.js";
export { tableHeads } from "./reading/passage-blocks.js";
export type { NeighbourOptions } from "./reading/passages-by-id.js";
export { neighbours, passagesById } from "./reading/passages-by-id.js";
export type { PreviewOptions, ReadOptions } from "./reading/read.js";
export { preview, read } from "./reading/read.js";
export type {
  CollectionReader,
  CountTokens,
  PassagePiece,
  PassageReading,
  ReadingContext,
  TokenBudget,
} from "./reading/reading.js";
export { checkedBudget, estimateTokens } from "./reading/reading.js";
export type { SearchTextOptions } from "./reading/search-text.js";
export { queryNotes, searchText } from "./reading/search-text.js";
export { placeNamed } from "./reading/wording.js";
export type { GuidedPart, StrategyName } from "./strategies.js";
export { guidedParts, minContextForTools, strategies } from "./strategies.js";
export { checkArguments } from "./tools/check-arguments.js";
export type { ToolDefinition, ToolSource } from "./tools/definition.js";
export { objectSchema, plainName, textSchema } from "./tools/definition.js";
export { asText, longestText, plainText, textWithin } from "./tools/foreign-text.js";
export {
  checkPrefix,
  foreignToolName,
  freeToolName,
  mostProperties,
  ownNames,
  plainLine,
  plainSchema,
  resolved,
  toolWords,
} from "./tools/foreign-tools.js";
export type { FindingCollection, PoolOptions } from "./tools/pooled-reader.js";
export { findSources, pooledReader } from "./tools/pooled-reader.js";
export { checkSources, readThrough, scopedTo, searchesBy } from "./tools/reader-stages.js";
export type { DocumentTool, DocumentToolsOptions } from "./tools/standard-tools.js";
export { documentTools } from "./tools/standard-tools.js";
export type {
  CitedResult,
  SelectedRow,
  Selection,
  SourceReader,
  Tool,
  ToolContext,
  ToolReader,
  ToolResult,
} from "./tools/tool.js";
export { citationsOf, documentOf } from "./tools/tool.js";
export type { ChangedDocument, Replay, ReplayDifference } from "./trace/compare-runs.js";
export type {
  AgentEvent,
  GuidedStep,
  Trace,
  TracedCall,
  TracedNote,
  TracedTurn,
} from "./trace/trace.js";
export { parseTrace } from "./trace/trace.js";
