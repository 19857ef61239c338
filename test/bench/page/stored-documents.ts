import type { indexDocument } from "../../../src/collection/ingest/make-searchable.js";
import type { Page } from "../../../src/core/page.js";
import { Store } from "../../../src/store/store.js";

/** A document with everything its index is built from. */
export interface DocumentText {
  readonly ordinal: number;
  /** Everything indexed apart from the pages; at least the path. */
  readonly about: Parameters<typeof indexDocument>[0];
  /** Without geometry, which does not affect the index. */
  readonly pages: readonly Page[];
}

/** A collection's documents, read straight from its database. */
export interface StoredDocuments {
  readonly count: number;
  /** Returns a document as JSON, which transfers much faster than an object. */
  read(index: number): Promise<string>;
  close(): void;
}

/** Opens the database of the collection `name`. */
export async function openStoredDocuments(name: string): Promise<StoredDocuments> {
  const store = await Store.open<unknown>(name, { inMemory: false, onOutdated: () => {} });
  const documents = (await store.documents.searchable()).map(({ document, passages }) => ({
    ordinal: document.ordinal,
    content: document.content,
    about: { ...document, bookmarks: passages.bookmarks },
  }));
  return {
    count: documents.length,
    async read(index) {
      const stored = documents[index];
      if (!stored) throw new RangeError(`There is no document ${index}.`);
      const { ordinal, about, content } = stored;
      const pages: Page[] = [];
      for await (const page of store.contents.textPages(content)) pages.push(page);
      const text: DocumentText = { ordinal, about, pages };
      return JSON.stringify(text);
    },
    close: () => store.close(),
  };
}
