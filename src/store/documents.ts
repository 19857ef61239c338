import { PagehoundError } from "../core/errors.js";
import { releaseContents } from "./contents.js";
import type { Database } from "./database.js";
import {
  type Entry,
  isDocument,
  isJob,
  type StoredDocument,
  type StoredPassages,
  sourceOf,
  type Versions,
} from "./schema.js";
import { dropVectors } from "./vectors.js";
import type { Writing } from "./writing.js";

/** What is needed of a searchable document to search it. */
export interface SearchableDocument<Postings> {
  readonly document: StoredDocument;
  readonly passages: StoredPassages;
  readonly postings: Postings;
}

const searchStores = ["documents", "passages", "postings"] as const;
const contentStores = ["documents", "pages", "originals"] as const;

/** The documents: searched, removed, restored, and deleted for good. */
export class Documents<Postings> {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** What is needed to search all `ready` documents, in the order they were added, read at one moment. */
  async searchable(): Promise<SearchableDocument<Postings>[]> {
    return await this.#database.read(searchStores, async (reading) => {
      const [entries, passages, postings] = await Promise.all([
        reading.objectStore("documents").getAll(),
        reading.objectStore("passages").getAll(),
        reading.objectStore("postings").getAll(),
      ]);
      const passagesOf = new Map(passages.map((stored) => [stored.document, stored]));
      const postingsOf = new Map(postings.map((stored) => [stored.document, stored.postings]));
      return entries.flatMap((document) => {
        const found = passagesOf.get(document.ordinal);
        const stored = postingsOf.get(document.ordinal);
        return searchableOf(document, found, stored);
      });
    });
  }

  /**
   * The same of some documents; those that are not `ready` are left out. `known`: what was stored of
   * one of them a moment ago, of which no more is read than whether it still is what is stored.
   */
  async searchableAmong(
    ordinals: readonly number[],
    known?: SearchableDocument<Postings>,
  ): Promise<SearchableDocument<Postings>[]> {
    return await this.#database.read(searchStores, async (reading) => {
      const ascending = [...new Set(ordinals)].sort((a, b) => a - b);
      const found = await Promise.all(
        ascending.map(async (ordinal) => {
          const document = await reading.objectStore("documents").get(ordinal);
          // Of thousands that were removed no more is read.
          if (document?.state !== "ready") return [];
          const isKnown = known?.document.ordinal === ordinal;
          // Nothing else is ever stored under this ordinal but what other versions have made.
          if (isKnown && isSame(document.versions, known.document.versions)) {
            return [{ ...known, document }];
          }
          const [passages, postings] = await Promise.all([
            reading.objectStore("passages").get(ordinal),
            reading.objectStore("postings").get(ordinal),
          ]);
          return searchableOf<Postings>(document, passages, postings?.postings);
        }),
      );
      return found.flat();
    });
  }

  /** Stores what was made anew of a `ready` document from its pages; nothing when it is no longer ready. */
  renew({ document, passages, postings }: SearchableDocument<Postings>): Promise<void> {
    const { ordinal, versions } = document;
    return this.#database.write([...searchStores, "vectors"], async (writing) => {
      const stored = await writing.from("documents").get(ordinal);
      if (stored?.state !== "ready") return;
      const before = await writing.from("passages").get(ordinal);
      const cutAlike =
        stored.versions.passages === versions.passages &&
        before !== undefined &&
        areEqual(before.entries, passages.entries);
      if (!cutAlike) dropVectors(writing, ordinal);
      writing.put("documents", { ...document, state: "ready" });
      writing.put("passages", passages);
      writing.put("postings", { document: ordinal, postings });
    });
  }

  /** Hides `ready` documents until they are restored or purged, and ends the jobs that read them anew. */
  remove(ordinals: readonly number[], now: number): Promise<void> {
    return this.#database.write([...contentStores, "publications"], async (writing) => {
      const released: number[] = [];
      const documents = writing.from("documents");
      // Thousands one after the other would take as many times as long as it takes to ask.
      const entries = await Promise.all([...new Set(ordinals)].map((each) => documents.get(each)));
      const ready = entries.filter((entry) => entry !== undefined).filter(isReady);
      const atPaths = await Promise.all(
        ready.map(({ path, source }) => (source ? [] : documents.index("path").getAll(path))),
      );
      for (const [index, document] of ready.entries()) {
        writing.put("documents", { ...document, state: "removed", removedAt: now });
        const { path, hash, source } = document;
        if (source) {
          await hide(writing, source.url, path, true);
          continue;
        }
        for (const entry of atPaths[index] ?? []) {
          if (!isJob(entry) || !entry.renews || entry.hash !== hash) continue;
          writing.delete("documents", entry.ordinal);
          if (entry.state !== "refused") released.push(entry.content);
        }
      }
      await releaseContents(writing, released);
    });
  }

  /**
   * Brings back documents that were removed, all or none. Throws `not-found` when one is gone or was
   * replaced, and `invalid-argument` when another document is at its path by now.
   */
  restore(ordinals: readonly number[]): Promise<void> {
    return this.#database.write(["documents", "publications"], async (writing) => {
      for (const ordinal of new Set(ordinals)) {
        const entry = await writing.from("documents").get(ordinal);
        if (entry?.state !== "removed" || entry.removedAt === 0) {
          throw new PagehoundError(
            "not-found",
            `There is no removed document d${ordinal} to restore.`,
          );
        }
        const { removedAt: _removedAt, ...document } = entry;
        const { path } = document;
        const atPath = await writing.from("documents").index("path").getAll(path);
        const source = sourceOf(entry);
        if (atPath.some((other) => other.state === "ready" && sourceOf(other) === source)) {
          throw new PagehoundError(
            "invalid-argument",
            `${path} cannot be restored: another document is stored under its name by now. Remove that one first.`,
            { data: { path } },
          );
        }
        writing.put("documents", { ...document, state: "ready" });
        if (source !== null) await hide(writing, source, path, false);
      }
    });
  }

  /**
   * Deletes for good what was replaced, or removed at or before `before`, with the pages and files
   * that nobody else needs. Returns the ordinals.
   */
  async purge(before: number): Promise<number[]> {
    // Most often there is nothing to do, and nothing to wait for.
    const due = IDBKeyRange.upperBound(before);
    const found = await this.#database.read(["documents"], async (reading) => {
      return (await reading.objectStore("documents").index("removed").getKey(due)) !== undefined;
    });
    if (!found) return [];
    const stores = [...contentStores, "passages", "postings", "vectors"] as const;
    return await this.#database.write(stores, async (writing) => {
      const entries = await writing.from("documents").index("removed").getAll(due);
      const documents = entries.filter(isDocument);
      for (const { ordinal } of documents) {
        writing.delete("documents", ordinal);
        writing.delete("passages", ordinal);
        writing.delete("postings", ordinal);
        dropVectors(writing, ordinal);
      }
      const contents = documents.map(({ content }) => content);
      await releaseContents(writing, contents);
      return documents.map(({ ordinal }) => ordinal);
    });
  }

  /** Whether documents wait to be deleted for good. */
  hasRemoved(): Promise<boolean> {
    return this.#database.read(["documents"], async (reading) => {
      const [first] = await reading.objectStore("documents").index("removed").getAllKeys(null, 1);
      return first !== undefined;
    });
  }

  /** The ordinals of the `ready` documents, in ascending order. Reads no document. */
  readyOrdinals(): Promise<number[]> {
    return this.#database.read(["documents"], async (reading) => {
      const documents = reading.objectStore("documents");
      const [all, jobs, removed] = await Promise.all([
        documents.getAllKeys(),
        documents.index("queue").getAllKeys(),
        documents.index("removed").getAllKeys(),
      ]);
      const others = new Set([...jobs, ...removed]);
      return all.filter((ordinal) => !others.has(ordinal));
    });
  }

  /** A document's part of the index, or undefined. */
  async postings(ordinal: number): Promise<Postings | undefined> {
    return await this.#database.read(["postings"], async (reading) => {
      const stored = await reading.objectStore("postings").get(ordinal);
      return stored?.postings as Postings | undefined;
    });
  }

  /** Roughly how many bytes each `ready` document takes; what it shares counts in part. */
  async sizes(): Promise<{ ordinal: number; bytes: number }[]> {
    const entries = await this.#database.read(["documents"], (reading) =>
      reading.objectStore("documents").getAll(),
    );
    const sharing = new Map<number, number>();
    for (const { content } of entries) sharing.set(content, (sharing.get(content) ?? 0) + 1);
    return entries.filter(isReady).map((document) => {
      const content = document.linked || document.original ? 0 : document.metadata.fileSize;
      const shared = sharing.get(document.content) ?? 1;
      const bytes =
        (content + document.words * pageBytesPerWord) / shared + document.words * indexBytesPerWord;
      return { ordinal: document.ordinal, bytes: Math.round(bytes) };
    });
  }
}

