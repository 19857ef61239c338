import { deleteDB } from "idb";
import { type PackedPage, type Page, packPage } from "../../../src/core/page.js";

import { textMetadata } from "../../../src/readers/parts.js";
import type { IntakeOutcome } from "../../../src/store/intake.js";
import type { SearchableDocument, StoredJob } from "../../../src/store/schema.js";
import { Store } from "../../../src/store/store.js";

export interface Postings {
  readonly words: string;
}

const collection = "store-test";
/** The database of the store that the tests open. */
export const databaseName: string = `pagehound:${collection}`;

export async function emptyStore(
  kind: "disk" | "memory",
  onOutdated: () => void = () => {},
  onLost: () => void = () => {},
): Promise<Store<Postings>> {
  await deleteDB(databaseName);
  return await openStore(kind, onOutdated, onLost);
}

/** The existing store. */
export function openStore(
  kind: "disk" | "memory" = "disk",
  onOutdated: () => void = () => {},
  onLost: () => void = () => {},
): Promise<Store<Postings>> {
  return Store.open<Postings>(collection, { inMemory: kind === "memory", onOutdated, onLost });
}

export function page(number: number): Page {
  return {
    number,
    label: null,
    state: "text",
    width: 100,
    height: 100,
    text: `page ${number}`,
    lines: [],
    geometry: {
      runs: Uint32Array.from([0, 4, 0, 0]),
      boxes: Float32Array.from([1, 2, 3, 4]),
      lengths: Uint32Array.from([4]),
    },
  };
}

export function packed(...numbers: readonly number[]): PackedPage[] {
  return numbers.map((number) => packPage(page(number)));
}

/** Adds a file whose bytes, and therefore whose hash, are `bytes`. */
export function take(
  store: Store<Postings>,
  path: string,
  bytes: string = path,
  file: Blob | FileSystemFileHandle = new Blob([bytes]),
): Promise<IntakeOutcome> {
  return store.jobs.intake({
    path,
    hash: bytes,
    size: bytes.length,
    file,
    linked: !(file instanceof Blob),
    addedAt: 1,
  });
}

/** The same for a new file. */
export async function queued(
  store: Store<Postings>,
  path: string,
  bytes: string = path,
): Promise<StoredJob> {
  const outcome = await take(store, path, bytes);
  if (outcome.kind !== "queued") throw new Error(`${path} is there already.`);
  return outcome.job;
}

/** What a job with two pages becomes. */
export function finished({
  ordinal,
  path,
  hash,
  content,
  size,
  addedAt,
}: StoredJob): SearchableDocument<Postings> {
  return {
    document: {
      ordinal,
      path,
      hash,
      content,
      addedAt,
      state: "ready",
      format: "pdf",
      pageUnit: "page",
      versions: { format: 1, passages: 1, postings: 1, facts: 1 },
      metadata: textMetadata(size),
      pages: { total: 2, text: 2, recognised: 0, empty: 0, scanned: 0, unreadable: 0 },
      gaps: [],
      passages: 1,
      words: 2,
    },
    passages: { document: ordinal, entries: new Uint32Array(5), headings: [], bookmarks: [] },
    postings: { words: `of ${ordinal}` },
  };
}

/** Adds a file and turns it into a searchable two-page document. */
export async function ready(
  store: Store<Postings>,
  path: string,
  bytes: string = path,
): Promise<StoredJob> {
  const job = await queued(store, path, bytes);
  await store.contents.stagePages(job, packed(1, 2));
  await store.jobs.finish(finished(job));
  return job;
}

/** The ordinals of the searchable documents. */
export async function searchable(store: Store<Postings>): Promise<number[]> {
  return (await store.documents.searchable()).map(({ document }) => document.ordinal);
}

/** Purges what was removed at or before that time. Returns the ordinals. */
export async function purge(store: Store<unknown>, before: number): Promise<number[]> {
  const removals = await store.documents.removals();
  return store.documents.purge(removals.filter(({ removedAt }) => removedAt <= before));
}

/** Permanently deletes everything that was removed or replaced. */
export function purgeAll(store: Store<unknown>): Promise<number[]> {
  return purge(store, Number.POSITIVE_INFINITY);
}
