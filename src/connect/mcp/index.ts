export type {
  ServerPrompt,
  ServerResource,
  SignInOptions,
  SignInProgress,
  SignInStore,
} from "./api.js";
export type { ToolServerOptions } from "./tool-server.js";
export { finishSignIn, ToolServer } from "./tool-server.js";
