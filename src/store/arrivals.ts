import type { PackedPage } from "../core/index.js";
import { releaseContents } from "./contents.js";
import type { SearchableDocument } from "./documents.js";
import { freshKey, goneForGood, replacedDocument } from "./jobs.js";
import {
  isDocument,
  isJob,
  isNoOther,
  isOwn,
  type StoredDocument,
  type StoredJob,
  sourceOf,
} from "./schema.js";
import type { Database } from "./transaction.js";

// Staged pages may be lost with the machine's power: what they belong to is not there yet.
const relaxed: IDBTransactionOptions = { durability: "relaxed" };

/**
 * What became of a document that arrived.
 *
 * - `ready`: it can be searched. `replaced` are ordinals of documents that were at its path,
 *   `superseded` the jobs for its path, now deleted: they had nothing stored that is not elsewhere.
 * - `unchanged`: at its path is a document already that was read here from bytes with its hash, or
 *   one that came out of the very same part of a file.
 * - `incomplete`: its pages were swept away meanwhile; they are to be staged again.
 * - `occupied`: at its path waits a file of the person's own, which may be all that there is of it.
 * - `unwanted`: its published collection is gone, or it was removed here.
 */
export type ArrivalOutcome =
  | {
      readonly kind: "ready";
      readonly replaced: readonly number[];
      readonly superseded: readonly StoredJob[];
    }
  | { readonly kind: "unchanged"; readonly document: StoredDocument }
  | { readonly kind: "incomplete" }
  | { readonly kind: "occupied" }
  | { readonly kind: "unwanted" };

/**
 * The documents that come ready made, out of a file or from a server. Their pages are staged under a
 * key that nothing else has; one transaction makes them a document. What is staged for a document
 * that never comes is deleted, if not at once then with the next sweep.
 *
 * @typeParam Postings what the index stores with a document
 */
export class Arrivals<Postings> {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The ordinal of a document that is about to come, and the content of its pages. Never given out again. */
  reserve(): Promise<number> {
    return this.#database.write(["documents"], freshKey);
  }

