import type { DBSchema } from "idb";
import type {
  DocumentMetadata,
  DocumentSource,
  FormatId,
  Heading,
  IngestProblem,
  Note,
  NotePlace,
  PackedPage,
  PageCounts,
  PageGap,
  PageUnit,
  SeenFile,
} from "../core/index.js";

/** Version of the database layout below. */
export const schemaVersion = 9;

/** The versions of the code that processed a file, to notice changes. */
export interface Versions {
  readonly format: number;
  readonly passages: number;
  readonly postings: number;
  /** Of `gaps` and `words`; missing from documents stored before there were any. */
  readonly facts?: number;
  /** The languages in which text was recognised in images, sorted, with `+` between; missing when none was. */
  readonly recognition?: string;
}

/** What documents and jobs have in common. */
interface StoredEntry {
  /** Given by the database, counting from 1; never used again. */
  readonly ordinal: number;
  readonly path: string;
  /** SHA-256 of the file's bytes, in hexadecimal. */
  readonly hash: string;
  /**
   * The key of its pages and its file: the ordinal of the first entry that brought these bytes.
   * Entries with the same bytes share them; they are deleted with the last of these. 0 when nothing
   * is stored, as of a refused job.
   */
  readonly content: number;
  readonly addedAt: number;
}

/**
 * A document as stored.
 *
 * - `ready`: it can be searched.
 * - `removed`: it was removed or replaced, and waits to be deleted for good.
 */
export interface StoredDocument extends StoredEntry {
  readonly state: "ready" | "removed";
  readonly format: FormatId;
  readonly pageUnit: PageUnit;
  readonly versions: Versions;
  readonly metadata: DocumentMetadata;
  readonly pages: PageCounts;
  /** Which pages have no text. */
  readonly gaps: readonly PageGap[];
  readonly passages: number;
  readonly words: number;
  /** About how many different terms its part of the index leaves out; missing when none. */
  readonly termsLeftOut?: number;
  /**
   * When it was removed or replaced, in milliseconds since 1970 by a clock that may be wrong; 0 when
   * that cannot be undone.
   */
  readonly removedAt?: number;
  /** Whether another version took its place, which goes when this one is brought back. */
  readonly replaced?: true;
  /** Whether the file is a handle to the person's disk. */
  readonly linked?: boolean;
  /**
   * The published collection it came with; missing from the person's own documents. Such a document
   * shares its path and its content with none of the person's own.
   */
  readonly source?: DocumentSource;
  /**
   * Whether pages and text were taken over from an exported collection, which may say of the bytes
   * what it likes: `hash` is a label then, and files with these bytes are read all the same.
   */
  readonly imported?: true;
  /**
   * Of an imported one, the SHA-256 of the part of the collection's file that it was made of; missing
   * from those that earlier versions took over, with an index that they did not make themselves.
   */
  readonly section?: string;
  /**
   * Files in the folder `assetsBase` names without which some of its pages could not be read: see
   * `Page.missing`. It is read again when they can be had.
   */
  readonly missing?: readonly string[];
  /** How often its file was read while some of its pages are `lost`: see `Page.lost`. Missing when none is. */
  readonly lost?: number;
  /** Where the file is when it is not stored here. */
  readonly original?: "elsewhere" | "absent";
}

/**
 * A file that is stored and no document yet.
 *
 * - `queued`: it waits for its turn, or is being read; some of its pages may be stored already.
 * - `held`: it waits for what `problem` names, a password or room.
 * - `refused`: it cannot be read; nothing is stored but this entry.
 */
