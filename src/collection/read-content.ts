import { PagehoundError } from "../core/errors.js";
import { unpackPage } from "../core/packed-page.js";
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
  /** The pages of a short document, without their geometry, if all of them were read just now. */
  readonly pages: readonly Page[] | null;
}

/** Documents up to this many pages need not be read back from the database. */
const shortDocument = 16;

/**
 * Has a parser read those pages of a job's file that are not stored yet, and stores them as they
 * come. When it is stopped, what was read by then is stored.
 */
export async function readContent(job: StoredJob, context: IngestContext): Promise<ReadContent> {
  const { store, parsers, pageSeconds, recognition, password, tell, signal } = context;
  const { path } = job;
  const staging = new PageStaging(store, job);
  let [done, total] = [0, 0];
  const progress = new PacedReport(tell);
  const pages: Page[] = [];
  const task = {
    ...{ path, pageSeconds, password, signal },
    bytes: () => fileOf(job, context),
    opened: async (document: OpenedDocument) => {
      const there = await stagedPages(job, document, context);
      if (!there) staging.reader = readerOf(document, recognition);
      [done, total] = [there?.size ?? 0, document.pageCount];
      tell({ type: "document-started", path, pages: total, done });
      return there ?? new Set<number>();
    },
    page: async (page: Parameters<PageStaging["add"]>[0]) => {
      if (total <= shortDocument) pages.push({ ...unpackPage(page), geometry: null });
      await staging.add(page);
      done++;
      progress.tell({ type: "document-progress", path, done, total });
    },
  };
  try {
    const opened = await readPages(task, parsers);
    await staging.finish();
    return { opened, recognition, pages: pages.length === total ? pages : null };
  } catch (error) {
    if (signal.aborted) await staging.keep().catch(() => {});
    throw error;
  } finally {
    progress.end();
  }
}

/** The pages that an interrupted reading has left, if the same reader made them, or null. */
async function stagedPages(
  job: StoredJob,
  document: OpenedDocument,
  { store, recognition }: IngestContext,
): Promise<ReadonlySet<number> | null> {
  const { content, reader } = job;
  const { format, version } = readerOf(document, recognition);
  const there = await store.stagedPages(content);
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
    return await readStored(await store.original(job.content), job);
  } catch (error) {
    if (!PagehoundError.isInstance(error) || error.code !== "not-found") throw error;
    // That a document is not there is one thing, that a file to be read is gone another.
    throw new PagehoundError("damaged-file", error.message, { data: error.data, cause: error });
  }
}