  /** Stores pages of a document that is about to come. */
  stage(content: number, pages: readonly PackedPage[]): Promise<void> {
    return this.#database.write(
      ["pages"],
      async (writing) => {
        for (const page of pages) writing.put("pages", { ...page, document: content });
      },
      relaxed,
    );
  }

  /**
   * Makes a document that was staged searchable; what was searchable at its path, and came from where
   * it comes from, is replaced in the same moment, which can be undone among the person's own.
   * Nothing is written unless the outcome is `ready`.
   *
   * @param file what it was read from, if that is here, too
   */
  async finish(
    { document, passages, postings }: SearchableDocument<Postings>,
    file: Blob | null,
    now: number = Date.now(),
  ): Promise<ArrivalOutcome> {
    const stored = file && (await this.#database.storable(file));
    const stores = [
      "documents",
      "pages",
      "passages",
      "postings",
      "originals",
      "publications",
    ] as const;
    return this.#database.write(stores, async (writing): Promise<ArrivalOutcome> => {
      const { ordinal, content, path, hash } = document;
      const source = sourceOf(document);
      const staged = IDBKeyRange.bound([content], [content, []]);
      const pages = await writing.from("pages").getAllKeys(staged);
      if (pages.length !== document.pages.total) return { kind: "incomplete" };
      if (source !== null) {
        const publication = await writing.from("publications").get(source);
        if (!publication || publication.hidden.includes(path)) return { kind: "unwanted" };
      }
      const entries = await writing.from("documents").index("path").getAll(path);
      const ready = entries
        .filter(isDocument)
        .filter((entry) => entry.state === "ready" && sourceOf(entry) === source);
      const same = ready.find((entry) => isOwn(entry) && isNoOther(entry, document));
      if (same) return { kind: "unchanged", document: same };
      // A file that says to be the same is read all the same, and takes this one's place.
      const others = source === null ? entries.filter(isJob).filter(isOther(hash)) : [];
      if (others.some(isOnlyCopy)) return { kind: "occupied" };
      for (const old of ready) {
        // What others publish they replace themselves, and the next look would do it again.
        writing.put("documents", isOwn(old) ? replacedDocument(old, now) : goneForGood(old));
      }
      for (const job of others) writing.delete("documents", job.ordinal);
      writing.put("documents", document);
      writing.put("passages", passages);
      writing.put("postings", { document: ordinal, postings });
      if (stored) writing.put("originals", { document: content, file: stored });
      const released = others.filter(({ state }) => state !== "refused");
      await releaseContents(
        writing,
        released.map((job) => job.content),
      );
      return { kind: "ready", replaced: ready.map((old) => old.ordinal), superseded: others };
    });
  }

  /** The person's own document at a path of which only a collection's file says that it has this hash. */
  unproven(path: string, hash: string): Promise<StoredDocument | undefined> {
    return this.#database.read(["documents"], async (reading) => {
      const entries = await reading.objectStore("documents").index("path").getAll(path);
      return entries.filter(isDocument).find((entry) => isUnproven(entry, hash));
    });
  }

  /**
   * Makes a document that was imported one that was read here, now that a queued job has made the
   * same of the bytes: it keeps its pages, takes over the job's file where it has none, and the job is
   * gone. Null, and nothing is written, when one of the two is gone.
   *
   * @param document what the job has made, under the ordinal that the imported one has
   */
  confirm(document: StoredDocument, job: number): Promise<StoredDocument | null> {
    return this.#database.write(["documents", "pages", "originals"], async (writing) => {
      const entry = await writing.from("documents").get(job);
      const imported = await writing.from("documents").get(document.ordinal);
      const isThere =
        imported?.state === "ready" &&
        imported.path === document.path &&
        isUnproven(imported, document.hash);
      if (entry?.state !== "queued" || !isThere) return null;
      // Its own pages say the same, and are looked up meanwhile.
      const { content, addedAt, original } = imported;
      const { linked: _linked, ...made } = document;
      if (original !== undefined) {
        const file = await writing.from("originals").get(entry.content);
        if (file) writing.put("originals", { ...file, document: content });
      }
      const linked = original !== undefined && entry.linked ? { linked: true } : {};
      const confirmed = { ...made, addedAt, content, ...linked };
      writing.put("documents", confirmed);
      writing.delete("documents", job);
      await releaseContents(writing, [entry.content]);
      return confirmed;
    });
  }

  /**
   * Stores the file of a document that came without it. Returns the ordinals of the documents that
   * have it from now on; none when the document is gone or has its file.
   */
  async keepOriginal(ordinal: number, file: Blob): Promise<number[]> {
    const stored = await this.#database.storable(file);
    return this.#database.write(["documents", "originals"], async (writing) => {
      const document = await writing.from("documents").get(ordinal);
      if (document?.state !== "ready" || !document.original) return [];
      const { content } = document;
      writing.put("originals", { document: content, file: stored });
      const kept: number[] = [];
      for (const entry of await writing.from("documents").index("content").getAll(content)) {
        if (!isDocument(entry)) continue;
        const { original: _original, ...rest } = entry;
        writing.put("documents", rest);
        if (entry.state === "ready") kept.push(entry.ordinal);
      }
      return kept;
    });
  }
}

/** Whether a job reads other bytes than these, or none any more. */
function isOther(hash: string): (job: StoredJob) => boolean {
  return (job) => job.hash !== hash || job.state === "refused";
}

/** Whether a job has bytes that no document has: what is read again is that of one which is there. */
function isOnlyCopy({ state, renews }: StoredJob): boolean {
  return state !== "refused" && !renews;
}

function isUnproven(entry: StoredDocument, hash: string): boolean {
  return entry.state === "ready" && entry.imported === true && entry.hash === hash;
}
