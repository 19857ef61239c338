/** Documents that are kept elsewhere, read by the same calls as those of a collection. */
export { engineReader } from "./engine-reader.js";
export type { EngineOptions } from "./opensearch.js";
