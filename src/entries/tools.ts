// Public entry `pagehound/tools`: the library's tools for other loops, and documents as text.
export type {
  CollectionReader,
  CountTokens,
  DocumentTool,
  DocumentToolsOptions,
  TokenBudget,
  ToolDefinition,
  ToolReader,
  ToolResult,
} from "../agent/index.js";
export {
  citationsOf,
  documentTools,
  estimateTokens,
  grepText,
  listDocuments,
  neighbours,
  outline,
  passagesById,
  preview,
  queryNotes,
  read,
  searchText,
  tableHeads,
} from "../agent/index.js";
export { formatGrep } from "../search/index.js";
