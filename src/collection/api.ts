import type {
  CallOptions,
  CollectionChange,
  ConversationSummary,
  DocumentId,
  DocumentSummary,
  EvidenceId,
  ImportedCollection,
  IngestEvent,
  IngestList,
  IngestProblem,
  InputFile,
  MovedDocument,
  Note,
  NoteInput,
  OutlineEntry,
  Page,
  PageRange,
  PassageText,
  PublishedCollection,
  PublishedUpdate,
  SeenFile,
  Span,
  StepCulprit,
  Table,
  TransferProgress,
} from "../core/index.js";
import type { EmbedderInfo } from "../models/index.js";
import type {
  Coverage,
  DescribedTool,
  ExtractionGuide,
  FoundDocument,
  FoundRow,
  GrepFindings,
  GrepOptions,
  GrepProgress,
  RowQuery,
  SearchMode,
  SearchResponse,
} from "../search/index.js";

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

/**
 * The matches of a grep, and its coverage: only what was requested, and not what it did not reach.
 */
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

/** A grid. What its definition holds is known to `grid`; nothing here looks inside. */
export interface KeptGrid {
  readonly id: string;
  readonly running: boolean;
  readonly definition: unknown;
}

/** An answer of a grid; see `KeptGrid`. */
export interface KeptGridAnswer {
  readonly column: string;
  readonly hash: string;
  readonly answer: unknown;
}

/** What is searched for, and how. */
export interface SearchRequest {
  readonly query: string;
  readonly limit: number;
  /** Null for all. */
  readonly documents: readonly DocumentId[] | null;
  readonly by: SearchMode;
  readonly figures: boolean;
}

/** Documents whose images are to be recognised; see `IngestQueue.recognise`. */
export interface RecogniseRequest {
  readonly documents: readonly DocumentId[];
  readonly languages: readonly string[];
  readonly careful: boolean;
}

/** A collection file to import. */
export interface ImportRequest {
  readonly file: Blob;
  /** Its name in messages. */
  readonly name: string;
  /** Where its documents go; null for the paths that they have in it. */
  readonly folder: string | null;
}

/** A turn of a conversation as later questions need it. */
export interface PastTurn {
  /** Self-contained. */
  readonly question: string;
  readonly asked: string;
  readonly answer: string;
}

/** What to include in an exported file in addition to the text of documents. */
export interface ExportOptions {
  readonly title: string;
  /** Whether with the files that they were read from. */
  readonly originals: boolean;
  /**
   * Whether to include notes of where answers were found.
   *
   * @defaultValue `false`
   */
  readonly guides?: boolean | undefined;
  /**
   * Whether to include the person's notes about the documents.
   *
   * @defaultValue `true`
   */
  readonly notes?: boolean | undefined;
}

/** The sources of a verified answer, for the guides of the documents that it cites. */
export interface AnswerLesson {
  readonly question: string;
  readonly citations: readonly {
    readonly evidence: EvidenceId;
    /** Where the quote is in its page's text. */
    readonly span: Span;
    /** What was searched when it was found; null where that is not known. */
    readonly query: string | null;
  }[];
  /** Ids of the guides that the model was shown. */
  readonly shown: readonly string[];
}

/** Questions that a tool has answered well, as they are stored for it. */
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
  /** Builds the index from the stored pages again instead of loading it. */
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
  /** The message for a person. */
  readonly message: string;
}

/** Files that are added together. */
export interface FilesToAdd {
  readonly files: readonly InputFile[];
  /** Those that were added whole. */
  readonly folders: readonly string[];
  /** Paths of those that were added with them and have ended; they are not added again. */
  readonly ended?: readonly string[];
  /**
   * Delivers the other files, several per message, and null after the last; null or missing if
   * there are none.
   */
  readonly more?: MessagePort | null;
}

/** A watched folder, as the page needs it. */
export interface KeptFolder {
  readonly path: string;
  readonly handle: FileSystemDirectoryHandle;
  /** How many files it held when it was last looked at. */
  readonly files: number;
  /** Paths of documents whose files are not in it any more. */
  readonly gone: readonly string[];
  /** Milliseconds since 1970; null before the first look. */
  readonly lookedAt: number | null;
}

/** What a folder holds now. */
export interface FolderListing {
  readonly path: string;
  readonly files: readonly SeenFile[];
  /** Paths of files and folders that could not be listed: nothing is known of what is in them. */
  readonly unreadable: readonly string[];
}

