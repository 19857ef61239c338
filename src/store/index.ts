// The public interface of this room: the database and the archive.

export type { DocumentToWrite, OpenArchive } from "./archive/archive.js";
export {
  ArchiveWriter,
  openArchive,
  packOriginal,
  sectionOf,
  unpackOriginal,
} from "./archive/archive.js";
export type {
  ArchivedConversation,
  ArchivedConversations,
  ArchivedTurn,
} from "./archive/archived-conversations.js";
export {
  conversationsVersion,
  maxConversations,
  readableAnswer,
} from "./archive/archived-conversations.js";
export type { ArchivedGrid, ArchivedGridAnswer } from "./archive/archived-grids.js";
export { maxGrids, requireReadableGrid } from "./archive/archived-grids.js";
export { damagedFile, documentIdShape, Malformed } from "./archive/checked.js";
export type { ArchivedIndex } from "./archive/index-record.js";
export type { ArchivedDocument, ArchivedGuide, Manifest } from "./archive/manifest.js";
export {
  archivedPath,
  archivedTitle,
  maxGuides,
  notebooksVersion,
  requireReadable,
} from "./archive/manifest.js";
export type { WrittenSection } from "./archive/section.js";
export { readSection, unpackSection, writeSection } from "./archive/section.js";
export { BlobSource, ChangedMeanwhile, HttpSource } from "./archive/source.js";
export type { ArrivalOutcome } from "./arrivals.js";
export type { Contents } from "./contents.js";
export { firstOnPage, packedLength, packPassages, unpackPassage } from "./contents.js";
export type {
  ConversationImport,
  Conversations,
  NewTurn,
  WholeConversation,
} from "./conversations.js";
export { joined } from "./conversations.js";
export { isNewer } from "./documents.js";
export type { GridImport, Grids, WholeGrid } from "./grids.js";
export type { IntakeOutcome, NewFile } from "./intake.js";
export type { JobAction, JobState } from "./job-state.js";
export { stateAfter, transitions } from "./job-state.js";
export type { ReadingAgain, Removal } from "./jobs.js";
export type {
  FilledNotebook,
  FoundNotebook,
  NewNotebook,
  NotebookChange,
  Notebooks,
} from "./notebooks.js";
export { unknownNotebook } from "./notebooks.js";
export type { Notes } from "./notes.js";
export { removedMeanwhile, unknownPublication } from "./publications.js";
export type {
  EmbedderRow,
  NamedDocument,
  SearchableDocument,
  StoredAttempt,
  StoredDocument,
  StoredFolder,
  StoredGrid,
  StoredGridAnswer,
  StoredJob,
  StoredNote,
  StoredNotebook,
  StoredNotePlace,
  StoredOriginal,
  StoredPassages,
  StoredPublication,
  StoredTurn,
  StoredVectors,
  VectorBasis,
  Versions,
  Written,
} from "./schema.js";
export {
  gridVersion,
  isNoOther,
  isOwn,
  notebookVersion,
  noteVersion,
  turnVersion,
  wasSeenHere,
} from "./schema.js";
export { Store } from "./store.js";
export { lostError } from "./transaction.js";
export type { VectorsKey } from "./vectors.js";
export { modelKey } from "./vectors.js";
