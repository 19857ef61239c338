import { chosenEncoding, type IngestProblem } from "../core/index.js";
import { Arrivals } from "./arrivals.js";
import { Contents, pagesOf, releaseContents } from "./contents.js";
import { Conversations } from "./conversations.js";
import { Documents } from "./documents.js";
import { Grids } from "./grids.js";
import { freshKey, Jobs } from "./jobs.js";
import { Notes } from "./notes.js";
import { openDatabase, type StoreKind } from "./open-database.js";
import { Publications } from "./publications.js";
import { Rows } from "./rows.js";
import {
  isDocument,
  isLink,
  isOwn,
  type OriginalRow,
  originalOf,
  type StoredDocument,
  type StoredJob,
} from "./schema.js";
import { Settings } from "./settings.js";
import type { Database, WriteTransaction } from "./transaction.js";
import { dropVectors, Vectors } from "./vectors.js";

export type { SearchableDocument } from "./documents.js";

/**
 * The documents of one collection, in the browser's database or in memory. A document becomes
 * visible, replaces another and disappears in one transaction each, so no reader ever sees half of
 * one. Whatever is written is written whole or not at all.
 *
 * Every method throws `storage-full`, whose `data` has `needed` and `available` in bytes,
 * `storage-failed`, or, once newer code has taken the database over, `outdated`.
 *
 * @typeParam Postings what the index stores with a document; anything that can be cloned
 */
export class Store<Postings> {
  /** `memory`: all is gone when the store is closed. */
  readonly kind: StoreKind;
  /** The documents themselves. */
  readonly documents: Documents<Postings>;
  /** Their pages and files. */
  readonly contents: Contents;
  /** The conversations about the documents. */
  readonly conversations: Conversations;
  /** Questions that are put to each document, and the answers. */
  readonly grids: Grids;
  /** The person's notes. */
  readonly notes: Notes;
  /** The files that are no documents yet. */
  readonly jobs: Jobs<Postings>;
  /** What every tab goes by. */
  readonly settings: Settings;
  /** What is done about documents of which parts are lost. */
  readonly damage: Damage;
  /** The documents that come ready made. */
  readonly arrivals: Arrivals<Postings>;
  /** The published collections whose documents are stored here. */
  readonly publications: Publications;
  /** The vectors of the passages, if they are made. */
  readonly vectors: Vectors;
  /** The tools that are known besides the library's own. */
  readonly tools: Rows<"tools">;
  /** Notes of how answers were got out of documents. */
  readonly guides: Rows<"guides">;
  readonly #database: Database;

  private constructor(database: Database, kind: StoreKind) {
    this.kind = kind;
    this.#database = database;
    this.documents = new Documents(database);
    this.contents = new Contents(database);
    this.conversations = new Conversations(database);
    this.grids = new Grids(database);
    this.notes = new Notes(database);
    this.jobs = new Jobs(database);
    this.settings = new Settings(database);
    this.damage = new Damage(database);
    this.arrivals = new Arrivals(database);
    this.publications = new Publications(database);
    this.vectors = new Vectors(database);
    this.tools = new Rows(database, "tools");
    this.guides = new Rows(database, "guides");
  }

  /**
   * Opens a collection, creating it when there is none; in memory when that is asked for, or when
   * the browser lets nothing be stored. `onOutdated`: newer code wants the database; it has been
   * closed, later calls reject with `outdated`. `onLost`: the browser has closed or deleted it, and
   * later calls reject with `storage-failed`. Throws `outdated` when newer code stored it, and
   * `storage-failed` when there is a collection that cannot be opened.
   */
  static async open<Postings>(
    collection: string,
    {
      inMemory,
      onOutdated,
      onLost = () => {},
    }: { inMemory: boolean; onOutdated: () => void; onLost?: () => void },
  ): Promise<Store<Postings>> {
    const ends = { onOutdated, onLost };
    const { database, kind } = await openDatabase(`pagehound:${collection}`, inMemory, ends);
    return new Store(database, kind);
  }

  close(): void {
    this.#database.close();
  }
}

const searchedStores = ["documents", "passages", "postings", "vectors"] as const;
const stores = [...searchedStores, "pages", "originals", "publications"] as const;

/** Documents whose pages are counted in one transaction. */
const countedTogether = 100;

