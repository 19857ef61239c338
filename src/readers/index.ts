// The public interface of this room: formats, passages and tables.

export type {
  DrawApi,
  DrawOutlineEntry,
  HighlightToWrite,
  OpenOutcome,
  Picture,
  Sheet,
  SheetLink,
  SheetText,
} from "./draw/api.js";
export type { DrawThreads } from "./draw/threads.js";
export { startDrawThreads } from "./draw/threads.js";
export type {
  AttachedFile,
  Bookmark,
  OpenedDocument,
  OpeningProgress,
  PageProgress,
  ParseApi,
  ParseSetup,
} from "./format.js";
export { formatVersions, recognitionOf } from "./format.js";
export type { OcrSetup } from "./ocr/recogniser.js";
export { countWords, cutPassages, passagesVersion } from "./passages.js";
export { Settler } from "./settle.js";
export { continueTables, tablesOf } from "./tables/tables-of.js";
