// Public entry `pagehound/tools`: the library's own tools, for other loops.
export type { Citation } from "../../core/answer.js";
export type { CallOptions } from "../../core/call-options.js";
export type { JsonSchema, ObjectSchema } from "../../core/json.js";
export type { TokenBudget } from "../reading/reading.js";
export type { ToolDefinition } from "./definition.js";
export {
  type DocumentTool,
  type DocumentToolsOptions,
  documentTools,
} from "./standard-tools.js";
export { type CitedResult, citationsOf, type ToolReader, type ToolResult } from "./tool.js";
