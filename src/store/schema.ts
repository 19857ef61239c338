import type { DBSchema } from "idb";
import type { DocumentMetadata, FormatId, Heading, PageCounts, PageGap } from "../core/document.js";
import type { PackedPage } from "../core/packed-page.js";

/** Version of the database layout below. */
export const schemaVersion = 2;

/**
 * - `staging`: its pages are being stored; it is in no list and no search.
 * - `ready`: it can be searched.
 * - `removed`: it was removed or replaced, and waits to be deleted for good.
 */
export type DocumentState = "staging" | "ready" | "removed";

/** What was made of a file, so that a change of the code is noticed. */
export interface Versions {
  readonly format: number;
  readonly passages: number;
  readonly postings: number;
  /** Of `gaps` and `words`; missing from documents stored before there were any. */
  readonly facts?: number;
}

/** A document as stored. */
export interface StoredDocument {
  /** Given by the database, counting from 1; never used again. */
  readonly ordinal: number;
  readonly path: string;
  readonly hash: string;
  readonly state: DocumentState;
  readonly format: FormatId;
  readonly pageUnit: "page" | "part";
  readonly versions: Versions;
  readonly metadata: DocumentMetadata;
  readonly pages: PageCounts;
  /** Which pages have no text. */
  readonly gaps: readonly PageGap[];
  readonly passages: number;
  readonly words: number;
  readonly addedAt: number;
}

/** A page as stored. */
export interface StoredPage extends PackedPage {
  readonly document: number;
}

/** The passages of a document: five numbers each, page, ordinal, start, end, heading + 1. */
export interface StoredPassages {
  readonly document: number;
  readonly entries: Uint32Array;
  readonly headings: readonly Heading[];
  /** The file's own bookmarks, from which headings are settled anew when passages are. */
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

/** A file as it was added. */
export interface StoredOriginal {
  readonly document: number;
  readonly file: Blob;
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

/** A question and its answer as stored. `agent` knows the shape of the answer. */
export interface StoredTurn {
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

/** What was done to answer a turn: large, and seldom read. `agent` knows its shape. */
export interface StoredTrace {
  readonly conversation: string;
  readonly number: number;
  readonly trace: unknown;
}

/** The database. Stores of documents but `documents` itself are keyed by the document's ordinal. */
export interface Schema<Postings> extends DBSchema {
  documents: { key: number; value: StoredDocument };
  pages: { key: [document: number, number: number]; value: StoredPage };
  passages: { key: number; value: StoredPassages };
  postings: { key: number; value: StoredPostings<Postings> };
  originals: { key: number; value: StoredOriginal };
  conversations: { key: string; value: StoredConversation };
  turns: { key: [conversation: string, number: number]; value: StoredTurn };
  traces: { key: [conversation: string, number: number]; value: StoredTrace };
}
