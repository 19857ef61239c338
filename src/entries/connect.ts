// Public entry `pagehound/connect`: tool servers, HTTP APIs, search engines and web folders.
export type { SourceReader } from "../agent/index.js";
export { findSources, pooledReader } from "../agent/index.js";
export type {
  Connections,
  ConnectOptions,
  EngineOptions,
  EngineReader,
  HttpApi,
  HttpApiOptions,
  SignInOptions,
  SignInProgress,
  SignInStore,
  ToolServer,
  ToolServerOptions,
  WebFolder,
  WebFolderReport,
} from "../connect/index.js";
export { addWebFolder, connect, finishSignIn } from "../connect/index.js";
