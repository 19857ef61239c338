import type { ConversationSummary } from "../core/answer.js";
import type { CallOptions } from "../core/call-options.js";
import type { StepCulprit } from "../core/current-step.js";
import type { DocumentId, DocumentSummary, OutlineEntry } from "../core/document.js";
import type {
  CollectionChange,
  ImportedCollection,
  IngestEvent,
  IngestList,
  IngestProblem,
  InputFile,
  PublishedCollection,
  PublishedUpdate,
  TransferProgress,
} from "../core/ingest.js";
import type { Page, PageRange, Span } from "../core/page.js";
import type { EvidenceId, PassageText } from "../core/passage.js";
import type { Table } from "../core/table.js";
import type { EmbedderInfo } from "../models/embedders/embedder.js";
import type {
  Coverage,
  FoundDocument,
  FoundRow,
  RowQuery,
  SearchMode,
  SearchResponse,
} from "../search/api.js";
import type { GrepFindings, GrepOptions, GrepProgress } from "../search/grep/api.js";
import type { ExtractionGuide } from "../search/source-knowledge/guide.js";
import type { DescribedTool } from "../search/tool-knowledge/tool-document.js";

/** The workers that the collection worker has work for. */
export type WorkerKind = "parse" | "grep";

/** What the page does for the collection worker, since workers are started on the page. */
export interface HostApi {
  /** Starts a worker; `ParseApi` or `GrepApi` is served on the port. */
  startWorker(
    request: { kind: WorkerKind },
    options?: CallOptions,
  ): Promise<{ worker: number; port: MessagePort }>;
  /** Ends a worker at once. */
  endWorker(request: { worker: number }, options?: CallOptions): Promise<void>;
  /** Whether a session was ended in order, or by leaving its page. */
  wasLeft(request: { session: string }, options?: CallOptions): Promise<boolean>;
  /** The job that a session was ended over because it hung; null if that is not why it ended. */
  hungOn(request: { session: string }, options?: CallOptions): Promise<number | null>;
}

/** What a grep found, and what it covered: only what was asked for, and not what it was stopped before. */
export interface GrepResponse extends GrepFindings {
  readonly coverage: Coverage;
}

/** A question and its answer. What answer and trace hold is the agent's; nothing here looks inside. */
export interface KeptTurn {
  /** As it was asked. */
  readonly question: string;
  /** Self-contained. */
  readonly standalone: string;
  readonly answer: unknown;
  readonly trace: unknown;
}

/** A conversation with its turns, the oldest first. */
export interface KeptConversation extends Omit<ConversationSummary, "turns"> {
  readonly turns: readonly KeptTurn[];
  /** How many more there are, stored by newer code in a shape that this code does not know. */
  readonly leftOut: number;
}

/** What can be read of an open collection, by the page and by workers that it is shared with. */
export interface CollectionReadingApi {
  /** They come in parts: see `inParts`. */
  documents(
    request: null,
    options?: CallOptions<readonly DocumentSummary[]>,
  ): Promise<readonly DocumentSummary[]>;
  search(
    request: {
      query: string;
      limit: number;
      documents: readonly DocumentId[] | null;
      by: SearchMode;
      figures: boolean;
    },
    options?: CallOptions,
  ): Promise<SearchResponse>;
  /** Rows of tables by what they are called, best first. */
  rows(request: RowQuery, options?: CallOptions): Promise<readonly FoundRow[]>;
  coverage(request: null, options?: CallOptions): Promise<Coverage>;
  page(request: { document: DocumentId; number: number }, options?: CallOptions): Promise<Page>;
  tables(
    request: { document: DocumentId; page: number },
    options?: CallOptions,
  ): Promise<readonly Table[]>;
  outline(request: { document: DocumentId }, options?: CallOptions): Promise<OutlineEntry[]>;
  /** The passages on `pages`, or all; only those pages are read. */
  passages(
    request: { document: DocumentId; pages: PageRange | null },
    options?: CallOptions,
  ): Promise<PassageText[]>;
  /** In the order asked for; null for those that are not there. */
  passagesById(
    request: { ids: readonly EvidenceId[] },
    options?: CallOptions,
  ): Promise<(PassageText | null)[]>;
  grep(
    request: { patterns: string | readonly string[]; options: GrepOptions },
    options?: CallOptions<GrepProgress>,
  ): Promise<GrepResponse>;
  /** See `Pagehound.findSources`. */
  findSources(
    request: { question: string; limit: number; documents: readonly DocumentId[] | null },
    options?: CallOptions,
  ): Promise<readonly FoundDocument[]>;
  /** Brings the knowledge base of tools up to date with these; others that it has stay. */
  keepTools(request: { tools: readonly DescribedTool[] }, options?: CallOptions): Promise<void>;
  /** The names of the best tools for a request, best first, among those named. */
  findTools(
    request: { request: string; limit: number; among: readonly string[] },
    options?: CallOptions,
  ): Promise<string[]>;
}

