import { type PackedPage, type Page, PagehoundError, unpackPage } from "../../core/index.js";
import type { OpenedDocument } from "../../readers/index.js";
import type { Store, StoredJob } from "../../store/index.js";
import type { JobEvent } from "../sync/tabs.js";
import type { AttemptStep } from "./attempts.js";
import { readPages } from "./read-pages.js";
import type { IngestServices } from "./services.js";
import { readStored } from "./stored-file.js";

/** A job in progress, as far as reading its file is concerned; see `JobActor`. */
export interface ReadingJob {
  readonly services: Pick<IngestServices, "store" | "parsers" | "recent" | "settings">;
  /** The languages in which text is recognised; see `OpenRequest.recognition`. */
  readonly recognition: string;
  readonly signal: AbortSignal;
  /** For the job's file, if it is known. */
  password(): string | undefined;
  /**
   * To be awaited before a step that may end the page.
   *
   * @param pages that are stored before it
   */
  attempt(step: AttemptStep, pages?: number): Promise<void>;
  /** A parser is working for the job. */
  lent(): void;
  emit(event: JobEvent): void;
}

/** What is known about a file in addition to its pages, which are stored. */
export interface ReadContent {
  readonly opened: OpenedDocument;
  /** The languages in which text was recognised; empty when it was not. */
  readonly recognition: string;
  /** The pages without their geometry, if all of them were read just now and are not too much. */
  readonly pages: readonly Page[] | null;
  /** The last of them, to be stored with the document. */
  readonly unstored: readonly PackedPage[];
}

/** Characters of a document that are kept in memory; the pages of a larger one are read back. */
const keptCharacters = 200_000;

/** Bytes of a file that are read while it waits for a parser. */
const readAhead = 16 * 1024 * 1024;

/**
 * Has a parser read the pages of a job's file that are not stored yet, and stores them as they
 * arrive. When stopped, it stores what was read by then.
 */
export async function readContent(job: StoredJob, reading: ReadingJob): Promise<ReadContent> {
  const { recognition, signal } = reading;
  const { store, parsers, settings } = reading.services;
  const { path } = job;
  const emit = (event: JobEvent): void => reading.emit(event);
  const staging = new PageStaging(store, job);
  let [done, total] = [0, 0];
  const progress = new PacedReport(emit);
  const kept = new KeptPages();
  // Looked up and read meanwhile: a parser that has opened a file is not to wait for the database.
  const staged = ahead(store.contents.stagedPages(job.content));
  const begun = ahead(staged.then((pages) => reading.attempt("reading", pages.length)));
  let file = job.size <= readAhead ? ahead(fileOf(job, reading)) : null;
  const task = {
    path,
    pageSeconds: settings.pageSeconds,
    password: () => reading.password(),
    recognise: job.recognise,
    careful: job.careful,
    encoding: job.encoding,
    signal,
    lent: () => reading.lent(),
    bytes: async () => {
      await begun;
      const first = file;
      // The parser takes the bytes away.
      file = null;
      return first ?? fileOf(job, reading);
    },
    opening: (share: number) => emit({ type: "document-opening", path, share }),
    opened: async (document: OpenedDocument) => {
      const usable = await usablePages(job, document, await staged, reading);
      if (!usable) staging.reader = readerOf(document, recognition);
      [done, total] = [usable?.size ?? 0, document.pageCount];
      emit({ type: "document-started", path, pages: total, done });
      return usable ?? new Set<number>();
    },
    recognising: (share: number) =>
      progress.tell({ type: "document-progress", path, done, total, recognised: share }),
    page: async (page: PackedPage) => {
      kept.add(page);
      await staging.add(page);
      done++;
      progress.tell({ type: "document-progress", path, done, total });
    },
  };
  try {
    const opened = await readPages(task, parsers);
    const pages = kept.all(total);
    const unstored = pages ? await staging.rest() : [];
    if (!pages) await staging.finish();
    return { opened, recognition, pages, unstored };
  } catch (error) {
    if (signal.aborted) await staging.keep().catch(() => {});
    throw error;
  } finally {
    staging.end();
    progress.end();
  }
}

/** The text of a document's pages as they come, unless it is too much. */
class KeptPages {
  readonly #pages: Page[] = [];
  #characters = 0;

