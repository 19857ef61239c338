import { type IDBPDatabase, openDB } from "idb";
import { type PackedPage, unpackPage } from "../core/packed-page.js";
import type { Page } from "../core/page.js";
import type { PageRange } from "../core/page-range.js";
import { Conversations } from "./conversations.js";
import {
  type Schema,
  type StoredDocument,
  type StoredPage,
  type StoredPassages,
  schemaVersion,
} from "./schema.js";
import { guarded, storageError } from "./storage-error.js";

/** Everything a document needs to become searchable. */
export interface FinishedDocument<Postings> {
  readonly document: StoredDocument;
  readonly passages: StoredPassages;
  readonly postings: Postings;
  /** A document that is replaced by it, or null. */
  readonly replaces: number | null;
}

/** What is needed of a searchable document to search it. */
export interface SearchableDocument<Postings> {
  readonly document: StoredDocument;
  readonly passages: StoredPassages;
  readonly postings: Postings;
}

// Staged pages may be lost with the machine's power: they are then read again.
const relaxed: IDBTransactionOptions = { durability: "relaxed" };

/**
 * The documents of one collection in IndexedDB. A document becomes visible, replaces another and
 * disappears in one transaction each, so no reader ever sees half of one.
 *
 * @typeParam Postings what the index stores with a document; anything that can be cloned
 */
export class Store<Postings> {
  readonly #database: IDBPDatabase<Schema<Postings>>;
  /** The conversations about them. */
  readonly conversations: Conversations;

  private constructor(database: IDBPDatabase<Schema<Postings>>) {
    this.#database = database;
    // Conversations have stores of their own, and nothing to do with postings.
    this.conversations = new Conversations(database as unknown as IDBPDatabase<Schema<unknown>>);
  }

  /** Opens the database of a collection, creating it when there is none. Throws `storage-failed`. */
  static async open<Postings>(collection: string): Promise<Store<Postings>> {
    try {
      const database = await openDB<Schema<Postings>>(`pagehound:${collection}`, schemaVersion, {
        upgrade(database, from) {
          if (from < 1) {
            database.createObjectStore("documents", { keyPath: "ordinal", autoIncrement: true });
            database.createObjectStore("pages", { keyPath: ["document", "number"] });
            database.createObjectStore("passages", { keyPath: "document" });
            database.createObjectStore("postings", { keyPath: "document" });
            database.createObjectStore("originals", { keyPath: "document" });
          }
          if (from < 2) {
            database.createObjectStore("conversations", { keyPath: "id" });
            database.createObjectStore("turns", { keyPath: ["conversation", "number"] });
            database.createObjectStore("traces", { keyPath: ["conversation", "number"] });
          }
        },
        // Another tab with newer code wants to upgrade: let it.
        blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
      });
      return new Store(database);
    } catch (cause) {
      throw storageError(cause, "The browser's storage could not be opened.");
    }
  }

  close(): void {
    this.#database.close();
  }

