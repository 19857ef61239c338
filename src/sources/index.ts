/** What is kept elsewhere: documents in an engine's index, and APIs as tools. */
export { engineReader } from "./engine-reader.js";
export type { HttpApiOptions } from "./http-api.js";
export { HttpApi } from "./http-api.js";
export type { EngineOptions } from "./opensearch.js";
