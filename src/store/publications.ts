import { notFound, type PagehoundError } from "../core/index.js";
import { goneForGood } from "./jobs.js";
import {
  type Entry,
  isDocument,
  type StoredDocument,
  type StoredPublication,
  sourceOf,
} from "./schema.js";
import type { Database } from "./transaction.js";

/** The published collections whose documents are stored here, or being fetched. */
export class Publications {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** All published collections, by URL. */
  all(): Promise<StoredPublication[]> {
    return this.#database.readFrom("publications", (store) => store.getAll());
  }

  get(url: string): Promise<StoredPublication | undefined> {
    return this.#database.readFrom("publications", (store) => store.get(url));
  }

  /** The searchable documents of a published collection. */
  documents(url: string): Promise<StoredDocument[]> {
    return this.#database.read(["documents"], async (reading) =>
      readyOf(await reading.from("documents").getAll(), url),
    );
  }

  /**
   * Stores a publication's row. Documents that were removed here stay hidden. `known`: throws
   * `not-found` unless the publication already exists.
   */
  put(publication: Omit<StoredPublication, "hidden">, known: boolean): Promise<void> {
    return this.#database.write(["publications"], async (writing) => {
      const stored = await writing.from("publications").get(publication.url);
      if (!stored && known) throw removedMeanwhile(publication.url);
      writing.put("publications", { ...publication, hidden: stored?.hidden ?? [] });
    });
  }

  /**
   * Only records that the server has nothing newer, because the rest of the row may have changed
   * since the request. Throws `not-found` if the publication no longer exists.
   *
   * @param checkedAt milliseconds since 1970
   */
  checked(url: string, checkedAt: number): Promise<void> {
    return this.#database.write(["publications"], async (writing) => {
      const stored = await writing.from("publications").get(url);
      if (!stored) throw removedMeanwhile(url);
      writing.put("publications", { ...stored, checkedAt });
    });
  }

  /**
   * Marks a publication as complete, and removes documents that it no longer contains. Returns the
   * ordinals of the removed documents, and of those whose description changed.
   *
   * @param originals whether the original is published, too, by path
   */
  settle(
    publication: Omit<StoredPublication, "hidden" | "complete">,
    originals: ReadonlyMap<string, boolean>,
  ): Promise<{ gone: number[]; changed: number[] }> {
    const { url, title } = publication;
    return this.#database.write(["publications", "documents"], async (writing) => {
      const stored = await writing.from("publications").get(url);
      if (!stored) throw removedMeanwhile(url);
      // A document that is no longer published may be published again later.
      const hidden = stored.hidden.filter((path) => originals.has(path));
      writing.put("publications", { ...publication, hidden, complete: true });
      const [gone, changed]: [number[], number[]] = [[], []];
      const entries = await writing.from("documents").getAll();
      for (const document of removedOf(entries, url)) {
        if (!originals.has(document.path)) writing.put("documents", goneForGood(document));
      }
      for (const document of readyOf(entries, url)) {
        const published = originals.get(document.path);
        if (published === undefined) {
          writing.put("documents", goneForGood(document));
          gone.push(document.ordinal);
          continue;
        }
        const original = published ? "elsewhere" : "absent";
        const isHere = document.original === undefined;
        if (document.source?.title === title && (isHere || document.original === original))
          continue;
        const source = { url, title };
        writing.put("documents", { ...document, source, ...(isHere ? {} : { original }) });
        changed.push(document.ordinal);
      }
      return { gone, changed };
    });
  }

  /** Forgets a publication and purges its documents. Returns their ordinals. Throws `not-found`. */
  remove(url: string): Promise<number[]> {
    return this.#database.write(["publications", "documents"], async (writing) => {
      if (!(await writing.from("publications").get(url))) throw unknownPublication(url);
      writing.delete("publications", url);
      const entries = await writing.from("documents").getAll();
      const documents = readyOf(entries, url);
      for (const document of [...documents, ...removedOf(entries, url)]) {
        writing.put("documents", goneForGood(document));
      }
      return documents.map(({ ordinal }) => ordinal);
    });
  }
}

export function unknownPublication(url: string): PagehoundError {
  return notFound(`No collection published at ${url} has been added. Add it first.`, {
    data: { url },
  });
}

/** The error for a published collection that another tab has removed in the meantime. */
export function removedMeanwhile(url: string): PagehoundError {
  return notFound(
    `The collection published at ${url} was removed here while it was being downloaded. Add it again if you want it.`,
    { data: { url } },
  );
}

function readyOf(entries: readonly Entry[], url: string): StoredDocument[] {
  return documentsOf(entries, url).filter(({ state }) => state === "ready");
}

/** The documents that can be restored. */
function removedOf(entries: readonly Entry[], url: string): StoredDocument[] {
  return documentsOf(entries, url).filter(({ state }) => state === "removed");
}

function documentsOf(entries: readonly Entry[], url: string): StoredDocument[] {
  return entries.filter(isDocument).filter((entry) => sourceOf(entry) === url);
}