/** How a folder differs from what it held before. */
export interface FolderDifference {
  /** Paths of files that are new or changed. */
  readonly differing: readonly string[];
  /** Of those, the new ones that may be documents whose files are gone, under another path. */
  readonly perhapsMoved: readonly string[];
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

/** How a method of the collection worker is called. */
type Signature<Request, Reply, Progress> = (
  request: Request,
  options?: CallOptions<Progress>,
) => Promise<Reply>;

/** A kind of method, with the method's types. Only the kind exists at run time. */
type Typed<Kind, Request, Reply, Progress> = Kind & {
  readonly signature?: Signature<Request, Reply, Progress>;
};
/** Changes nothing, so it can be repeated; also served to workers that the collection is shared with. */
type Shared<Request, Reply, Progress = never> = Typed<"shared", Request, Reply, Progress>;
/** Changes nothing, so it can be repeated. */
type Read<Request, Reply, Progress = never> = Typed<"read", Request, Reply, Progress>;
/** May change which documents exist, even if it fails or is aborted. */
type Change<Request, Reply, Progress = never> = Typed<"change", Request, Reply, Progress>;
/** Anything else that must not be repeated. */
type Command<Request, Reply = void, Progress = never> = Typed<"command", Request, Reply, Progress>;
/** Lasts until it is aborted; what it reports comes as progress. */
type Subscription<Request, Progress> = Typed<"subscription", Request, void, Progress>;

/**
 * Every method of the collection worker, by the part of the collection that answers it. The client,
 * the server, the retry after a hang, and the methods shared with other workers derive from it.
 */
export const collectionMethods = {
  worker: {
    open: "command" as Command<OpenRequest, Pick<StoragePlace, "kind">>,
    /** Serves the shared methods on another port, so that a worker reads without going through the page. */
    share: "command" as Command<{ port: MessagePort }>,
  },
  collection: {
    /** In parts: see `inParts`. */
    documents: "shared" as Shared<null, readonly DocumentSummary[], readonly DocumentSummary[]>,
    search: "shared" as Shared<SearchRequest, SearchResponse>,
    /** Rows of tables by their names, best first. */
    rows: "shared" as Shared<RowQuery, readonly FoundRow[]>,
    coverage: "shared" as Shared<null, Coverage>,
    page: "shared" as Shared<{ document: DocumentId; number: number }, Page>,
    tables: "shared" as Shared<{ document: DocumentId; page: number }, readonly Table[]>,
    outline: "shared" as Shared<{ document: DocumentId }, OutlineEntry[]>,
    /** The passages on `pages`, or all; only those pages are read. */
    passages: "shared" as Shared<{ document: DocumentId; pages: PageRange | null }, PassageText[]>,
    /** In the order of the ids; null for those that do not exist. */
    passagesById: "shared" as Shared<{ ids: readonly EvidenceId[] }, (PassageText | null)[]>,
    grep: "shared" as Shared<
      { patterns: string | readonly string[]; options: GrepOptions },
      GrepResponse,
      GrepProgress
    >,
    storage: "read" as Read<null, StoragePlace>,
    original: "read" as Read<{ document: DocumentId }, Blob>,
    /** Where the file of a document is on the person's disk; null if it was copied. */
    handle: "read" as Read<{ document: DocumentId }, FileSystemFileHandle | null>,
    /** The held files at these paths. */
    queueHandles: "read" as Read<{ paths: readonly string[] }, readonly LinkedFile[]>,
    remove: "change" as Change<{ documents: readonly DocumentId[] }, void>,
    restore: "change" as Change<{ documents: readonly DocumentId[] }, void>,
    /** See `IngestQueue.recognise`. */
    recognise: "command" as Command<RecogniseRequest, DocumentId[]>,
    /** See `IngestQueue.readAs`. */
    readAs: "command" as Command<
      { documents: readonly DocumentId[]; encoding: string | null },
      DocumentId[]
    >,
    /** See `Pagehound.exportCollection`; null for all of the person's own documents. */
    exportCollection: "command" as Command<
      { documents: readonly DocumentId[] | null } & ExportOptions,
      Blob,
      TransferProgress
    >,
    /** See `Pagehound.importCollection`. */
    importCollection: "change" as Change<ImportRequest, ImportedCollection, TransferProgress>,
    /** Deletes all vectors, those of tools among them, and switches embeddings off. */
    removeEmbeddings: "command" as Command<null>,
    /** Deletes a conversation, and what was learned from its questions. */
    deleteConversation: "command" as Command<{ id: string }>,
    /** Reports that a worker died; its calls then reject with `worker-failed`. */
    workerFailed: "command" as Command<{ worker: number; message: string }>,
  },
  ingestion: {
    /** Adds files; see `Pagehound.add`. */
    add: "change" as Change<FilesToAdd, void, IngestEvent>,
    /** See `IngestQueue`. The files come in parts: see `inParts`. */
    queuedFiles: "read" as Read<null, IngestList, IngestList["files"]>,
    /** Looks up what other tabs may have done without a message, while the page slept or they were ended. */
    catchUp: "command" as Command<null>,
    /** `again`: for a listener of a worker that was replaced, who may have missed something; all documents come first. */
    changes: "subscription" as Subscription<{ readonly again: boolean }, CollectionChange>,
  },
  /** See `IngestQueue`. */
  queue: {
    pause: "command" as Command<{ paused: boolean }>,
    cancel: "command" as Command<{ paths: readonly string[] | null }>,
    prioritise: "command" as Command<{ paths: readonly string[] }>,
    retry: "command" as Command<{ paths: readonly string[]; password: string | undefined }>,
  },
  /** See `PublishedCollections`. URLs are absolute. */
  published: {
    published: "read" as Read<null, PublishedCollection[]>,
    addPublished: "change" as Change<{ url: string }, PublishedUpdate, TransferProgress>,
    /** Null for all. */
    refreshPublished: "change" as Change<
      { url: string | null },
      PublishedUpdate[],
      TransferProgress
    >,
    removePublished: "change" as Change<{ url: string }, void>,
  },
  /** See `Embeddings`. */
  embeddings: {
    embeddings: "read" as Read<null, EmbeddingsState>,
    /** `EmbeddingsState.searchable` alone, without counting vectors. */
    searchableByMeaning: "read" as Read<null, boolean>,
    /** `EmbedApi` is served on the port; an embedder that was connected before is released. */
    useEmbedder: "command" as Command<{ port: MessagePort }, EmbedderInfo>,
    releaseEmbedder: "command" as Command<null>,
    makeEmbeddings: "command" as Command<null, EmbeddingsState, EmbeddingsProgress>,
  },
  tools: {
    /** Brings the knowledge base of tools up to date with these; other tools in it stay. */
    keepTools: "shared" as Shared<{ tools: readonly DescribedTool[] }, void>,
    /** The names of the best tools for a request, best first, among those named. */
    findTools: "shared" as Shared<
      { request: string; limit: number; among: readonly string[] },
      string[]
    >,
    /** See `Pagehound.toolExamples`. */
    toolExamples: "read" as Read<null, readonly ToolExample[]>,
    /** Keeps a question as an example of what these tools are for; unknown tools get none. */
    addToolExample: "command" as Command<{ tools: readonly string[]; question: string }>,
    forgetToolExamples: "command" as Command<null>,
  },
  sources: {
    /** See `Pagehound.findSources`. */
    findSources: "shared" as Shared<
      { question: string; limit: number; documents: readonly DocumentId[] | null },
      readonly FoundDocument[]
    >,
    /** See `ExtractionGuides`. */
    guides: "read" as Read<null, readonly ExtractionGuide[]>,
    /** Makes guides of an answer, and records what became of those that the model was shown. */
    learnGuides: "command" as Command<AnswerLesson>,
    editGuide: "command" as Command<{ id: string; text: string }, boolean>,
    removeGuides: "command" as Command<{ ids: readonly string[] | null }>,
    restoreGuides: "command" as Command<{ guides: readonly ExtractionGuide[] }>,
    /** Whether guides are made from answers, after `on` was stored; null leaves it unchanged. */
    guideLearning: "command" as Command<{ on: boolean | null }, boolean>,
  },
  conversations: {
    /** Without their turns, the one with the latest answer first. */
    conversations: "read" as Read<null, ConversationSummary[]>,
    /** Those that have every word of `text` in their title, questions or answers. */
    findConversations: "read" as Read<{ text: string }, ConversationSummary[]>,
    renameConversation: "command" as Command<{ id: string; title: string }>,
    conversation: "read" as Read<{ id: string }, KeptConversation>,
    /** The last turns of a conversation, oldest first; empty if it does not exist. */
    pastTurns: "read" as Read<{ id: string; limit: number }, PastTurn[]>,
    /** Adds a turn; the first one begins the conversation. `text` is the answer's. */
    addTurn: "command" as Command<{ id: string; turn: KeptTurn & { readonly text: string } }>,
    restoreConversation: "command" as Command<{ id: string }>,
  },
  /** See `WatchedFolders`. */
  folders: {
    folders: "read" as Read<null, KeptFolder[]>,
    /** Watches a folder, or takes a new handle of a watched one. */
    keepFolder: "command" as Command<{ path: string; handle: FileSystemDirectoryHandle }>,
    forgetFolder: "command" as Command<{ path: string }>,
    compareFolder: "read" as Read<FolderListing, FolderDifference>,
    /** Moves documents to those of the files that have their bytes. */
    moveInFolder: "change" as Change<
      { listing: FolderListing; files: readonly InputFile[] },
      readonly MovedDocument[]
    >,
    /** Stores what was seen. Returns the documents that have gone since the look before. */
    sawFolder: "command" as Command<FolderListing, readonly DocumentSummary[]>,
  },
  /** See `Grids` of the client. */
  grids: {
    grids: "read" as Read<null, KeptGrid[]>,
    /** Null if there is no such grid, or newer code has stored it. */
    grid: "read" as Read<{ id: string }, KeptGrid | null>,
    /** In parts: see `inParts`. */
    gridAnswers: "read" as Read<
      { id: string },
      readonly KeptGridAnswer[],
      readonly KeptGridAnswer[]
    >,
    /** Stores a definition; whether it is running stays. */
    keepGrid: "command" as Command<{ id: string; definition: unknown }>,
    runGrid: "command" as Command<{ id: string; running: boolean }>,
    /** Stores answers. Throws `not-found` for a grid that is gone. */
    keepGridAnswers: "command" as Command<{ id: string; answers: readonly KeptGridAnswer[] }>,
    /** Deletes the answers to all columns but these. */
    keepGridColumns: "command" as Command<{ id: string; columns: readonly string[] }>,
    deleteGrid: "command" as Command<{ id: string }>,
    restoreGrid: "command" as Command<{ id: string }>,
  },
  /** See `Notes`. */
  notes: {
    /** In parts: see `inParts`. Null for the notes about any document. */
    notes: "read" as Read<{ document: DocumentId | null }, readonly Note[], readonly Note[]>,
    addNote: "command" as Command<{ note: NoteInput }, Note>,
    changeNote: "command" as Command<{ id: string; text: string }, Note>,
    removeNotes: "command" as Command<{ ids: readonly string[] }>,
    /** Brings back what was deleted a moment ago; throws `not-found`. */
    restoreNotes: "command" as Command<{ ids: readonly string[] }>,
  },
};

type Methods = typeof collectionMethods;
/** A part of the collection that answers calls. */
export type CollectionPart = keyof Methods;
type SignatureOf<Method> = Method extends { readonly signature?: infer Call }
  ? NonNullable<Call>
  : never;

/** The methods that a part of the collection answers. */
export type PartApi<Part extends CollectionPart> = {
  readonly [Name in keyof Methods[Part]]: SignatureOf<Methods[Part][Name]>;
};

type SharedIn<Part extends CollectionPart> = {
  readonly [Name in keyof Methods[Part] as Methods[Part][Name] extends "shared"
    ? Name
    : never]: SignatureOf<Methods[Part][Name]>;
};

/** What can be read of an open collection, by the page and by workers that it is shared with. */
export interface CollectionReadingApi
  extends SharedIn<"collection">,
    SharedIn<"tools">,
    SharedIn<"sources"> {}

/** What the collection worker offers the page. Every method but `open` needs an open collection. */
export interface CollectionApi
  extends PartApi<"worker">,
    PartApi<"collection">,
    PartApi<"ingestion">,
    PartApi<"queue">,
    PartApi<"published">,
    PartApi<"embeddings">,
    PartApi<"tools">,
    PartApi<"sources">,
    PartApi<"conversations">,
    PartApi<"folders">,
    PartApi<"grids">,
    PartApi<"notes"> {}

/** The arguments of a method. */
export type RequestOf<Name extends keyof CollectionApi> = Parameters<CollectionApi[Name]>[0];

/** What a caller may rely on about a method. */
export type MethodKind = "shared" | "read" | "change" | "command" | "subscription";

/** The kind of every method, by its name, with the part that answers it. */
export const methodsByName: ReadonlyMap<
  string,
  { readonly part: CollectionPart; readonly kind: MethodKind }
> = new Map(
  Object.entries(collectionMethods).flatMap(([part, methods]) =>
    Object.entries(methods).map(([name, kind]: [string, MethodKind]) => [
      name,
      { part: part as CollectionPart, kind },
    ]),
  ),
);
