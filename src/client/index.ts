// The only entry point to this room: the class `Pagehound` and the types of its arguments and
// results.

export type {
  AskEvent,
  AskOptions,
  Conversation,
  ConversationTurn,
  MeasuredAskOptions,
} from "./ask.js";
export type { Asking } from "./asking.js";
export type { CollectionExport, CollectionFile } from "./collection-file.js";
export type { Conversations } from "./conversations.js";
export { startDrawingWorker, startReadingWorker } from "./draw-workers.js";
export type { Embeddings } from "./embeddings.js";
export type { ExtractionGuides } from "./extraction-guides.js";
export type {
  AddFolderOptions,
  FolderOptions,
  FolderReport,
  WatchedFolder,
  WatchedFolders,
} from "./folders.js";
export type { GridInput, GridOptions } from "./grid-work.js";
export type { Grids } from "./grids.js";
export type { AddReport, IngestQueue, RefusedFile } from "./ingest.js";
export { loadPagehound, loadSelfTest } from "./load-later.js";
export type { NotesFileOptions, NotesFileProgress } from "./note-files.js";
export type { Notebooks } from "./notebooks.js";
export type { Notes } from "./notes.js";
export type { CallToConfirm, ConfirmCall, ToolExamples } from "./page-tools.js";
export { Pagehound } from "./pagehound.js";
export type { ProbeOptions, ProbeProgress, ProbeResult } from "./probe/ask-probe.js";
export { probeModel } from "./probe/probe-model.js";
export type { ProbeFault } from "./probe/questions.js";
export { probeVersion } from "./probe/version.js";
export type { PublishedCollections } from "./published.js";
export type { Run } from "./run.js";
export type { SelfTestOptions, SelfTestReport, SelfTestStep } from "./self-test.js";
export { selfTest } from "./self-test.js";
export type { OcrOptions, PagehoundOptions } from "./start-collection.js";
export type { StorageState, StoredCollection } from "./storage.js";
