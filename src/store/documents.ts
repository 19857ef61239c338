import { PagehoundError } from "../core/index.js";
import { releaseContents, removedWith, withAttached } from "./contents.js";
import { endReindexing, type Removal, removedDocument, replacedDocument } from "./jobs.js";
import {
  type Entry,
  isDocument,
  isJob,
  isOwn,
  type StoredDocument,
  type StoredJob,
  type StoredPassages,
  sourceOf,
  type Versions,
} from "./schema.js";
import type { Database, WriteTransaction } from "./transaction.js";
import { dropVectors } from "./vectors.js";

/**
 * What is needed of a searchable document to search it. Where parts of it are lost, passages are
 * empty and postings undefined: what is stored is handed out unchecked.
 */
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
  searchable(): Promise<SearchableDocument<Postings>[]> {
    return this.#within(null);
  }

  /** The `ready` documents, in the order they were added. */
  async ready(): Promise<StoredDocument[]> {
    const entries = await this.#database.read(["documents"], (reading) =>
      reading.objectStore("documents").getAll(),
    );
    return entries.filter(isReady);
  }

  /**
   * What is needed to search these documents, and others between them, as far as they are `ready`: in
   * parts that do not take much memory, each read at a moment of its own. What changes between two of
   * them is for the caller to look up.
   */
  async *searchableInParts(
    documents: readonly StoredDocument[],
  ): AsyncGenerator<SearchableDocument<Postings>[]> {
    for (const { first, last } of partsOf(documents)) {
      yield await this.#within(IDBKeyRange.bound(first, last));
    }
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

  /**
   * Stores what was made again from the pages of a `ready` document, and nothing else: what has
   * changed since it was read here stays. Returns the document as it is stored now. Null, and
   * nothing is written, when it is no longer ready, or newer code has made what is stored.
   */
  reindex({
    document,
    passages,
    postings,
  }: SearchableDocument<Postings>): Promise<StoredDocument | null> {
    const { ordinal } = document;
    return this.#database.write([...searchStores, "vectors"], async (writing) => {
      const stored = await writing.from("documents").get(ordinal);
      if (stored?.state !== "ready" || stored.content !== document.content) return null;
      if (isNewer(stored.versions, document.versions)) return null;
      const before = await writing.from("passages").get(ordinal);
      const cutAlike =
        stored.versions.passages === document.versions.passages &&
        before !== undefined &&
        areEqual(before.entries, passages.entries);
      if (!cutAlike) dropVectors(writing, ordinal);
      const reindexed = withMade(stored, document);
      writing.put("documents", reindexed);
      writing.put("passages", passages);
      writing.put("postings", { document: ordinal, postings });
      return reindexed;
    });
  }

  /**
   * Hides `ready` documents until they are restored or purged, and ends the jobs that read them
   * again; what is not `ready` is passed over. What is attached to a mail goes with it, also where it
   * is still to be read. Returns all that went.
   */
  remove(
    ordinals: readonly number[],
    now: number,
  ): Promise<{ readonly documents: number[]; readonly jobs: StoredJob[] }> {
    return this.#database.write([...contentStores, "publications"], async (writing) => {
      const documents = writing.from("documents");
      // Thousands one after the other would take as many times as long as it takes to ask.
      const entries = await Promise.all([...new Set(ordinals)].map((each) => documents.get(each)));
      const named = entries.filter((entry) => entry !== undefined).filter(isReady);
      const { ready, jobs } = await withAttached(writing, named);
      for (const { ordinal } of jobs) writing.delete("documents", ordinal);
      const ended = await Promise.all(
        ready.map((document) => (document.source ? [] : endReindexing(writing, document))),
      );
      for (const document of ready) {
        writing.put("documents", removedDocument(document, now));
        if (document.source) await hide(writing, document.source.url, document.path, true);
      }
      const kept = jobs.filter(({ state }) => state !== "refused").map(({ content }) => content);
      await releaseContents(writing, [...kept, ...ended.flat()]);
      return { documents: ready.map(({ ordinal }) => ordinal), jobs };
    });
  }

  /**
   * Brings back documents that were removed or replaced, all or none; the version that has the place
   * of a replaced one now is replaced itself in the same moment. What was removed together with a mail
   * that it is attached to comes back with it. Returns the ordinals of all these others.
   * Throws `not-found` when one is gone, and `invalid-argument` when another document is at the path
   * of one that was removed.
   */
  restore(ordinals: readonly number[], now: number = Date.now()): Promise<number[]> {
    return this.#database.write([...contentStores, "publications"], async (writing) => {
      const back = new Set<number>();
      const replaced: number[] = [];
      const released: number[] = [];
      const wanted = new Set(ordinals);
      // The set grows while it is gone through.
      for (const ordinal of wanted) {
        const entry = await writing.from("documents").get(ordinal);
        if (entry?.state !== "removed" || entry.removedAt === 0) {
          throw new PagehoundError(
            "not-found",
            `There is no removed document d${ordinal} to restore.`,
          );
        }
        const { removedAt: _removedAt, replaced: wasReplaced, ...document } = entry;
        const { path } = document;
        const source = sourceOf(entry);
        for (const other of await writing.from("documents").index("path").getAll(path)) {
          if (!isReady(other) || sourceOf(other) !== source) continue;
          if (!wasReplaced || back.has(other.ordinal)) throw pathTaken(path);
          writing.put("documents", replacedDocument(other, now));
          replaced.push(other.ordinal);
          released.push(...(await endReindexing(writing, other)));
        }
        writing.put("documents", { ...document, state: "ready" });
        back.add(ordinal);
        if (source !== null) await hide(writing, source, path, false);
        for (const below of await removedWith(writing, entry)) {
          if (!wanted.has(below)) replaced.push(below);
          wanted.add(below);
        }
      }
      await releaseContents(writing, released);
      return replaced;
    });
  }

  /**
   * Gives the person's own `ready` documents other paths, with what is attached to them; one whose
   * path is taken by then, or that is being read again, stays where it is. Their part of the index
   * is made again, since they are found by their paths, too. Returns the ordinals of all that moved.
   */
  move(moves: readonly { readonly ordinal: number; readonly path: string }[]): Promise<number[]> {
    return this.#database.write(["documents"], async (writing) => {
      const moved: number[] = [];
      const documents = writing.from("documents");
      const isFree = async (path: string): Promise<boolean> =>
        (await documents.index("path").getAll(path)).every(
          (entry) => !isOwn(entry) || entry.state === "removed" || entry.state === "refused",
        );
      for (const { ordinal, path } of moves) {
        const named = await documents.get(ordinal);
        if (!named || !isReady(named) || !isOwn(named) || !(await isFree(path))) continue;
        const { ready, jobs } = await withAttached(writing, [named]);
        const atPath = await documents.index("path").getAll(named.path);
        if (jobs.length > 0 || atPath.some(isJob)) continue;
        for (const document of ready) {
          writing.put("documents", {
            ...document,
            path: path + document.path.slice(named.path.length),
            versions: { ...document.versions, postings: 0 },
          });
          moved.push(document.ordinal);
        }
      }
      return moved;
    });
  }

  /** The documents that wait to be deleted for good, in no particular order. */
  removals(): Promise<Removal[]> {
    return this.#database.read(["documents"], async (reading) => {
      const entries = await reading.objectStore("documents").index("removed").getAll();
      return entries.filter(isDocument).map(({ ordinal, removedAt = 0, replaced = false }) => {
        return { ordinal, removedAt, replaced };
      });
    });
  }

  /**
   * Deletes documents for good that still are removed as they were then, with the pages and files
   * that nobody else needs. Returns the ordinals.
   */
  async purge(removals: readonly Pick<Removal, "ordinal" | "removedAt">[]): Promise<number[]> {
    // Most often there is nothing to do, and nothing to wait for.
    if (removals.length === 0) return [];
    const stores = [...contentStores, "passages", "postings", "vectors"] as const;
    return await this.#database.write(stores, async (writing) => {
      const documents: StoredDocument[] = [];
      for (const { ordinal, removedAt } of removals) {
        const document = await writing.from("documents").get(ordinal);
        if (document?.state !== "removed" || document.removedAt !== removedAt) continue;
        documents.push(document);
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

  #within(range: IDBKeyRange | null): Promise<SearchableDocument<Postings>[]> {
    return this.#database.read(searchStores, async (reading) => {
      const [entries, passages, postings] = await Promise.all([
        reading.objectStore("documents").getAll(range),
        reading.objectStore("passages").getAll(range),
        reading.objectStore("postings").getAll(range),
      ]);
      const passagesOf = new Map(passages.map((stored) => [stored.document, stored]));
      const postingsOf = new Map(postings.map((stored) => [stored.document, stored.postings]));
      return entries.flatMap((document) => {
        const found = passagesOf.get(document.ordinal);
        const stored = postingsOf.get(document.ordinal);
        return searchableOf<Postings>(document, found, stored);
      });
    });
  }

  /** Roughly how many bytes each `ready` document takes; what it shares counts in part. Reads no pages. */
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