/** What goes into an exported file besides the text of documents. */
export interface ExportOptions {
  readonly title: string;
  /** Whether with the files that they were read from. */
  readonly originals: boolean;
  /**
   * Whether with notes of where answers stood.
   *
   * @defaultValue `false`
   */
  readonly guides?: boolean | undefined;
}

/** What a verified answer was made of, for the guides of the documents that it cites. */
export interface AnswerLesson {
  readonly question: string;
  readonly citations: readonly {
    readonly evidence: EvidenceId;
    /** Where the quote stands in its page's text. */
    readonly span: Span;
    /** What was searched when it was found; null where that is not known. */
    readonly query: string | null;
  }[];
  /** Ids of the guides that the model was shown. */
  readonly shown: readonly string[];
}

/** Questions that a tool has answered well, as they are kept for it. */
export interface ToolExample {
  /** The tool's name. */
  readonly tool: string;
  /** The newest last. */
  readonly questions: readonly string[];
}

/** How the collection worker opens a collection. */
export interface OpenRequest {
  readonly name: string;
  /** `HostApi` is served on it. */
  readonly host: MessagePort;
  /** How many parse workers at most. */
  readonly parsers: number;
  /** Builds the index anew from the stored pages instead of loading it. */
  readonly rebuild: boolean;
  /** Seconds of work after which a page counts as unreadable. */
  readonly pageSeconds: number;
  /** Bytes above which a file is not copied when it comes with a handle. */
  readonly copyUpTo: number;
  /** Names this page's time with the collection; see `HostApi.wasLeft`. */
  readonly session: string;
  /** Keeps everything in memory, in this page alone. */
  readonly inMemory: boolean;
  /** See `ParseSetup.assetsBase`. */
  readonly assetsBase: string;
  /** The languages of the text that parse workers recognise in images, sorted, with `+` between; empty when they do not. */
  readonly recognition: string;
  /** Steps that the workers before this one were ended over because they hung. */
  readonly hung: readonly HungStep[];
}

/** A step that did not come back. */
export interface HungStep {
  readonly culprit: StepCulprit;
  /** What a person is told of it. */
  readonly message: string;
}

/** Files that are added together. */
export interface FilesToAdd {
  readonly files: readonly InputFile[];
  /** Those that were added whole. */
  readonly folders: readonly string[];
  /** Paths of those that were added with them and have ended; they are not taken in once more. */
  readonly ended?: readonly string[];
  /** Where the other files come from, several in a message, and null after the last; null or missing when there are none. */
  readonly more?: MessagePort | null;
}

/** A document and how much of the storage it takes, by estimate. */
export interface DocumentSize {
  readonly document: DocumentId;
  readonly path: string;
  /** Bytes. */
  readonly bytes: number;
}

/** A file of the queue, and where it is on the person's disk; null when it was copied. */
export interface LinkedFile {
  readonly path: string;
  readonly handle: FileSystemFileHandle | null;
}

