/** Documents that are kept elsewhere, read by the same calls as those of a collection. */
export { type PoolOptions, pooledReader } from "../tools/pooled-reader.js";
export type { SourceReader } from "../tools/tool.js";
export { type EngineReader, engineReader } from "./engine-reader.js";
export type { EngineOptions } from "./opensearch.js";