  add(page: PackedPage): void {
    this.#characters += page.text.length;
    if (this.#characters > keptCharacters) this.#pages.length = 0;
    else this.#pages.push({ ...unpackPage(page), geometry: null });
  }

  /** All pages of a document with this many, or null. */
  all(total: number): readonly Page[] | null {
    return this.#pages.length === total ? this.#pages : null;
  }
}

/** What is begun before somebody waits for it: a failure shows when they do. */
function ahead<T>(begun: Promise<T>): Promise<T> {
  begun.catch(() => {});
  return begun;
}

/** Of the pages that an interrupted reading has left those to be used: null when another reader made them. */
async function usablePages(
  job: StoredJob,
  document: OpenedDocument,
  staged: readonly number[],
  { services, recognition }: ReadingJob,
): Promise<ReadonlySet<number> | null> {
  const { content, reader } = job;
  const { format, version } = readerOf(document, recognition);
  const usable =
    reader?.format === format && reader.version === version && reader.recognition === recognition;
  if (usable) return new Set(staged.filter((number) => number <= document.pageCount));
  if (staged.length > 0) await services.store.contents.dropPages(content);
  return null;
}

function readerOf(
  { format, formatVersion: version }: OpenedDocument,
  recognition: string,
): NonNullable<StoredJob["reader"]> {
  return { format, version, recognition };
}

async function fileOf(job: StoredJob, { services }: ReadingJob): Promise<ArrayBuffer> {
  const { store, recent } = services;
  try {
    const bytes = recent.take(job.content);
    if (bytes) return bytes;
    return await readStored(await store.contents.stored(job.content), job);
  } catch (error) {
    if (!PagehoundError.isInstance(error) || error.code !== "not-found") throw error;
    // A missing document is different from a missing file.
    throw new PagehoundError("damaged-file", error.message, { data: error.data, cause: error });
  }
}

/** Pages stored in one transaction … */
const pagesPerTransaction = 16;
/** … unless they come so slowly that much work would be lost with them. */
const longestWait = 1_000;

/** Stores a job's pages as they come, invisible until it is finished. Holds one batch at most. */
export class PageStaging {
  readonly #store: Pick<Store<unknown>, "contents" | "jobs">;
  readonly #job: StoredJob;
  #batch: PackedPage[] = [];
  #writing: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Why pages were not stored, if nobody was waiting for them. */
  #failed: { readonly error: unknown } | null = null;
  /**
   * What makes the pages, where the job does not say so yet. It is stored with the first pages that
   * are not the last: they alone can be left behind by an interruption.
   */
  reader: StoredJob["reader"] = null;

  constructor(store: Pick<Store<unknown>, "contents" | "jobs">, job: StoredJob) {
    this.#store = store;
    this.#job = job;
  }

  /**
   * Takes a page. Waits only when a batch is full and the one before is still being written. Throws
   * `not-found` when the job was cancelled, `storage-full` and `storage-failed`, also for an earlier batch.
   */
  async add(page: PackedPage): Promise<void> {
    if (this.#failed) throw this.#failed.error;
    // A full batch waits for the page after it: what is last may be stored with the document.
    if (this.#batch.length >= pagesPerTransaction) await this.#write(false);
    this.#batch.push(page);
    // A failure shows with the next page.
    this.#timer ??= setTimeout(() => void this.#write(false).catch(() => {}), longestWait);
  }

  /** Waits until every page is stored; there are no more. Throws as `add` does. */
  async finish(): Promise<void> {
    await this.#write(true);
    await this.#writing;
  }

  /**
   * Waits until every page is stored except the last ones, at most a batch, which are returned to
   * be stored together with the document. Throws as `add` does.
   */
  async rest(): Promise<readonly PackedPage[]> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // One that was about to begin has begun when the one before it is done.
    for (let writing: unknown; writing !== this.#writing; ) {
      writing = this.#writing;
      await writing;
    }
    return this.#batch.splice(0);
  }

  /** Waits until every page that was taken is stored, so that reading can resume later. Throws as `add` does. */
  async keep(): Promise<void> {
    await this.#write(false);
    await this.#writing;
  }

  /** Stores nothing more: the caller has handled the pages, or abandons them. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#batch = [];
  }

  async #write(last: boolean): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#writing;
    const batch = this.#batch;
    this.#batch = [];
    if (batch.length === 0) return;
    this.#writing = this.#stage(batch, last);
    // Awaited with the next batch; a failure shows with the next page.
    this.#writing.catch((error: unknown) => {
      this.#failed = { error };
    });
  }

  async #stage(batch: readonly PackedPage[], last: boolean): Promise<void> {
    const { reader } = this;
    if (reader && !last) {
      await this.#store.jobs.change(this.#job.ordinal, { reader });
      this.reader = null;
    }
    await this.#store.contents.stagePages(this.#job, batch);
  }
}

/** Reports come this often; people cannot read faster, and every message costs the page time. */
const reportMilliseconds = 100;

/** Passes the newest of many reports on, at most ten times a second; the last one always. */
export class PacedReport<Report> {
  readonly #emit: (report: Report) => void;
  #next: Report | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(emit: (report: Report) => void) {
    this.#emit = emit;
  }

  /** Takes a report; it is passed on at once when none was for a while, or else soon. */
  tell(report: Report): void {
    this.#next = report;
    if (this.#timer === undefined) this.#pass();
  }

  /** Passes on what waits. No report comes after that. */
  end(): void {
    clearTimeout(this.#timer);
    if (this.#next !== null) this.#emit(this.#next);
    this.#next = null;
  }

  #pass(): void {
    this.#timer = undefined;
    if (this.#next === null) return;
    this.#emit(this.#next);
    this.#next = null;
    this.#timer = setTimeout(() => this.#pass(), reportMilliseconds);
  }
}
