// Public entry `pagehound/models`: what answers questions and makes vectors, and the contracts that others fulfil.
export { customModel } from "../models/custom-model.js";
export type { LoadProgress } from "../models/download/load-progress.js";
export type { Embedder } from "../models/embedders/embedder.js";
export { recommendedEmbedder } from "../models/embedders/transformers/bring-files.js";
export { loadEmbedder } from "../models/embedders/transformers/load-embedder.js";
export type { ChatReply, ChatRequest, LanguageModel, ModelInfo } from "../models/language-model.js";
export { parametersOf } from "../models/language-model.js";
export { connectEndpoint } from "../models/openai/endpoint-model.js";
export { findModelServers, usualModelServers } from "../models/openai/find-servers.js";
export { loadPromptApi, promptApiAvailability } from "../models/prompt-api/load-prompt-api.js";
export { type StoredModel, storedModels } from "../models/stored-models.js";
export { chooseModel, modelNeeds, probeDevice } from "../models/web-llm/choose-model.js";
export { loadWebLlm } from "../models/web-llm/load-web-llm.js";
export { publishedBases, recommendedModels } from "../models/web-llm/models.js";
export { loadWllama } from "../models/wllama/load-wllama.js";
export { modelFileUrls, recommendedCpuModels } from "../models/wllama/models.js";
