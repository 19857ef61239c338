import { PagehoundError } from "../core/index.js";
import { goneForGood } from "./jobs.js";
import {
  type Entry,
  isDocument,
  type StoredDocument,
  type StoredPublication,
  sourceOf,
} from "./schema.js";
import type { Database } from "./transaction.js";

/** The published collections whose documents are here, or on their way. */
export class Publications {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** All of them, by URL. */
  all(): Promise<StoredPublication[]> {
    return this.#database.read(["publications"], (reading) =>
      reading.objectStore("publications").getAll(),
    );
  }

  get(url: string): Promise<StoredPublication | undefined> {
    return this.#database.read(["publications"], (reading) =>
      reading.objectStore("publications").get(url),
    );
  }

  /** The documents of one that can be searched. */
  documents(url: string): Promise<StoredDocument[]> {
    return this.#database.read(["documents"], async (reading) =>
      readyOf(await reading.objectStore("documents").getAll(), url),
    );
  }

  /**
   * Stores what is known of one. What was removed here stays hidden. `known`: whether it has to be
   * there already; throws `not-found` when it is not.
   */
  put(publication: Omit<StoredPublication, "hidden">, known: boolean): Promise<void> {
    return this.#database.write(["publications"], async (writing) => {
      const stored = await writing.from("publications").get(publication.url);
      if (!stored && known) throw removedMeanwhile(publication.url);
      writing.put("publications", { ...publication, hidden: stored?.hidden ?? [] });
    });
  }

  /**
   * Notes that the server has nothing newer, and nothing else: others may have changed what is known
   * since it was asked. Throws `not-found` when it is not there any more.
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
   * Stores that all documents of one are here, and removes those that are not in it any more.
   * Returns the ordinals of those that are gone, and of those that are described otherwise now.
   *
   * @param originals for each path whether the file is published, too
   */
  settle(
    publication: Omit<StoredPublication, "hidden" | "complete">,
    originals: ReadonlyMap<string, boolean>,
  ): Promise<{ gone: number[]; changed: number[] }> {
    const { url, title } = publication;
    return this.#database.write(["publications", "documents"], async (writing) => {
      const stored = await writing.from("publications").get(url);
      if (!stored) throw removedMeanwhile(url);
      // What is not published any more may come back one day.
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

  /** Forgets one, and removes its documents for good. Returns their ordinals. Throws `not-found`. */
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

/** There is no such published collection here. */
export function unknownPublication(url: string): PagehoundError {
  return new PagehoundError(
    "not-found",
    `No collection published at ${url} is here. Add it first.`,
    {
      data: { url },
    },
  );
}

/** It was removed here by somebody else. */
export function removedMeanwhile(url: string): PagehoundError {
  return new PagehoundError(
    "not-found",
    `The collection published at ${url} was removed here while it was being fetched. Add it again to have it.`,
    { data: { url } },
  );
}

function readyOf(entries: readonly Entry[], url: string): StoredDocument[] {
  return documentsOf(entries, url).filter(({ state }) => state === "ready");
}

/** Those that could be restored. */
function removedOf(entries: readonly Entry[], url: string): StoredDocument[] {
  return documentsOf(entries, url).filter(({ state }) => state === "removed");
}

function documentsOf(entries: readonly Entry[], url: string): StoredDocument[] {
  return entries.filter(isDocument).filter((entry) => sourceOf(entry) === url);
}