export interface StoredJob extends StoredEntry {
  readonly state: "queued" | "held" | "refused";
  /** Jobs are taken up in ascending order. */
  readonly order: number;
  /** Bytes. */
  readonly size: number;
  /** What made the pages that are stored under `content`, once reading began: pages of another reader are no use. */
  readonly reader: {
    readonly format: FormatId;
    readonly version: number;
    readonly recognition: string;
  } | null;
  readonly problem: IngestProblem | null;
  /** Whether the document at its path has the same bytes and is read again by a newer reader. */
  readonly renews: boolean;
  /** Languages of the text in its images, which is to be recognised; missing where nobody has asked for it. */
  readonly recognise?: readonly string[];
  /** Whether its pages are recognised in a smaller picture or in parts, because they could not be as a whole. */
  readonly careful?: boolean;
  /** The encoding of its text that a person has chosen; missing where its bytes tell it. */
  readonly encoding?: string;
  readonly linked?: boolean;
}

/** What `documents` holds. */
export type Entry = StoredDocument | StoredJob;

/** Whether an entry is a document, and no job. */
export function isDocument(entry: Entry): entry is StoredDocument {
  return entry.state === "ready" || entry.state === "removed";
}

/** Whether an entry is a job, and no document. */
export function isJob(entry: Entry): entry is StoredJob {
  return !isDocument(entry);
}

/** Whether an entry is the person's own, and did not come with a published collection. */
export function isOwn(entry: Entry): boolean {
  return sourceOf(entry) === null;
}

/**
 * Whether the bytes of an entry were seen here, so that its hash is theirs and its pages, if it has
 * any, were made of them. What others have published or exported is their word.
 */
export function wasSeenHere(entry: Entry): boolean {
  return isOwn(entry) && !("imported" in entry);
}

/**
 * Whether a document that is there is no other than one that comes: it was read here from bytes with
 * this hash, or it came out of the very same part of a collection's file. That a file says so of its
 * own part proves nothing.
 */
export function isNoOther(
  stored: StoredDocument,
  { hash, section }: Pick<StoredDocument, "hash" | "section">,
): boolean {
  if (stored.hash !== hash) return false;
  return wasSeenHere(stored) || (section !== undefined && stored.section === section);
}

/** URL of the published collection that an entry came with, or null. */
export function sourceOf(entry: Entry): string | null {
  return isDocument(entry) ? (entry.source?.url ?? null) : null;
}

/** A page as stored. */
export interface StoredPage extends PackedPage {
  /** The content it is a page of. */
  readonly document: number;
}

/** The passages of a document: five numbers each, page, ordinal, start, end, heading + 1. */
export interface StoredPassages {
  readonly document: number;
  readonly entries: Uint32Array;
  readonly headings: readonly Heading[];
  /** The file's own bookmarks, from which headings are settled again whenever passages are. */
  readonly bookmarks: readonly {
    readonly text: string;
    readonly level: number;
    readonly page: number;
  }[];
}

/** A document's part of the index; `search` knows its shape. */
export interface StoredPostings<Postings> {
  readonly document: number;
  readonly postings: Postings;
}

/** A file as it was added, or where it is on the person's disk. */
export interface StoredOriginal {
  /** The content it is the file of. */
  readonly document: number;
  readonly file: Blob | FileSystemFileHandle;
  /** Of a handle: the file's size and when it was changed last, as they were when its bytes were hashed. */
  readonly seen?: { readonly size: number; readonly modified: number };
}

/** The same as the database has it: bytes, where the browser stores no Blobs. */
export interface OriginalRow extends Omit<StoredOriginal, "file"> {
  readonly file: StoredOriginal["file"] | ArrayBuffer;
}

/** Whether a row is a link to the person's disk, and not a copy, which nothing there can change. */
export function isLink({ file }: OriginalRow): boolean {
  return !(file instanceof Blob || file instanceof ArrayBuffer);
}

/** What a row stands for. */
export function originalOf({ file, ...rest }: OriginalRow): StoredOriginal {
  return { ...rest, file: file instanceof ArrayBuffer ? new Blob([file]) : file };
}

/** A conversation as stored; its turns are stored beside it. */
export interface StoredConversation {
  /** Given by whoever began it. */
  readonly id: string;
  /** Its first question. */
  readonly title: string;
  /** How many turns it has. */
  readonly turns: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly updatedAt: number;
}