/** Where a collection is kept. */
export interface StoragePlace {
  /** `memory`: the browser lets nothing be stored here; all is gone when the page is closed. */
  readonly kind: "disk" | "memory";
  /** The documents that take most room, the largest first, ten at most. */
  readonly largest: readonly DocumentSize[];
}

/** How far the embeddings of a collection are. */
export interface EmbeddingsState {
  /** Whether they are switched on for this collection, in all tabs. */
  readonly on: boolean;
  /** The model they are made with; null when they are off. */
  readonly model: EmbedderInfo | null;
  /** The embedder that is connected in this page; one of another model is of use only for `start`. */
  readonly embedder: EmbedderInfo | null;
  /** Whether this page can search by meaning now: it has the embedder, and some passages have vectors. */
  readonly searchable: boolean;
  /** Whether some are being made in this page now. */
  readonly making: boolean;
  /** Why making them stopped by itself; `start` tries again. */
  readonly problem: IngestProblem | null;
  /** Documents all of whose passages have vectors. */
  readonly documents: number;
  /** Passages with vectors. */
  readonly done: number;
  /** All passages. */
  readonly total: number;
  /** What the vectors take of the storage. */
  readonly bytes: number;
}

/** How many of the passages have vectors, stored or about to be. */
export interface EmbeddingsProgress {
  readonly done: number;
  readonly total: number;
}

