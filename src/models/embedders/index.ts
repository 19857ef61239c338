// Public entry `pagehound/embeddings`: what makes vectors, and the contract that an own one fulfils.
export type { LoadProgress } from "../download/load-progress.js";
export type { Embedder, EmbedderInfo, EmbedOptions } from "./embedder.js";
export type { EmbedderFile, PublishedEmbedder } from "./transformers/bring-files.js";
export { recommendedEmbedder } from "./transformers/bring-files.js";
export type { EmbedderOptions, StoredEmbedder } from "./transformers/load-embedder.js";
export {
  deleteStoredEmbedder,
  loadEmbedder,
  storedEmbedders,
} from "./transformers/load-embedder.js";
export type { EmbedderPrecision } from "./transformers/transformers-embedder.js";