/** Raised whenever answers or traces are stored in a shape that code before cannot read. */
export const turnVersion = 1;

/** A question and its answer as stored. `agent` knows the shape of the answer. */
export interface StoredTurn {
  /** The `turnVersion` of what stored it; missing from those that were stored before there was one: 1. */
  readonly version?: number;
  readonly conversation: string;
  /** Counts from 1. */
  readonly number: number;
  /** As it was asked. */
  readonly question: string;
  /** Self-contained. */
  readonly standalone: string;
  /** The answer's text; empty when nothing was found. */
  readonly text: string;
  readonly answer: unknown;
}

/** What was done to answer a turn: large, and rarely read. `agent` knows its format. */
export interface StoredTrace {
  readonly conversation: string;
  readonly number: number;
  readonly trace: unknown;
}

/** A published collection whose documents are here, or on their way. */
export interface StoredPublication {
  readonly url: string;
  readonly title: string;
  /** When it was published, ISO 8601. */
  readonly created: string;
  /** What the server calls this version of the file; null when it does not say. */
  readonly etag: string | null;
  /** SHA-256 of the manifest, in hexadecimal. */
  readonly sha256: string;
  /** Where the parts begin in the file. */
  readonly start: number;
  /** What the file says of itself; `archive` knows its shape. */
  readonly manifest: unknown;
  /** Whether all its documents are here. */
  readonly complete: boolean;
  /** Paths of documents that were removed here, and stay away. */
  readonly hidden: readonly string[];
  /** When it was last known to be what is published, in milliseconds since 1970. */
  readonly checkedAt: number;
}

/** A tool of the knowledge base as stored; `tool-knowledge` knows its shape. */
export interface ToolRow {
  readonly name: string;
}

/** A note of how answers were got out of a source, as stored; `source-knowledge` knows its shape. */
export interface GuideRow {
  readonly id: string;
}

/** Raised whenever grids or their answers are stored in a shape that code before cannot read. */
export const gridVersion = 1;

/** Questions that are put to each document, as stored. */
export interface StoredGrid {
  /** Given by whoever made it. */
  readonly id: string;
  /** The `gridVersion` of what stored it. */
  readonly version: number;
  /** Whether its missing answers are to be made. */
  readonly running: boolean;
  /** `grid` knows its shape. */
  readonly definition: unknown;
}

/** The answer of a document to a column of a grid, as stored. */
export interface StoredGridAnswer {
  readonly grid: string;
  /** Id of the column. */
  readonly column: string;
  /** SHA-256 of the document's file: the answer stays while the file is the same, and comes back with it. */
  readonly hash: string;
  readonly version: number;
  /** `grid` knows its shape. */
  readonly answer: unknown;
}

/** Raised whenever notes are stored in a shape that code before cannot read. */
export const noteVersion = 1;

/** A place of a note as stored. */
export interface StoredNotePlace extends NotePlace {
  /** The pages in which it was looked for last, and whether it was there. */
  readonly sought?: { readonly pages: string; readonly found: boolean };
}

/** A person's note as stored: with the content of the documents that it is about, and not deleted with them. */
export interface StoredNote extends Note<StoredNotePlace> {
  /** The `noteVersion` of what stored it. */
  readonly version: number;
}

/** The model that a collection's vectors are made with. */
export interface EmbedderRow {
  readonly id: string;
  readonly version: string;
  /** For people. */
  readonly name: string;
  /** Numbers of a vector. */
  readonly dimensions: number;
}

/** What vectors were made with and of: those of another basis are no use. */
export interface VectorBasis {
  /** `id@version` of the model. */
  readonly model: string;
  /** Version of the code that cut the passages. */
  readonly passages: number;
  /** Version of the code that made the texts of which these are the vectors. */
  readonly texts: number;
}

