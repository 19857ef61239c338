import { openArchive, sectionOf, unpackOriginal } from "../../archive/archive.js";
import type { ArchivedDocument, Manifest } from "../../archive/manifest.js";
import { ChangedMeanwhile, HttpSource } from "../../archive/source.js";
import { type CallOptions, untilAborted } from "../../core/call-options.js";
import { PagehoundError } from "../../core/errors.js";
import type {
  PublishedCollection,
  PublishedUpdate,
  TransferProgress,
} from "../../core/published.js";
import { withLock } from "../../core/with-lock.js";
import { unknownPublication } from "../../store/publications.js";
import type { StoredDocument } from "../../store/schema.js";
import { changesAllTheTime, type FetchContext, fetchPublished } from "./fetch-published.js";

/** The published collections whose documents are searched with the person's own. */
export class PublishedSync {
  readonly #context: FetchContext;
  /** Callers take turns, in all tabs, so that nothing is fetched twice. */
  readonly #lock: string;
  /** Originals that are being fetched, by ordinal. */
  readonly #originals = new SharedWork<number, Blob>();

  /** @param collection its name */
  constructor(context: FetchContext, collection: string) {
    this.#context = context;
    // What is in memory, no other tab has.
    const own = context.store.kind === "memory" ? `:${crypto.randomUUID()}` : "";
    this.#lock = `pagehound:${collection}:published${own}`;
  }

  /** All of them, by URL. */
  async list(): Promise<PublishedCollection[]> {
    const { store, cache } = this.#context;
    const counts = new Map<string, number>();
    for (const { document } of cache.all()) {
      const url = document.source?.url;
      if (url !== undefined) counts.set(url, (counts.get(url) ?? 0) + 1);
    }
    return (await store.publications.all()).map((publication) => {
      const { url, title, created, complete, checkedAt, hidden } = publication;
      const documents = counts.get(url) ?? 0;
      return { url, title, created, documents, hidden: hidden.length, complete, checkedAt };
    });
  }

  /** Fetches one, or brings it up to date. Throws what is in the way. */
  async add(url: string, options: CallOptions<TransferProgress> = {}): Promise<PublishedUpdate> {
    const { signal = new AbortController().signal, onProgress = () => {} } = options;
    const { ingestion } = this.#context;
    try {
      const fetch = (held: AbortSignal) =>
        fetchPublished(url, this.#context, { signal: held, onProgress });
      const fetched = await withLock(this.#lock, fetch, { signal });
      return { url, ...fetched, problem: null };
    } finally {
      // Also when it failed: some of it may be here, and the rest not.
      ingestion.publicationsChanged();
    }
  }

  /** Brings one or all up to date. What is in the way of one is told, and the others go on. */
  async refresh(
    url: string | null,
    options: CallOptions<TransferProgress> = {},
  ): Promise<PublishedUpdate[]> {
    const { publications } = this.#context.store;
    if (url !== null && !(await publications.get(url))) throw unknownPublication(url);
    const urls = url === null ? (await publications.all()).map((each) => each.url) : [url];
    const updates: PublishedUpdate[] = [];
    for (const each of urls) {
      try {
        updates.push(await this.add(each, options));
      } catch (error) {
        options.signal?.throwIfAborted();
        if (!PagehoundError.isInstance(error) || error.code === "outdated") throw error;
        const { code, message } = error;
        updates.push({ url: each, fetched: [], removed: 0, problem: { code, message } });
      }
    }
    return updates;
  }

  /** Forgets one, with its documents. Throws `not-found`. */
  async remove(url: string): Promise<void> {
    const { store, ingestion } = this.#context;
    const gone = await store.publications.remove(url);
    await ingestion.documentsChanged(gone);
    ingestion.publicationsChanged();
  }

  /** Fetches the file of a published document, and stores it if there is room. */
  original(document: StoredDocument, signal: AbortSignal): Promise<Blob> {
    const fetch = (given: AbortSignal) => this.#fetchOriginal(document, given);
    return this.#originals.run(document.ordinal, fetch, signal);
  }

  async #fetchOriginal(document: StoredDocument, signal: AbortSignal): Promise<Blob> {
    const { store, ingestion } = this.#context;
    const url = document.source?.url ?? "";
    const publication = await store.publications.get(url);
    if (!publication) throw unknownPublication(url);
    const { etag, manifest, start, sha256 } = publication;
    let file = await this.#partOf(url, document, { etag, sha256, start, manifest }, signal);
    // It was published anew: the file may be elsewhere in it.
    file ??= await this.#partOf(url, document, null, signal);
    if (!file) {
      throw new PagehoundError(
        "not-found",
        `The file of ${document.path} is not published at ${url} any more. Bring the collection up to date.`,
        { data: { path: document.path, url } },
      );
    }
    try {
      const kept = await store.arrivals.keepOriginal(document.ordinal, file);
      if (kept.length > 0) await ingestion.documentsChanged(kept);
    } catch (error) {
      // It is opened all the same, and fetched again the next time.
      if (!PagehoundError.isInstance(error)) throw error;
    }
    return file;
  }

  /** The file of a document out of the published one; null when it is not where it is looked for. */
  async #partOf(
    url: string,
    { path, hash }: StoredDocument,
    known: { etag: string | null; sha256: string; start: number; manifest: unknown } | null,
    signal: AbortSignal,
  ): Promise<Blob | null> {
    const source = known
      ? HttpSource.known(url, known.etag)
      : await HttpSource.open(url, { etag: null, signal });
    if (!source) return null;
    try {
      // What was stored is what was checked.
      const archive = known
        ? { ...known, manifest: known.manifest as Manifest, source }
        : await openArchive(source, signal);
      const archived = originalIn(archive.manifest, path, hash);
      if (!archived?.original) return null;
      const bytes = await sectionOf(archive, archived.original, signal);
      return new Blob([await unpackOriginal(bytes, archived, url)]);
    } catch (error) {
      const changed =
        error instanceof ChangedMeanwhile ||
        (PagehoundError.isInstance(error) && error.code === "damaged-file");
      if (known && changed) return null;
      throw error instanceof ChangedMeanwhile ? changesAllTheTime(url) : error;
    } finally {
      source.close();
    }
  }
}

/** The document in a file whose original is that of a document here: the same, or one with the same bytes. */
function originalIn(
  { documents }: Manifest,
  path: string,
  hash: string,
): ArchivedDocument | undefined {
  const same = documents.filter((each) => each.hash === hash && each.original !== null);
  return same.find((each) => each.path === path) ?? same[0];
}

interface Work<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * Work that several ask for at the same time is done once. It is aborted when nobody waits for it any
 * more, and who asks after that has it done anew.
 */
class SharedWork<Key, Result> {
  readonly #works = new Map<Key, Work<Result>>();

  async run(
    key: Key,
    begin: (signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    signal.throwIfAborted();
    const work = this.#works.get(key) ?? this.#begin(key, begin);
    work.waiting++;
    try {
      return await untilAborted(work.result, signal);
    } finally {
      work.waiting--;
      if (work.waiting === 0) {
        if (this.#works.get(key) === work) this.#works.delete(key);
        work.controller.abort();
      }
    }
  }

  #begin(key: Key, begin: (signal: AbortSignal) => Promise<Result>): Work<Result> {
    const controller = new AbortController();
    const work = { result: begin(controller.signal), controller, waiting: 0 };
    // Who waits is told; there may be nobody any more.
    work.result.catch(() => {});
    this.#works.set(key, work);
    return work;
  }
}
