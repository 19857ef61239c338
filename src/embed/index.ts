// Public entry `pagehound/embeddings`: what makes vectors, and the contract that an own one fulfils.
export type { LoadProgress } from "../models/download/load-progress.js";
export type { Embedder, EmbedderInfo, EmbedOptions } from "./embedder.js";
export {
  type EmbedderFile,
  type PublishedEmbedder,
  recommendedEmbedder,
} from "./recommended-embedder.js";
export type { EmbedderPrecision } from "./transformers/engine-api.js";
export type { EmbedderOptions } from "./transformers/load-embedder.js";
export { loadEmbedder } from "./transformers/load-embedder.js";
export type { StoredEmbedder } from "./transformers/stored-embedders.js";
export { deleteStoredEmbedder, storedEmbedders } from "./transformers/stored-embedders.js";
