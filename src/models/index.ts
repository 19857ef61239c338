// What the element needs of models, and the types of all that they take and give; `entries/models` is what users have.
export type { CallOptions } from "../core/call-options.js";
export type { JsonSchema } from "../core/json.js";
export type { CustomModelOptions, CustomReply } from "./custom-model.js";
export { customModel } from "./custom-model.js";
export type { LoadProgress } from "./download/load-progress.js";
export type {
  ChatMessage,
  ChatReply,
  ChatRequest,
  ChatUsage,
  CompleteOptions,
  JsonSchemaFormat,
  LanguageModel,
  ModelInfo,
  ModelName,
  ModelProvider,
  ReadingProgress,
} from "./language-model.js";
export { parametersOf, parseModelName, readableTokens, readingSpeedOf } from "./language-model.js";
export type { ReplyForm } from "./openai/dialect.js";
export type { EndpointNotice, EndpointOptions } from "./openai/endpoint-model.js";
export { connectEndpoint } from "./openai/endpoint-model.js";
export type {
  FindServersOptions,
  FoundServer,
  FoundServers,
  ModelServerName,
  ModelServerPlace,
  ServerRemedy,
} from "./openai/find-servers.js";
export { findModelServers, usualModelServers } from "./openai/find-servers.js";
export type { OfferedModel, ServedModel } from "./openai/model-lists.js";
export type { PromptApiAvailability, PromptApiOptions } from "./prompt-api/load-prompt-api.js";
export { loadPromptApi, promptApiAvailability } from "./prompt-api/load-prompt-api.js";
export type {
  AdapterReport,
  DeviceReport,
  ModelChoice,
  ModelNeeds,
} from "./web-llm/choose-model.js";
export { chooseModel, modelNeeds, probeDevice } from "./web-llm/choose-model.js";
export type { CacheBackend } from "./web-llm/engine-api.js";
export type { WebLlmOptions } from "./web-llm/load-web-llm.js";
export { loadWebLlm } from "./web-llm/load-web-llm.js";
export type { Precision, WebLlmModel, WebLlmVariant } from "./web-llm/models.js";
export { publishedBases, recommendedModels } from "./web-llm/models.js";
export type {
  StoredWebLlmModel,
  StoredWebLlmModelsOptions,
} from "./web-llm/stored-models.js";
export {
  deleteWebLlmModel,
  storedWebLlmModels,
} from "./web-llm/stored-models.js";
export type { WllamaOptions } from "./wllama/load-wllama.js";
export { loadWllama } from "./wllama/load-wllama.js";
export type { CpuModel, StoredWllamaModel } from "./wllama/models.js";
export {
  deleteWllamaModel,
  modelFileUrls,
  recommendedCpuModels,
  storedWllamaModels,
} from "./wllama/models.js";