/** Has a published document stay away when its collection is brought up to date, or not any more. */
async function hide(writing: Writing, url: string, path: string, hidden: boolean): Promise<void> {
  const publication = await writing.from("publications").get(url);
  if (!publication) return;
  const others = publication.hidden.filter((other) => other !== path);
  if (hidden) writing.put("publications", { ...publication, hidden: [...others, path] });
  // Another version of it may have been published meanwhile: the next look is to compare it again.
  else writing.put("publications", { ...publication, hidden: others, etag: null });
}

/** What a word takes on its page, most of it where its characters stand. */
const pageBytesPerWord = 60;
/** What a word takes in the index. */
const indexBytesPerWord = 8;

function searchableOf<Postings>(
  document: Entry | undefined,
  passages: StoredPassages | undefined,
  postings: unknown,
): SearchableDocument<Postings>[] {
  if (!document || !isReady(document) || !passages || postings === undefined) return [];
  return [{ document, passages, postings: postings as Postings }];
}

function isSame(one: Versions, other: Versions): boolean {
  return (
    one.passages === other.passages &&
    one.postings === other.postings &&
    one.facts === other.facts &&
    one.format === other.format &&
    one.recognition === other.recognition
  );
}

function areEqual(one: Uint32Array, other: Uint32Array): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function isReady(entry: Entry): entry is StoredDocument {
  return entry.state === "ready";
}
