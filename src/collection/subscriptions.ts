import { ChangedMeanwhile, HttpSource } from "../archive/http-source.js";
import type { ArchivedDocument, Manifest } from "../archive/manifest.js";
import { openArchive, sectionOf } from "../archive/open-archive.js";
import { unpackOriginal } from "../archive/original.js";
import type { CallOptions } from "../core/call-options.js";
import { PagehoundError } from "../core/errors.js";
import type { PublishedCollection, PublishedUpdate, TransferProgress } from "../core/published.js";
import { untilAborted } from "../core/until-aborted.js";
import { unknownPublication } from "../store/publications.js";
import type { StoredDocument } from "../store/schema.js";
import { changesAllTheTime, type FetchContext, fetchPublished } from "./fetch-published.js";
import { SharedWork } from "./shared-work.js";

/** The published collections whose documents are searched with the person's own. */
export class Subscriptions {
  readonly #context: FetchContext;
  /** Tabs take turns, so that nothing is fetched twice. Null in memory, where there is no other tab. */
  readonly #lock: string | null;
  #last: Promise<unknown> = Promise.resolve();
  /** Originals that are being fetched, by ordinal. */
  readonly #originals = new SharedWork<number, Blob>();

  /** @param collection its name */
  constructor(context: FetchContext, collection: string) {
    this.#context = context;
    this.#lock = context.store.kind === "memory" ? null : `pagehound:${collection}:published`;
  }

  /** All of them, by URL. */
  async list(): Promise<PublishedCollection[]> {
    const { store, live } = this.#context;
    const counts = new Map<string, number>();
    for (const { document } of live.all()) {
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
      const fetched = await this.#inTurn(() => {
        return fetchPublished(url, this.#context, { signal, onProgress });
      }, signal);
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

  #inTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const { locks } = navigator;
    if (this.#lock !== null && locks) {
      return locks.request(this.#lock, { signal }, work) as Promise<T>;
    }
    const before = this.#last;
    const done = untilAborted(before, signal).then(work);
    // Who gives up while waiting lets nobody pass those who were there before.
    this.#last = Promise.allSettled([before, done]);
    return done;
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
