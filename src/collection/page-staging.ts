import type { PackedPage } from "../core/packed-page.js";
import type { DocumentPostings } from "../search/document-postings.js";
import type { StoredDocument } from "../store/schema.js";
import type { Store } from "../store/store.js";

/** Pages stored in one transaction. */
const pagesPerTransaction = 16;

/** Stores a document's pages as they come, invisible until it is finished. */
export class PageStaging {
  readonly #store: Store<DocumentPostings>;
  #document = 0;
  #batch: PackedPage[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(store: Store<DocumentPostings>) {
    this.#store = store;
  }

  /** Stores the document itself and its file. */
  async begin(document: Omit<StoredDocument, "ordinal" | "state">, file: Blob): Promise<void> {
    this.#document = await this.#store.stage(document, file);
  }

  /** Takes a page. Waits only when a batch is full and the one before is still being written. */
  async add(page: PackedPage): Promise<void> {
    this.#batch.push(page);
    if (this.#batch.length === pagesPerTransaction) await this.#write();
  }

  /** Waits until every page is stored, and returns the document's ordinal. */
  async finish(): Promise<number> {
    await this.#write();
    await this.#writing;
    return this.#document;
  }

  /** Deletes what was stored. */
  async discard(): Promise<void> {
    await this.#writing.catch(() => {});
    if (this.#document !== 0) await this.#store.delete(this.#document);
  }

  async #write(): Promise<void> {
    await this.#writing;
    const batch = this.#batch;
    this.#batch = [];
    this.#writing = this.#store.stagePages(this.#document, batch);
    // Awaited with the next batch; until then a failure waits for nobody.
    this.#writing.catch(() => {});
  }
}
