import type { Page } from "playwright";

/** An entry of the database: a document, or a file being added. */
export interface StoredEntry {
  readonly ordinal: number;
  readonly path: string;
  readonly hash: string;
  readonly content: number;
  readonly state: "ready" | "removed" | "queued" | "held" | "refused";
  /** Why it is held or was refused. */
  readonly code: string | null;
  /** The page count of a document. */
  readonly pages: number | null;
  /** Whether a newer version has replaced it. */
  readonly replaced: boolean;
}

/** What the database holds, by its own keys. */
export interface StoredState {
  readonly entries: readonly StoredEntry[];
  /** Numbers of the stored pages, by content. */
  readonly pages: Readonly<Record<number, readonly number[]>>;
  /** Those of them that `markPages` marked. */
  readonly marked: Readonly<Record<number, readonly number[]>>;
  /** SHA-256 of the stored files, by content. */
  readonly originals: Readonly<Record<number, string>>;
  readonly passages: readonly number[];
  readonly postings: readonly number[];
}

/** An empty database. */
export const nothingStored: StoredState = {
  entries: [],
  pages: {},
  marked: {},
  originals: {},
  passages: [],
  postings: [],
};

/** Reads the raw database, without the library. */
export function readStored(page: Page, collection: string): Promise<StoredState> {
  return page
    .evaluate(async (name) => {
      const known = await indexedDB.databases();
      if (!known.some((one) => one.name === name)) return null;
      const settled = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      // A killed browser may hold on to its files for a moment.
      let database: IDBDatabase | null = null;
      for (let tries = 0; !database && tries < 50; tries++) {
        if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 200));
        database = await settled(indexedDB.open(name)).catch(() => null);
      }
      if (!database) throw new Error(`${name} does not open.`);
      const stores = ["documents", "pages", "originals", "passages", "postings"];
      const transaction = database.transaction(stores);
      const all = (store: string) => settled(transaction.objectStore(store).getAll());
      const keys = (store: string) => settled(transaction.objectStore(store).getAllKeys());
      const [documents, pages, originals, passages, postings] = await Promise.all([
        all("documents"),
        all("pages"),
        all("originals"),
        keys("passages"),
        keys("postings"),
      ]);
      database.close();
      const numbers: Record<number, number[]> = {};
      const marked: Record<number, number[]> = {};
      for (const one of pages) {
        numbers[one.document] ??= [];
        numbers[one.document]?.push(one.number);
        if (!one.markedByTest) continue;
        marked[one.document] ??= [];
        marked[one.document]?.push(one.number);
      }
      const hashes: Record<number, string> = {};
      for (const { document, file } of originals) {
        const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
        const bytes = Array.from(new Uint8Array(digest));
        hashes[document] = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
      }
      return {
        entries: documents.map((one) => ({
          ordinal: one.ordinal,
          path: one.path,
          hash: one.hash,
          content: one.content,
          state: one.state,
          code: one.problem?.code ?? null,
          pages: one.pages?.total ?? null,
          replaced: one.state === "removed" && one.removedAt === 0,
        })),
        pages: numbers,
        marked,
        originals: hashes,
        passages: passages.map(Number),
        postings: postings.map(Number),
      };
    }, `pagehound:${collection}`)
    .then((state) => state ?? nothingStored);
}

/**
 * Marks the stored pages of these contents, so that pages that were kept differ from pages that
 * were stored again. Also pauses reading for the next time the collection is opened, like
 * `IngestQueue.pause`.
 */
export async function markPages(
  page: Page,
  collection: string,
  { contents, paused }: { contents: readonly number[]; paused: boolean },
): Promise<void> {
  const request = { name: `pagehound:${collection}`, contents, paused };
  await page.evaluate(async ({ name, contents, paused }) => {
    const opening = indexedDB.open(name);
    await new Promise((resolve, reject) => {
      opening.onsuccess = resolve;
      opening.onerror = () => reject(opening.error);
    });
    const database = opening.result;
    const transaction = database.transaction(["pages", "settings"], "readwrite");
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    if (paused) transaction.objectStore("settings").put({ name: "paused", value: true });
    const walk = transaction.objectStore("pages").openCursor();
    walk.onsuccess = () => {
      const cursor = walk.result;
      if (!cursor) return;
      const stored = cursor.value;
      if (contents.includes(stored.document)) cursor.update({ ...stored, markedByTest: true });
      cursor.continue();
    };
    await ended;
    database.close();
  }, request);
}
