import { type OpenArchive, openArchive } from "../../archive/archive.js";
import type { ArchivedDocument, Manifest } from "../../archive/manifest.js";
import { ChangedMeanwhile, HttpSource } from "../../archive/source.js";
import type { DocumentSummary } from "../../core/document.js";
import { PagehoundError } from "../../core/errors.js";
import type { TransferProgress } from "../../core/published.js";
import type { DocumentPostings } from "../../search/index/document-postings.js";
import { removedMeanwhile } from "../../store/publications.js";
import type { StoredDocument, StoredPublication } from "../../store/schema.js";
import type { Store } from "../../store/store.js";
import type { Ingestion } from "../ingest/ingestion.js";
import { summaryOf } from "../retrieval/describe.js";
import type { DocumentCache } from "../sync/document-cache.js";
import { takeArchived } from "./archived-document.js";

/** What fetching works with. */
export interface FetchContext {
  readonly store: Store<DocumentPostings>;
  readonly cache: DocumentCache;
  readonly ingestion: Ingestion;
}

/** What was fetched. */
export interface FetchedPublication {
  readonly fetched: readonly DocumentSummary[];
  readonly removed: number;
}

interface Call {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: TransferProgress) => void;
}

/** Bytes that are asked for at once, where what is needed lies side by side. */
const bytesAtOnce = 8 * 1024 * 1024;
/** How often it is begun anew when the file changes on the server meanwhile. */
const maxTries = 3;

/**
 * Brings the documents of a published collection up to date, or fetches them for the first time. Each
 * becomes searchable in one transaction as soon as it is here; those that are not published any more
 * go at the end. However it ends, what is here is whole documents, and the next call goes on.
 */
export async function fetchPublished(
  url: string,
  context: FetchContext,
  call: Call,
): Promise<FetchedPublication> {
  const fetched = new Map<string, DocumentSummary>();
  for (let tries = 1; ; tries++) {
    const stored = await context.store.publications.get(url);
    // It was stored by the first try: who removed it since does not want it back.
    if (tries > 1 && !stored) throw removedMeanwhile(url);
    const etag = stored?.complete ? stored.etag : null;
    const source = await HttpSource.open(url, { etag, signal: call.signal });
    if (!source) {
      await context.store.publications.checked(url, Date.now());
      return { fetched: [...fetched.values()], removed: 0 };
    }
    let archive: OpenArchive | null = null;
    try {
      archive = await openArchive(source, call.signal);
      const removed = await follow(archive, source.etag, stored, fetched, context, call);
      return { fetched: [...fetched.values()], removed };
    } catch (error) {
      const again = tries < maxTries && archive;
      if (!again || !(await hasChanged(error, url, again, call.signal))) {
        throw error instanceof ChangedMeanwhile ? changesAllTheTime(url) : error;
      }
    } finally {
      source.close();
    }
  }
}

/** Whether what went wrong did so because the file on the server is another by now. */
async function hasChanged(
  error: unknown,
  url: string,
  archive: OpenArchive,
  signal: AbortSignal,
): Promise<boolean> {
  if (error instanceof ChangedMeanwhile) return true;
  if (!PagehoundError.isInstance(error) || error.code !== "damaged-file") return false;
  // Not every server says which version it sends.
  const source = await HttpSource.open(url, { etag: null, signal });
  try {
    return source !== null && (await openArchive(source, signal)).sha256 !== archive.sha256;
  } finally {
    source?.close();
  }
}

/** Follows the file on the server. Returns how many documents went. */
async function follow(
  archive: OpenArchive,
  etag: string | null,
  stored: StoredPublication | undefined,
  fetched: Map<string, DocumentSummary>,
  { store, ingestion }: FetchContext,
  { signal, onProgress }: Call,
): Promise<number> {
  const { manifest, sha256, start, source } = archive;
  const { title, created, documents } = manifest;
  const url = source.name;
  const checkedAt = stored?.checkedAt ?? 0;
  const known = { url, title, created, etag, sha256, start, manifest };
  await store.publications.put({ ...known, complete: false, checkedAt }, stored !== undefined);
  if (!stored) ingestion.publicationsChanged();
  // Other tabs may have fetched some a moment ago, and this one not have heard of it.
  const here = await store.publications.documents(url);
  const missing = missingFrom(manifest, here, stored?.hidden ?? []);
  const total = missing.length;
  let done = 0;
  for (const batch of inBatches(missing)) {
    signal.throwIfAborted();
    onProgress({ step: "fetching", done, total });
    const from = batch[0]?.section.offset ?? 0;
    const length = batch.reduce((sum, { section }) => sum + section.length, 0);
    const bytes = await source.read(start + from, length, signal);
    for (const archived of batch) {
      const at = archived.section.offset - from;
      const arrival = {
        ...{ archived, manifest, source: { url, title }, file: null, name: url },
        bytes: bytes.slice(at, at + archived.section.length),
      };
      const { finished, outcome } = await takeArchived(arrival, store, signal);
      done++;
      onProgress({ step: "fetching", done, total });
      if (outcome.kind !== "ready") continue;
      await ingestion.arrived(finished, outcome.replaced);
      fetched.set(archived.path, summaryOf(finished.document));
    }
  }
  const originals = new Map(documents.map(({ path, original }) => [path, original !== null]));
  const settled = { ...known, checkedAt: Date.now() };
  const { gone, changed } = await store.publications.settle(settled, originals);
  if (gone.length + changed.length > 0) await ingestion.documentsChanged([...gone, ...changed]);
  return gone.length;
}

/** The documents that are not here, or not as they are published, in the order in which they lie in the file. */
function missingFrom(
  { documents }: Manifest,
  stored: readonly StoredDocument[],
  hidden: readonly string[],
): ArchivedDocument[] {
  const here = new Map(stored.map((document) => [document.path, document]));
  const isHidden = new Set(hidden);
  return documents
    .filter(
      (archived) => !isHidden.has(archived.path) && !isSame(archived, here.get(archived.path)),
    )
    .sort((a, b) => a.section.offset - b.section.offset);
}

/** Whether a document that is here has the text that is published: the same bytes, read by the same reader. */
function isSame({ hash, reader }: ArchivedDocument, here: StoredDocument | undefined): boolean {
  if (!here || here.hash !== hash) return false;
  const { format, recognition = "" } = here.versions;
  return format === reader.version && recognition === reader.recognition;
}

/** What lies side by side is asked for together, up to a limit. */
function inBatches(documents: readonly ArchivedDocument[]): ArchivedDocument[][] {
  const batches: ArchivedDocument[][] = [];
  let end = -1;
  let length = 0;
  for (const document of documents) {
    const { section } = document;
    const batch = batches.at(-1);
    if (batch && section.offset === end && length + section.length <= bytesAtOnce) {
      batch.push(document);
      length += section.length;
    } else {
      batches.push([document]);
      length = section.length;
    }
    end = section.offset + section.length;
  }
  return batches;
}

/** What is told when every try met with another file. */
export function changesAllTheTime(url: string): PagehoundError {
  return new PagehoundError(
    "download-failed",
    `The collection at ${url} was published anew while it was being fetched. Try again in a moment; what is here stays.`,
    { data: { url } },
  );
}
