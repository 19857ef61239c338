/** What is kept elsewhere: documents, read by the same calls as those of a collection, and APIs as tools. */
export {
  type FindingCollection,
  findSources,
  type PoolOptions,
  pooledReader,
} from "../../agent/tools/pooled-reader.js";
export type { SourceReader } from "../../agent/tools/tool.js";
export { type EngineReader, engineReader } from "./engine-reader.js";
export type { HttpApiOptions } from "./http-api.js";
export { HttpApi } from "./http-api.js";
export type { EngineOptions } from "./opensearch.js";
export {
  type AddedFiles,
  addWebFolder,
  type MissedFile,
  type WebFolder,
  type WebFolderProgress,
  type WebFolderReport,
  type WebFolderTarget,
} from "./web-folder.js";
