// Public entry `pagehound`. Types of a method's arguments and results that are not exported here
// are derived from the method: `Parameters<Pagehound["grep"]>[1]`,
// `Awaited<ReturnType<Pagehound["storage"]>>`.
export type { Tool, Trace } from "../agent/index.js";
export { parseTrace } from "../agent/index.js";
export type { AskEvent, AskOptions, PagehoundOptions, RefusedFile } from "../client/index.js";
export { Pagehound, selfTest } from "../client/index.js";
export type {
  Answer,
  Citation,
  CollectionChange,
  DocumentId,
  DocumentSummary,
  ErrorCode,
  IngestEvent,
  InputFile,
} from "../core/index.js";
export { PagehoundError, requestLog } from "../core/index.js";
export type { LanguageModel } from "../models/index.js";
export type { SearchHit, SearchOptions, SearchResponse } from "../search/index.js";
