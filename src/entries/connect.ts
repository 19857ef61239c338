// Public entry `pagehound/connect`: tool servers, HTTP APIs, search engines and web folders.
export { findSources, pooledReader } from "../agent/tools/pooled-reader.js";
export type { SourceReader } from "../agent/tools/tool.js";
export { type Connections, type ConnectOptions, connect } from "../connect/connect.js";
export type { SignInOptions, SignInProgress, SignInStore } from "../connect/mcp/api.js";
export {
  finishSignIn,
  type ToolServer,
  type ToolServerOptions,
} from "../connect/mcp/tool-server.js";
export type { EngineReader } from "../connect/sources/engine-reader.js";
export type { HttpApi, HttpApiOptions } from "../connect/sources/http-api.js";
export type { EngineOptions } from "../connect/sources/opensearch.js";
export {
  addWebFolder,
  type WebFolder,
  type WebFolderReport,
} from "../connect/sources/web-folder.js";