/** What is done about documents of which parts are lost or cannot be used. */
class Damage {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Those of these documents of which not all pages are stored, looked up some at a time. */
  async withoutPages(
    documents: readonly Pick<StoredDocument, "ordinal" | "content" | "pages">[],
  ): Promise<{ readonly ordinal: number; readonly content: number }[]> {
    const found: { readonly ordinal: number; readonly content: number }[] = [];
    for (let from = 0; from < documents.length; from += countedTogether) {
      const some = documents.slice(from, from + countedTogether);
      const counts = await this.#database.read(["pages"], (reading) => {
        const pages = reading.objectStore("pages");
        return Promise.all(some.map(({ content }) => pages.count(pagesOf(content))));
      });
      const short = some.filter(({ pages }, index) => (counts[index] ?? 0) < pages.total);
      found.push(...short.map(({ ordinal, content }) => ({ ordinal, content })));
    }
    return found;
  }

  /** The copy of a `ready` document's file, where what is stored of the document has lost its hash. */
  unhashed(ordinal: number): Promise<Blob | undefined> {
    return this.#database.read(["documents", "originals"], async (reading) => {
      const document = await reading.objectStore("documents").get(ordinal);
      if (document?.state !== "ready" || isHash(document.hash)) return undefined;
      const original = await reading.objectStore("originals").get(contentOf(document));
      const file = original && originalOf(original).file;
      return file instanceof Blob ? file : undefined;
    });
  }

  /**
   * Turns a `ready` document back into a job that reads its file again; without its file, one that is
   * `held` and names what is missing. One that came with a published collection is deleted, and its
   * collection is to be fetched again. Nothing of a row is taken for granted.
   *
   * @param problem what a job is held for
   * @param known `hash`: that of its file, where it has lost it; `content`: the pages that are not
   *   whole, of which it may have others by now, and then it stays
   */
  setAside(
    ordinal: number,
    problem: (path: string) => IngestProblem,
    known: { readonly hash: string | undefined; readonly content: number | undefined },
  ): Promise<void> {
    return this.#database.write(stores, async (writing) => {
      const document = await writing.from("documents").get(ordinal);
      if (document?.state !== "ready" || !isDocument(document)) return;
      if (known.content !== undefined && known.content !== document.content) return;
      writing.delete("documents", ordinal);
      writing.delete("passages", ordinal);
      writing.delete("postings", ordinal);
      dropVectors(writing, ordinal);
      const content = contentOf(document);
      const url = document.source?.url;
      if (typeof url === "string") await fetchAgain(writing, url);
      else {
        const stored = await writing.from("originals").get(content);
        const hash = isHash(document.hash) ? document.hash : known.hash;
        // Without a hash nobody could tell what the file is.
        const original = hash === undefined ? undefined : stored;
        const job = await jobOf(writing, { ...document, hash: hash ?? "" }, original);
        if (!original) writing.put("documents", { ...job, ...heldFor(problem(job.path)), content });
        else {
          // Its pages are read once more, which others with the same bytes may still use.
          writing.put("documents", job);
          writing.put("originals", { ...original, document: job.content });
        }
      }
      await releaseContents(writing, [content]);
    });
  }

  /**
   * Makes a `ready` document a job again that is `held`, with its file and pages: only what it takes
   * to search it is deleted. Returns whether it was there.
   */
  hold(ordinal: number, problem: IngestProblem): Promise<boolean> {
    return this.#database.write(
      ["documents", "passages", "postings", "vectors"],
      async (writing) => {
        const document = await writing.from("documents").get(ordinal);
        if (document?.state !== "ready" || !isOwn(document)) return false;
        const { path, hash, content, addedAt, format, versions, metadata, linked } = document;
        const { format: version, recognition = "" } = versions;
        const chosen = chosenEncoding(metadata);
        const job: StoredJob = {
          ...{ ordinal, path, hash, content, addedAt, problem },
          state: "held",
          order: ordinal,
          size: metadata.fileSize,
          reader: { format, version, recognition },
          renews: false,
          ...(chosen === null ? {} : { encoding: chosen }),
          ...(linked ? { linked } : {}),
        };
        writing.put("documents", job);
        writing.delete("passages", ordinal);
        writing.delete("postings", ordinal);
        dropVectors(writing, ordinal);
        return true;
      },
    );
  }
}

function heldFor(problem: IngestProblem): Pick<StoredJob, "state" | "problem"> {
  return { state: "held", problem };
}

async function jobOf(
  writing: WriteTransaction,
  document: StoredDocument,
  original: OriginalRow | undefined,
): Promise<StoredJob> {
  const { path, addedAt, ordinal: before } = document as Partial<StoredDocument>;
  // Under an ordinal of its own: what other tabs have in memory is that of another document.
  const ordinal = await freshKey(writing);
  const linked = original !== undefined && isLink(original);
  return {
    ordinal,
    path: typeof path === "string" && path !== "" ? path : `d${before}`,
    hash: document.hash,
    content: ordinal,
    addedAt: Number.isFinite(addedAt) ? (addedAt as number) : Date.now(),
    size: original ? sizeOf(original) : 0,
    state: "queued",
    order: ordinal,
    reader: null,
    problem: null,
    renews: false,
    ...(linked ? { linked } : {}),
  };
}

function sizeOf({ file, seen }: OriginalRow): number {
  if (file instanceof Blob) return file.size;
  return file instanceof ArrayBuffer ? file.byteLength : (seen?.size ?? 0);
}

/** Where its pages and its file are: mostly under its own ordinal, where it does not say so any more. */
function contentOf({ content, ordinal }: StoredDocument): number {
  return Number.isSafeInteger(content) ? content : ordinal;
}

function isHash(hash: unknown): hash is string {
  return typeof hash === "string" && hash !== "";
}

/** Has the next look at a published collection fetch what is missing. */
async function fetchAgain(writing: WriteTransaction, url: string): Promise<void> {
  const publication = await writing.from("publications").get(url);
  if (publication) writing.put("publications", { ...publication, etag: null, complete: false });
}
