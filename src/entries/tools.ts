// Public entry `pagehound/tools`: the library's tools for other loops, and documents as text for a model.
export {
  type CollectionReader,
  type CountTokens,
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
  type TokenBudget,
  tableHeads,
} from "../agent/reading/index.js";
export type { ToolDefinition } from "../agent/tools/definition.js";
export {
  type DocumentTool,
  type DocumentToolsOptions,
  documentTools,
} from "../agent/tools/standard-tools.js";
export { citationsOf, type ToolReader, type ToolResult } from "../agent/tools/tool.js";
export { formatGrep } from "../search/grep/format-grep.js";
