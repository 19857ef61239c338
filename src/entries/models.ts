// Public entry `pagehound/models`: language models and embedders, and the contracts that others
// implement.
export { probeModel } from "../client/index.js";
export type {
  ChatReply,
  ChatRequest,
  Embedder,
  LanguageModel,
  LoadProgress,
  ModelInfo,
  StoredModel,
} from "../models/index.js";
export {
  chooseModel,
  connectEndpoint,
  customModel,
  findModelServers,
  loadEmbedder,
  loadPromptApi,
  loadTransformers,
  loadWebLlm,
  loadWllama,
  modelFileUrls,
  modelNeeds,
  parametersOf,
  probeDevice,
  promptApiAvailability,
  publishedBases,
  recommendedCpuModels,
  recommendedEmbedder,
  recommendedModels,
  storedModels,
  usualModelServers,
} from "../models/index.js";
