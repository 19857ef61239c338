// The only entry point to this room: what all rooms share.

export { percentDecoded, withSlash } from "./addresses.js";
export type {
  Answer,
  AnswerPart,
  AnswerSentence,
  BestPassage,
  Calculation,
  Citation,
  ClaimedCitation,
  ComparedRows,
  ConversationSummary,
  Correction,
  CountedList,
  Coverage,
  CoverageGap,
  DirectAnswer,
  DraftAnswer,
  DraftSentence,
  EvidencePlace,
  MisplacedNumber,
  Operand,
  PastTurn,
  RunUsage,
  SaidAnswer,
  SourceFailure,
  SourceRows,
  UnsaidFact,
} from "./answer.js";
export { citationOf } from "./answer.js";
export { misplacedNumber, runUsage } from "./answer-shapes.js";
export type { AnswerUnit } from "./answer-units.js";
export { answerUnits, sentencesIn } from "./answer-units.js";
export { append, appendTo, countsOf, keptOrMade } from "./append.js";
export {
  checkBlob,
  checkEach,
  checkedOptions,
  checkedUrl,
  checkFunction,
  checkHeaders,
  checkList,
  checkNumber,
  checkShape,
  checkText,
  checkTexts,
  not,
  wholeNumber,
} from "./arguments.js";
export { asRead } from "./as-read.js";
export { AwakeTimer } from "./awake-timer.js";
export { areEqual, byteText } from "./byte-arrays.js";
export type { BodyBounds, Excess } from "./bytes.js";
export {
  answerWithin,
  BodyOutOfBounds,
  BoundedReader,
  beginningOf,
  boundedBytes,
  boundedPieces,
  boundedText,
  downloadPace,
  excessOf,
  hexadecimal,
  hideSecrets,
  joined,
  sha256,
  textHash,
} from "./bytes.js";
export type { CallOptions } from "./call-options.js";
export { eitherSignal, never, pause, slicer, untilAborted } from "./call-options.js";
export type { BreakTokens } from "./control-tokens.js";
export { tokenBreaker, unusualTokens, withoutBreaks } from "./control-tokens.js";
export type { CountedUnit } from "./counted-units.js";
export { countedUnits, inUnits } from "./counted-units.js";
export type { Step, StepCulprit } from "./current-step.js";
export { currentStep, duringStep, inStep, resumeStep } from "./current-step.js";
export { cutText } from "./cut-text.js";
export { debug } from "./debug-log.js";
export { deviceMemory } from "./device-memory.js";
export type {
  DocumentDay,
  DocumentId,
  DocumentMetadata,
  DocumentSource,
  DocumentSummary,
  FormatId,
  Heading,
  HeadingId,
  Language,
  OutlineEntry,
  PageCounts,
  PageGap,
  PageUnit,
  TextEncoding,
} from "./document.js";
export {
  absentDocumentId,
  chosenEncoding,
  countedAs,
  documentDay,
  documentId,
  documentOrdinal,
  headingId,
  isOnePiece,
  knownFormats,
  knownLanguages,
  legalForm,
  mostSources,
  pageUnits,
  parseHeadingId,
  pooledOrdinal,
  sectionEnds,
  sourceOrdinal,
} from "./document.js";
export { documentAuthor } from "./document-author.js";
export {
  longestPath,
  metadataMembers,
  pageCounts,
  pageGaps,
  points,
} from "./document-shapes.js";
export { documentTitle, isAuthority, lettersAndDigits } from "./document-title.js";
export { choosableEncodings, knownEncoding } from "./encodings.js";
export type { ErrorCode, ErrorData } from "./errors.js";
export { invalidArgument, messageOf, notFound, PagehoundError } from "./errors.js";
export { exactRanges, isSeen, seenBoxes } from "./exact-ranges.js";
export type { AssetReport } from "./fetch-asset.js";
export { fetchAsset, hasStandIn } from "./fetch-asset.js";
export { formatNames, formatOfType, offeredTypes } from "./formats.js";
export type {
  GridAnswer,
  GridCitation,
  GridColumn,
  GridColumnInput,
  GridColumnType,
  GridDefinition,
  GridDocument,
  GridRemark,
  GridReview,
  GridStatus,
  GridValue,
} from "./grid.js";
export {
  askedOf,
  checkGridText,
  completeColumns,
  isCurrent,
  keyOf,
  longestGridText,
  maxColumns,
  maxRemovedColumns,
} from "./grid.js";
export { groupDigits } from "./group-digits.js";
export type {
  ChangedGrid,
  CollectionChange,
  ImportedCollection,
  ImportedConversations,
  ImportedGrids,
  IngestEvent,
  IngestFile,
  IngestList,
  IngestProblem,
  IngestState,
  InputFile,
  LeftOutDocument,
  LeftOutGrid,
  MovedDocument,
  PublishedCollection,
  PublishedUpdate,
  SeenFile,
  TransferProgress,
  UndoneImport,
} from "./ingest.js";
export { mayRead, readPermission } from "./ingest.js";
export type { JsonSchema, ObjectSchema } from "./json.js";
export { isNestedWithin, isRecord, parseJson, sameJson } from "./json.js";
export { lazy } from "./lazy.js";
export { doUnlessHeld, holdLock, openLock, restorableLock } from "./locks.js";
export { ModelHosts, modelListName } from "./model-hosts.js";
export type {
  FoundPlace,
  Note,
  NoteChange,
  NoteColor,
  NoteInput,
  NotePlace,
  TextQuote,
} from "./note.js";
export {
  longestNote,
  longestQuote,
  maxNotePlaces,
  maxNotes,
  noteColors,
  noteShape,
  usualNoteColor,
} from "./note.js";
export type { ArchivedNotebook, Notebook, NotebookContents } from "./notebook.js";
export { longestNotebookTitle, maxNotebookIds, maxNotebooks, notebookShape } from "./notebook.js";
export { oncePer } from "./once-per.js";
export {
  byCodeUnits,
  hiddenName,
  hiddenSlide,
  literalSource,
  oneLine,
  outsidePair,
  pageName,
  plainLabel,
  truncated,
  withoutHidden,
  withoutUnseen,
} from "./one-line.js";
export type {
  Box,
  ItemRange,
  Line,
  LineKind,
  PackedPage,
  Page,
  PageCells,
  PageFormulas,
  PageGeometry,
  PageRange,
  PageSequence,
  PageState,
  Span,
} from "./page.js";
export {
  clipRanges,
  firstIndex,
  intersect,
  itemRanges,
  longestFormula,
  longestSide,
  maxRules,
  mergeRanges,
  mergeSpans,
  packPage,
  pageRanges,
  pagesIn,
  paperScale,
  spanBoxes,
  unpackPage,
} from "./page.js";
export type { EvidenceId, Passage, PassageText } from "./passage.js";
export { evidenceId, parseEvidenceId } from "./passage.js";
export {
  assetsBeside,
  DistinctPaths,
  fileName,
  folderName,
  freePath,
  isHiddenPath,
  isSafelyReached,
  isWebAddress,
  numberedPath,
  onThisComputer,
  parseUrl,
} from "./paths.js";
export type { PictureFile } from "./picture.js";
export {
  NoFilters,
  openPicture,
  PictureError,
  paperOf,
  pictureKind,
  WorkerCanvasFactory,
} from "./picture.js";
export type { DocumentPlace, PagePlace } from "./place.js";
export { columnLetters, formulaAt, labelAt } from "./place.js";
export { printedLabel } from "./printed-label.js";
export type { LoggedRequest, RequestLog, RequestSource } from "./requests/log.js";
export { requestLog, tryRequests } from "./requests/log.js";
export type { SeenRequest } from "./requests/watch.js";
export { retryAfter, whenToRetry } from "./retry-after.js";
export type { Connection, Method } from "./rpc/remote.js";
export { connect, inParts, transfer, unreadable, wholeOf } from "./rpc/remote.js";
export { serve } from "./rpc/serve.js";
export type { WatchedConnection } from "./rpc/watched.js";
export { connectWatched } from "./rpc/watched.js";
export type { ConnectedWorker, HostedWorker } from "./rpc/worker-host.js";
export {
  connectWorker,
  hostWorker,
  loadWorker,
  succeedsWithin,
  workerFolder,
} from "./rpc/worker-host.js";
export {
  markedTexts,
  type SentencePart,
  type SentenceParts,
  wholeMarks,
  wholeText,
} from "./sentence-part.js";
export type { Shape } from "./shape.js";
export {
  anyObject,
  boolean,
  count,
  integer,
  list,
  listWithin,
  Mismatch,
  mapped,
  matches,
  mismatch,
  nullable,
  number,
  object,
  oneOf,
  optional,
  placeOf,
  shape,
  text,
  textWithin,
  variant,
} from "./shape.js";
export { isSoftwareAdapter } from "./software-adapter.js";
export { steadyNow } from "./steady-clock.js";
export type {
  CellId,
  Table,
  TableCell,
  TableColumn,
  TableId,
  TablePeriod,
  TablePlace,
  TableRow,
  TableSource,
  TableText,
  TableUnit,
} from "./table.js";
export { cellId, monthsOf, noUnit, parseTablePlace, tableId } from "./table.js";
export type { Abbreviation } from "./text/abbreviations.js";
export { AbbreviationBook, findAbbreviations } from "./text/abbreviations.js";
export { isEnglishWord } from "./text/dictionary.js";
export { classAt, digit, fold, hangul, letter, mark, unspaced, wordFinder } from "./text/fold.js";
export {
  detectLanguage,
  functionWordsOf,
  isFunctionWord,
  isFunctionWordIn,
  queryLanguages,
  questionFunctionWords,
} from "./text/language.js";
export { capitalised, inLowerCase } from "./text/letter-case.js";
export { type LikeWords, likeWordsOf } from "./text/like-words.js";
export {
  bulletSigns,
  hasColumns,
  isClause,
  isListItem,
  itemMark,
  withoutItemMark,
} from "./text/list-item.js";
export { beginsMessage, isLabelled, labelOf, quoteMark } from "./text/message-line.js";
export type { QueryWord } from "./text/query-words.js";
export { groupedWordsOf, queryWordsOf } from "./text/query-words.js";
export { isQuestion } from "./text/question-mark.js";
export { stemsOf } from "./text/stems.js";
export { forEachIndexTerm, termsOf, termsVersion, wordsOf } from "./text/terms.js";
export type { ToolOrigin, ToolText } from "./tool-text.js";
export { asDocument, asPage, asPassage, isToolOrdinal, textPage, toolTextId } from "./tool-text.js";
export { trustedHtml, trustedScriptUrl } from "./trusted-types.js";
export { pathOfFile, untitledName } from "./unnamed-file.js";
export { answersUnread, possibleReasons, whyUnreachable } from "./why-unreachable.js";
export { withLock } from "./with-lock.js";
export { asCsv, escapedHtml, harmless, markdownText, quoted } from "./written-text.js";
export type { ZipEntry } from "./zip.js";
export { crc32, damaged, headLength, partName, textDecoder, tooMuch, zipEntries } from "./zip.js";
