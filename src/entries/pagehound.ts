// Public entry `pagehound`. What a method takes or gives and is not named here is taken from the method:
// `Parameters<Pagehound["grep"]>[1]`, `Awaited<ReturnType<Pagehound["storage"]>>`.
export type {
  Answer,
  AskEvent,
  AskOptions,
  Citation,
  CollectionChange,
  DocumentId,
  DocumentSummary,
  ErrorCode,
  IngestEvent,
  InputFile,
  LanguageModel,
  PagehoundOptions,
  RefusedFile,
  SearchHit,
  SearchOptions,
  SearchResponse,
  Tool,
  Trace,
} from "../index.js";
export { Pagehound, PagehoundError, parseTrace, requestLog, selfTest } from "../index.js";