/**
 * The vectors of a stretch of a document's passages, in their order, as whole numbers from -127 to
 * 127. Deleted with the document, and when its passages are cut again.
 */
export interface StoredVectors extends VectorBasis {
  /** Ordinal of the document. */
  readonly document: number;
  /** Which stretch, counting from 0; all but the last are of one length. */
  readonly part: number;
  readonly dimensions: number;
  /** How many vectors; of each, `data` has its numbers and `scales` what they are to be multiplied by. */
  readonly count: number;
  readonly data: Int8Array;
  readonly scales: Float32Array;
}

/**
 * A setting of the collection that every tab goes by: whether reading is paused, whether guides
 * are made of answers, with which model vectors are made, if they are, which folders are watched,
 * what is being done that may end the page, and what has taken too long.
 */
export type StoredSetting =
  | { readonly name: "paused"; readonly value: boolean }
  | { readonly name: "learning"; readonly value: boolean }
  | { readonly name: "embeddings"; readonly value: EmbedderRow }
  | { readonly name: "folders"; readonly value: readonly StoredFolder[] }
  | { readonly name: "attempts"; readonly value: StoredAttempts }
  | {
      readonly name: "opening";
      readonly value: { readonly session: string; readonly failed: number };
    }
  | { readonly name: "slow-tables"; readonly value: SlowTables };

/** A folder on the person's disk with which documents are kept in step. */
export interface StoredFolder {
  /** The path of its documents begins with it. */
  readonly path: string;
  readonly handle: FileSystemDirectoryHandle;
  /** What it held when it was last looked at, whatever became of each file. */
  readonly files: readonly SeenFile[];
  /** Paths of documents whose files are not in it any more. */
  readonly gone: readonly string[];
  /** Milliseconds since 1970; null before the first look. */
  readonly lookedAt: number | null;
}

/** The pages whose tables took too long to be read, and the version of the code that took so long. */
export interface SlowTables {
  readonly version: number;
  readonly pages: readonly (readonly [content: number, page: number])[];
}

/** A job that a session has begun, or that has ended sessions before. */
export interface StoredAttempt {
  readonly ordinal: number;
  readonly step: "reading" | "indexing";
  /** Pages of it that were stored when it was begun. */
  readonly pages: number;
  /** How many sessions in a row have ended with it. */
  readonly failed: number;
  readonly running: boolean;
}

/** What the tab that reads is doing. */
export interface StoredAttempts {
  /** Names the tab as long as its page is open. */
  readonly session: string;
  readonly jobs: readonly StoredAttempt[];
}

/**
 * The database. Passages, postings and vectors are keyed by their document's ordinal, pages and
 * originals by the content (see `StoredEntry`).
 */
export interface Schema<Postings> extends DBSchema {
  documents: {
    key: number;
    value: Entry;
    indexes: {
      path: string;
      hash: string;
      content: number;
      /** Holds jobs alone, since documents have no `order`. */
      queue: [state: string, order: number];
      /** Holds removed documents alone. */
      removed: number;
    };
  };
  settings: { key: string; value: StoredSetting };
  publications: { key: string; value: StoredPublication };
  tools: { key: string; value: ToolRow };
  guides: { key: string; value: GuideRow };
  pages: { key: [document: number, number: number]; value: StoredPage };
  passages: { key: number; value: StoredPassages };
  postings: { key: number; value: StoredPostings<Postings> };
  vectors: {
    key: [document: number, part: number];
    value: StoredVectors;
    indexes: { basis: [model: string, passages: number, texts: number] };
  };
  originals: { key: number; value: OriginalRow };
  conversations: { key: string; value: StoredConversation };
  turns: { key: [conversation: string, number: number]; value: StoredTurn };
  traces: { key: [conversation: string, number: number]; value: StoredTrace };
  grids: { key: string; value: StoredGrid };
  notes: { key: string; value: StoredNote };
  gridAnswers: { key: [grid: string, column: string, hash: string]; value: StoredGridAnswer };
}