/** What the collection worker offers the page. Every method but `open` needs an open collection. */
export interface CollectionApi extends CollectionReadingApi {
  open(request: OpenRequest, options?: CallOptions): Promise<Pick<StoragePlace, "kind">>;
  /** Adds files; see `Pagehound.add`. */
  add(request: FilesToAdd, options?: CallOptions<IngestEvent>): Promise<void>;
  /** See `IngestQueue`. The files come in parts: see `inParts`. */
  queue(request: null, options?: CallOptions<IngestList["files"]>): Promise<IngestList>;
  pause(request: { paused: boolean }, options?: CallOptions): Promise<void>;
  cancel(request: { paths: readonly string[] | null }, options?: CallOptions): Promise<void>;
  prioritise(request: { paths: readonly string[] }, options?: CallOptions): Promise<void>;
  retry(
    request: { paths: readonly string[]; password: string | undefined },
    options?: CallOptions,
  ): Promise<void>;
  /** See `IngestQueue.recognise`. */
  recognise(
    request: {
      documents: readonly DocumentId[];
      languages: readonly string[];
      careful: boolean;
    },
    options?: CallOptions,
  ): Promise<DocumentId[]>;
  /** See `IngestQueue.readAs`. */
  readAs(
    request: { documents: readonly DocumentId[]; encoding: string | null },
    options?: CallOptions,
  ): Promise<DocumentId[]>;
  /** The files at these paths that are held. */
  queueHandles(
    request: { paths: readonly string[] },
    options?: CallOptions,
  ): Promise<readonly LinkedFile[]>;
  /** Looks up what other tabs may have done without telling, when the page was asleep or they were ended. */
  catchUp(request: null, options?: CallOptions): Promise<void>;
  /**
   * Lasts until it is aborted; what changes comes as progress. `again`: to somebody who has listened
   * to a worker that was replaced, and may have missed something; all documents come first.
   */
  changes(
    request: { readonly again: boolean },
    options?: CallOptions<CollectionChange>,
  ): Promise<void>;
  storage(request: null, options?: CallOptions): Promise<StoragePlace>;
  /** Keeps a question as an example of what these tools are for; those that are not known have none. */
  addToolExample(
    request: { tools: readonly string[]; question: string },
    options?: CallOptions,
  ): Promise<void>;
  /** See `Pagehound.toolExamples`. */
  toolExamples(request: null, options?: CallOptions): Promise<readonly ToolExample[]>;
  forgetToolExamples(request: null, options?: CallOptions): Promise<void>;
  /** Makes guides of an answer, and notes what became of those that were shown. */
  learnGuides(request: AnswerLesson, options?: CallOptions): Promise<void>;
  /** See `ExtractionGuides`. */
  guides(request: null, options?: CallOptions): Promise<readonly ExtractionGuide[]>;
  editGuide(request: { id: string; text: string }, options?: CallOptions): Promise<boolean>;
  removeGuides(request: { ids: readonly string[] | null }, options?: CallOptions): Promise<void>;
  restoreGuides(
    request: { guides: readonly ExtractionGuide[] },
    options?: CallOptions,
  ): Promise<void>;
  /** Whether guides are made of answers, after it was switched on or off; null leaves it as it is. */
  guideLearning(request: { on: boolean | null }, options?: CallOptions): Promise<boolean>;
  /** Where the file of a document is on the person's disk; null when it was copied. */
  handle(
    request: { document: DocumentId },
    options?: CallOptions,
  ): Promise<FileSystemFileHandle | null>;
  remove(request: { documents: readonly DocumentId[] }, options?: CallOptions): Promise<void>;
  restore(request: { documents: readonly DocumentId[] }, options?: CallOptions): Promise<void>;
  original(request: { document: DocumentId }, options?: CallOptions): Promise<Blob>;
  /** See `Pagehound.exportCollection`; null for all of the person's own documents. */
  exportCollection(
    request: { documents: readonly DocumentId[] | null } & ExportOptions,
    options?: CallOptions<TransferProgress>,
  ): Promise<Blob>;
  /**
   * See `Pagehound.importCollection`. `name` is what the file is called in messages; no folder is
   * null.
   */
  importCollection(
    request: { file: Blob; name: string; folder: string | null },
    options?: CallOptions<TransferProgress>,
  ): Promise<ImportedCollection>;
  /** See `PublishedCollections`. URLs are absolute. */
  published(request: null, options?: CallOptions): Promise<PublishedCollection[]>;
  addPublished(
    request: { url: string },
    options?: CallOptions<TransferProgress>,
  ): Promise<PublishedUpdate>;
  refreshPublished(
    request: { url: string | null },
    options?: CallOptions<TransferProgress>,
  ): Promise<PublishedUpdate[]>;
  removePublished(request: { url: string }, options?: CallOptions): Promise<void>;
  /** See `Embeddings`. `EmbedApi` is served on the port; an embedder that was connected before is let go. */
  useEmbedder(request: { port: MessagePort }, options?: CallOptions): Promise<EmbedderInfo>;
  releaseEmbedder(request: null, options?: CallOptions): Promise<void>;
  embeddings(request: null, options?: CallOptions): Promise<EmbeddingsState>;
  /** `EmbeddingsState.searchable` alone, without counting what there is. */
  searchableByMeaning(request: null, options?: CallOptions): Promise<boolean>;
  makeEmbeddings(
    request: null,
    options?: CallOptions<EmbeddingsProgress>,
  ): Promise<EmbeddingsState>;
  removeEmbeddings(request: null, options?: CallOptions): Promise<void>;
  /** Serves `CollectionReadingApi` on another port, so that a worker reads without the page between. */
  share(request: { port: MessagePort }, options?: CallOptions): Promise<void>;
  /** Without their turns, the one with the latest answer first. */
  conversations(request: null, options?: CallOptions): Promise<ConversationSummary[]>;
  conversation(request: { id: string }, options?: CallOptions): Promise<KeptConversation>;
  /** The last turns of a conversation, the oldest first; none when there is no such conversation. */
  pastTurns(
    request: { id: string; limit: number },
    options?: CallOptions,
  ): Promise<{ question: string; asked: string; answer: string }[]>;
  /** Adds a turn, and begins the conversation when it is the first. `text` is the answer's. */
  addTurn(
    request: { id: string; turn: KeptTurn & { readonly text: string } },
    options?: CallOptions,
  ): Promise<void>;
  deleteConversation(request: { id: string }, options?: CallOptions): Promise<void>;
  restoreConversation(request: { id: string }, options?: CallOptions): Promise<void>;
  /** Tells that a worker died; its calls then reject with `worker-failed`. */
  workerFailed(request: { worker: number; message: string }, options?: CallOptions): Promise<void>;
}