/** Words of the documents that are read together, and how many there are at most. */
const wordsInPart = 3_000_000;
const documentsInPart = 1_000;

/** Ranges of the ordinals of documents, in ascending order. */
function partsOf(documents: readonly StoredDocument[]): { first: number; last: number }[] {
  const parts: { first: number; last: number; words: number; documents: number }[] = [];
  for (const { ordinal, words } of [...documents].sort((a, b) => a.ordinal - b.ordinal)) {
    const part = parts.at(-1);
    if (part && part.words + words <= wordsInPart && part.documents < documentsInPart) {
      part.last = ordinal;
      part.words += words;
      part.documents++;
    } else {
      parts.push({ first: ordinal, last: ordinal, words, documents: 1 });
    }
  }
  return parts;
}

function pathTaken(path: string): PagehoundError {
  return new PagehoundError(
    "invalid-argument",
    `${path} cannot be restored: another document is stored under its name by now. Remove that one first.`,
    { data: { path } },
  );
}

/** Has a published document stay away when its collection is brought up to date, or not any more. */
async function hide(
  writing: WriteTransaction,
  url: string,
  path: string,
  hidden: boolean,
): Promise<void> {
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
  if (!document || !isReady(document)) return [];
  return [{ document, passages: passages ?? lost(document), postings: postings as Postings }];
}

/** Passages in the place of those that are not stored any more, which nobody takes for such. */
function lost({ ordinal }: StoredDocument): StoredPassages {
  return { document: ordinal } as StoredPassages;
}

/** Whether newer code than ours has made the passages, the postings or the facts. */
export function isNewer(stored: Versions, ours: Versions): boolean {
  return (
    stored.passages > ours.passages ||
    stored.postings > ours.postings ||
    (stored.facts ?? 0) > (ours.facts ?? 0)
  );
}

/** A document with what is made of its pages as another one has it. */
function withMade(stored: StoredDocument, made: StoredDocument): StoredDocument {
  const { termsLeftOut: _before, ...rest } = stored;
  const { pages, gaps, passages, words, termsLeftOut } = made;
  const { versions } = made;
  return {
    ...rest,
    ...{ pages, gaps, passages, words },
    ...(termsLeftOut === undefined ? {} : { termsLeftOut }),
    versions: {
      ...stored.versions,
      passages: versions.passages,
      postings: versions.postings,
      ...(versions.facts === undefined ? {} : { facts: versions.facts }),
    },
  };
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
