// Public entry `pagehound/models`: what answers questions, and the contract that an own one fulfils.
export type { CallOptions } from "../core/call-options.js";
export type { JsonSchema } from "../core/json-schema.js";
export type {
  ChatMessage,
  ChatReply,
  ChatRequest,
  ChatUsage,
  JsonSchemaFormat,
  LanguageModel,
  ModelInfo,
  ModelProvider,
} from "./language-model.js";
export type { LoadProgress } from "./load-progress.js";
export type { ModelName } from "./model-name.js";
export { parseModelName } from "./model-name.js";
export type { EndpointOptions } from "./openai/connect-endpoint.js";
export { connectEndpoint } from "./openai/connect-endpoint.js";
export type { PromptApiAvailability, PromptApiOptions } from "./prompt-api/load-prompt-api.js";
export { loadPromptApi, promptApiAvailability } from "./prompt-api/load-prompt-api.js";
export type { ModelChoice, ModelNeeds } from "./web-llm/choose-model.js";
export { chooseModel, modelNeeds } from "./web-llm/choose-model.js";
export type { CacheBackend } from "./web-llm/file-store.js";
export type { WebLlmOptions } from "./web-llm/load-web-llm.js";
export { loadWebLlm } from "./web-llm/load-web-llm.js";
export type { Precision, WebLlmModel, WebLlmVariant } from "./web-llm/models.js";
export { recommendedModels } from "./web-llm/models.js";
export type { AdapterReport, DeviceReport } from "./web-llm/probe-device.js";
export { probeDevice } from "./web-llm/probe-device.js";
export type {
  StoredModel as StoredWebLlmModel,
  StoredModelsOptions as StoredWebLlmModelsOptions,
} from "./web-llm/stored-models.js";
export {
  deleteStoredModel as deleteWebLlmModel,
  storedModels as storedWebLlmModels,
} from "./web-llm/stored-models.js";
export type { WllamaOptions } from "./wllama/load-wllama.js";
export { loadWllama } from "./wllama/load-wllama.js";
export type { CpuModel } from "./wllama/recommended-models.js";
export { recommendedCpuModels } from "./wllama/recommended-models.js";
export type { StoredModel as StoredWllamaModel } from "./wllama/stored-models.js";
export {
  deleteStored as deleteWllamaModel,
  storedModels as storedWllamaModels,
} from "./wllama/stored-models.js";