  /** All documents, in the order they were added, whatever their state. */
  documents(): Promise<StoredDocument[]> {
    return guarded(() => this.#database.getAll("documents"));
  }

  /** Begins a document with its original, invisible until `finish`. Returns its ordinal. */
  stage(document: Omit<StoredDocument, "ordinal" | "state">, file: Blob): Promise<number> {
    return guarded(async () => {
      const transaction = this.#database.transaction(["documents", "originals"], "readwrite");
      // The key path is filled in by the database.
      const value = { ...document, state: "staging" } as StoredDocument;
      const ordinal = await transaction.objectStore("documents").add(value);
      await transaction.objectStore("originals").add({ document: ordinal, file });
      await transaction.done;
      return ordinal;
    });
  }

  /** Stores pages of a staged document. */
  stagePages(document: number, pages: readonly PackedPage[]): Promise<void> {
    return guarded(async () => {
      const transaction = this.#database.transaction("pages", "readwrite", relaxed);
      const puts = pages.map((page) => transaction.store.put({ ...page, document }));
      await Promise.all([...puts, transaction.done]);
    });
  }

  /** Makes a staged document visible, whole, and removes the one it replaces. */
  finish({ document, passages, postings, replaces }: FinishedDocument<Postings>): Promise<void> {
    return guarded(async () => {
      const stores = ["documents", "passages", "postings"] as const;
      const transaction = this.#database.transaction(stores, "readwrite");
      const documents = transaction.objectStore("documents");
      const replaced = replaces === null ? undefined : await documents.get(replaces);
      await Promise.all([
        documents.put({ ...document, state: "ready" }),
        replaced && documents.put({ ...replaced, state: "removed" }),
        transaction.objectStore("passages").put(passages),
        transaction.objectStore("postings").put({ document: document.ordinal, postings }),
        transaction.done,
      ]);
    });
  }

  /** Changes the state of documents, all in one transaction; those that no longer exist are passed over. */
  setState(ordinals: readonly number[], state: "ready" | "removed"): Promise<void> {
    return guarded(async () => {
      const transaction = this.#database.transaction("documents", "readwrite");
      for (const ordinal of ordinals) {
        const document = await transaction.store.get(ordinal);
        if (document && document.state !== "staging")
          await transaction.store.put({ ...document, state });
      }
      await transaction.done;
    });
  }

  /** Deletes a document and all that belongs to it. */
  delete(ordinal: number): Promise<void> {
    return guarded(async () => {
      const stores = ["documents", "pages", "passages", "postings", "originals"] as const;
      const transaction = this.#database.transaction(stores, "readwrite");
      await Promise.all([
        transaction.objectStore("documents").delete(ordinal),
        transaction.objectStore("pages").delete(pagesOf(ordinal)),
        transaction.objectStore("passages").delete(ordinal),
        transaction.objectStore("postings").delete(ordinal),
        transaction.objectStore("originals").delete(ordinal),
        transaction.done,
      ]);
    });
  }

  /** What is needed to search all `ready` documents, in the order they were added, read at one moment. */
  searchable(): Promise<SearchableDocument<Postings>[]> {
    return guarded(async () => {
      const stores = ["documents", "passages", "postings"] as const;
      const transaction = this.#database.transaction(stores);
      const [documents, passages, postings] = await Promise.all([
        transaction.objectStore("documents").getAll(),
        transaction.objectStore("passages").getAll(),
        transaction.objectStore("postings").getAll(),
      ]);
      const passagesOf = new Map(passages.map((entry) => [entry.document, entry]));
      const postingsOf = new Map(postings.map((entry) => [entry.document, entry.postings]));
      return documents.flatMap((document) => {
        const found = passagesOf.get(document.ordinal);
        const stored = postingsOf.get(document.ordinal);
        if (document.state !== "ready" || !found || stored === undefined) return [];
        return [{ document, passages: found, postings: stored }];
      });
    });
  }

  /** A document's part of the index, or undefined. */
  postings(document: number): Promise<Postings | undefined> {
    return guarded(async () => (await this.#database.get("postings", document))?.postings);
  }

  /** Pages by document and number, in the order asked for; undefined where there is none. */
  pages(
    keys: readonly (readonly [document: number, number: number])[],
  ): Promise<(Page | undefined)[]> {
    return guarded(async () => {
      const { store } = this.#database.transaction("pages");
      const gets = keys.map(([document, number]) => store.get([document, number]));
      return (await Promise.all(gets)).map((page) => page && withoutDocument(page));
    });
  }

  /** All pages of a document, in order. */
  allPages(document: number): Promise<Page[]> {
    return guarded(async () => {
      const pages = await this.#database.getAll("pages", pagesOf(document));
      return pages.map(withoutDocument);
    });
  }

  /** The pages of a document from `from` to `to`, in order. */
  pageRange(document: number, { from, to }: PageRange): Promise<Page[]> {
    return guarded(async () => {
      const range = IDBKeyRange.bound([document, from], [document, to]);
      return (await this.#database.getAll("pages", range)).map(withoutDocument);
    });
  }

  /** The file as it was added, or undefined. */
  original(document: number): Promise<Blob | undefined> {
    return guarded(async () => (await this.#database.get("originals", document))?.file);
  }
}

function withoutDocument({ document: _document, ...page }: StoredPage): Page {
  return unpackPage(page);
}

function pagesOf(document: number): IDBKeyRange {
  // An array sorts after every number, so this ends after the last page.
  return IDBKeyRange.bound([document], [document, []]);
}
