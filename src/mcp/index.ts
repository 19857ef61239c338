export type { ServerPrompt, ServerResource, SignInOptions, SignInStore } from "./api.js";
export type { ToolServerOptions } from "./tool-server.js";
export { finishSignIn, ToolServer } from "./tool-server.js";
