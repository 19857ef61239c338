import { PagehoundError } from "../core/errors.js";
import { type PackedPage, unpackPage } from "../core/packed-page.js";
import type { Page } from "../core/page.js";
import type { OpenedDocument } from "../parse/api.js";
import type { StoredJob } from "../store/schema.js";
import type { IngestContext } from "./ingest-job.js";
import { PacedReport } from "./paced-report.js";
import { PageStaging } from "./page-staging.js";
import { readPages } from "./read-pages.js";
import { readStored } from "./stored-file.js";

/** What is known of a file besides its pages, which are stored. */
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
 * Has a parser read those pages of a job's file that are not stored yet, and stores them as they
 * come. When it is stopped, what was read by then is stored.
 */
export async function readContent(job: StoredJob, context: IngestContext): Promise<ReadContent> {
  const { store, parsers, pageSeconds, recognition, password, signal } = context;
  const { attempt, lent, tell } = context;
  const { path } = job;
  const staging = new PageStaging(store, job);
  let [done, total] = [0, 0];
  const progress = new PacedReport(tell);
  const kept = new KeptPages();
  // Looked up and read meanwhile: a parser that has opened a file is not to wait for the database.
  const there = ahead(store.stagedPages(job.content));
  const begun = ahead(there.then((pages) => attempt("reading", pages.length)));
  let file = job.size <= readAhead ? ahead(fileOf(job, context)) : null;
  const task = {
    path,
    pageSeconds,
    password,
    signal,
    lent,
    bytes: async () => {
      await begun;
      const first = file;
      // The parser takes the bytes away.
      file = null;
      return first ?? fileOf(job, context);
    },
    opened: async (document: OpenedDocument) => {
      const usable = await usablePages(job, document, await there, context);
      if (!usable) staging.reader = readerOf(document, recognition);
      [done, total] = [usable?.size ?? 0, document.pageCount];
      tell({ type: "document-started", path, pages: total, done });
      return usable ?? new Set<number>();
    },
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

  /** All pages of a document with so many, or null. */
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
  there: readonly number[],
  { store, recognition }: IngestContext,
): Promise<ReadonlySet<number> | null> {
  const { content, reader } = job;
  const { format, version } = readerOf(document, recognition);
  const usable =
    reader?.format === format && reader.version === version && reader.recognition === recognition;
  if (usable) return new Set(there.filter((number) => number <= document.pageCount));
  if (there.length > 0) await store.dropPages(content);
  return null;
}

function readerOf(
  { format, formatVersion: version }: OpenedDocument,
  recognition: string,
): NonNullable<StoredJob["reader"]> {
  return { format, version, recognition };
}

async function fileOf(job: StoredJob, { store, recent }: IngestContext): Promise<ArrayBuffer> {
  try {
    const bytes = recent.take(job.content);
    if (bytes) return bytes;
    return await readStored(await store.stored(job.content), job);
  } catch (error) {
    if (!PagehoundError.isInstance(error) || error.code !== "not-found") throw error;
    // That a document is not there is one thing, that a file to be read is gone another.
    throw new PagehoundError("damaged-file", error.message, { data: error.data, cause: error });
  }
}
