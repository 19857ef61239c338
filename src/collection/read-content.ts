import { PagehoundError } from "../core/errors.js";
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
}

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
  const task = {
    ...{ path, pageSeconds, password, signal },
    bytes: () => fileOf(job, context),
    opened: async (document: OpenedDocument) => {
      const there = await stagedPages(job, document, context);
      [done, total] = [there.size, document.pageCount];
      tell({ type: "document-started", path, pages: total, done });
      return there;
    },
    page: async (page: Parameters<PageStaging["add"]>[0]) => {
      await staging.add(page);
      done++;
      progress.tell({ type: "document-progress", path, done, total });
    },
  };
  try {
    const opened = await readPages(task, parsers);
    await staging.flush();
    return { opened, recognition };
  } catch (error) {
    if (signal.aborted) await staging.flush().catch(() => {});
    throw error;
  } finally {
    progress.end();
  }
}

/** The pages that an interrupted reading has left, if the same reader made them. */
async function stagedPages(
  job: StoredJob,
  { format, formatVersion: version, pageCount }: OpenedDocument,
  { store, recognition }: IngestContext,
): Promise<ReadonlySet<number>> {
  const { reader } = job;
  const usable =
    reader?.format === format && reader.version === version && reader.recognition === recognition;
  if (usable) {
    const there = await store.stagedPages(job.content);
    return new Set(there.filter((number) => number <= pageCount));
  }
  await store.dropPages(job.content);
  await store.jobs.change(job.ordinal, { reader: { format, version, recognition } });
  return new Set();
}

async function fileOf(job: StoredJob, { store }: IngestContext): Promise<ArrayBuffer> {
  try {
    return await readStored(await store.original(job.content), job);
  } catch (error) {
    if (!PagehoundError.isInstance(error) || error.code !== "not-found") throw error;
    // That a document is not there is one thing, that a file to be read is gone another.
    throw new PagehoundError("damaged-file", error.message, { data: error.data, cause: error });
  }
}
