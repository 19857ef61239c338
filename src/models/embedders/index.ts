// What the element needs of embedders, loaded when somebody asks for search by meaning.
export type { Embedder } from "./embedder.js";
export { recommendedEmbedder } from "./transformers/bring-files.js";
export {
  deleteStoredEmbedder,
  loadEmbedder,
  storedEmbedders,
} from "./transformers/load-embedder.js";
