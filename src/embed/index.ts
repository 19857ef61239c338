// Public entry `pagehound/embeddings`: what makes vectors, and the contract that an own one fulfils.
export type { Embedder, EmbedderInfo, EmbedOptions } from "./embedder.js";
