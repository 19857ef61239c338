// The entry of this room for all others: engines, HTTP APIs, tool servers and web folders.

export type { Connections, ConnectOptions } from "./connect.js";
export { connect } from "./connect.js";
export type {
  ServerPrompt,
  ServerResource,
  SignInOptions,
  SignInProgress,
  SignInStore,
} from "./mcp/api.js";
export type { ToolServerOptions } from "./mcp/tool-server.js";
export { finishSignIn, ToolServer } from "./mcp/tool-server.js";
export type { EngineReader } from "./sources/engine-reader.js";
export { engineReader } from "./sources/engine-reader.js";
export type { HttpApiOptions } from "./sources/http-api.js";
export { HttpApi } from "./sources/http-api.js";
export type { EngineOptions } from "./sources/opensearch.js";
export type {
  AddedFiles,
  FailedFile,
  WebFolder,
  WebFolderProgress,
  WebFolderReport,
  WebFolderTarget,
} from "./sources/web-folder.js";
export { addWebFolder } from "./sources/web-folder.js";
