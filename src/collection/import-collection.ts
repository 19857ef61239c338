import type { ArchivedDocument } from "../archive/manifest.js";
import { type OpenArchive, openArchive, sectionOf } from "../archive/open-archive.js";
import { unpackOriginal } from "../archive/original.js";
import { readSection } from "../archive/section.js";
import { BlobSource } from "../archive/source.js";
import { type DocumentId, type DocumentSummary, documentId } from "../core/document.js";
import type { ImportedCollection, TransferProgress } from "../core/published.js";
import type { DocumentPostings } from "../search/document-postings.js";
import { isNoOther, isOwn, type StoredDocument } from "../store/schema.js";
import type { Store } from "../store/store.js";
import { ArchivedCheck, isCurrent } from "./archived-document.js";
import { inFolder } from "./in-folder.js";
import type { Ingestion } from "./ingestion.js";
import type { LiveDocuments } from "./live-documents.js";
import { summaryOf } from "./summary.js";
import { takeArchived } from "./take-archived.js";

/** What an import works with. */
export interface ImportContext {
  readonly store: Store<DocumentPostings>;
  readonly live: LiveDocuments;
  readonly ingestion: Ingestion;
}

interface Call {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: TransferProgress) => void;
}

/** What is to be imported. */
export interface ImportRequest {
  readonly file: Blob;
  /** What to call it in messages. */
  readonly name: string;
  /** Where its documents come; null for the paths that they have in it. */
  readonly folder: string | null;
}

/**
 * Takes over the documents of a file. All of it is read and checked before the first one is stored;
 * then each becomes searchable in one transaction.
 */
export async function importCollection(
  { file, name, folder }: ImportRequest,
  context: ImportContext,
  call: Call,
): Promise<ImportedCollection> {
  const opened = await openArchive(new BlobSource(file, name), call.signal);
  const archive = folder === null ? opened : inFolder(opened, folder);
  await checkAll(archive, call);
  // What it replaces can be undone as a whole, however long it takes.
  return context.ingestion.during(() => takeAll(archive, context, call));
}

async function takeAll(
  archive: OpenArchive,
  context: ImportContext,
  call: Call,
): Promise<ImportedCollection> {
  const { title, documents } = archive.manifest;
  const older: DocumentId[] = [];
  const added: DocumentSummary[] = [];
  const replaced: DocumentSummary[] = [];
  const unchanged: DocumentSummary[] = [];
  const own = context.live.all().filter(({ document }) => isOwn(document));
  const atPath = new Map(own.map(({ document }) => [document.path, document]));
  const total = documents.length;
  for (const [done, archived] of documents.entries()) {
    call.signal.throwIfAborted();
    call.onProgress({ step: "storing", done, total });
    const there = atPath.get(archived.path);
    const taken = await takeOne(archived, there, archive, context, call.signal);
    const lists = { added, replaced, unchanged };
    lists[taken.as].push(summaryOf(taken.document));
    if (taken.older !== undefined) older.push(documentId(taken.older));
  }
  call.onProgress({ step: "storing", done: total, total });
  return { title, added, replaced, older, unchanged };
}

/** Reads everything, and keeps nothing. Throws `damaged-file`. */
async function checkAll(archive: OpenArchive, { signal, onProgress }: Call): Promise<void> {
  const { manifest, source } = archive;
  const total = manifest.documents.length;
  const originals = new Set<string>();
  for (const [done, archived] of manifest.documents.entries()) {
    signal.throwIfAborted();
    onProgress({ step: "checking", done, total });
    const bytes = await sectionOf(archive, archived.section, signal);
    const check = new ArchivedCheck();
    const index = await readSection(bytes, archived, source.name, signal, async (pages) =>
      check.take(pages),
    );
    check.finish(archived, index, { current: isCurrent(manifest), file: source.name });
    // Documents with the same bytes share their file.
    const original = JSON.stringify([archived.hash, archived.original]);
    if (!archived.original || originals.has(original)) continue;
    await originalOf(archived, archive, signal);
    originals.add(original);
  }
  onProgress({ step: "checking", done: total, total });
}

interface Taken {
  readonly as: "added" | "replaced" | "unchanged";
  readonly document: StoredDocument;
  /** Ordinal of the one that it took the place of. */
  readonly older?: number | undefined;
}

async function takeOne(
  archived: ArchivedDocument,
  there: StoredDocument | undefined,
  archive: OpenArchive,
  { store, live, ingestion }: ImportContext,
  signal: AbortSignal,
): Promise<Taken> {
  const isSame =
    there !== undefined &&
    isNoOther(there, { hash: archived.hash, section: archived.section.sha256 });
  const isWanted = !isSame || there.original !== undefined;
  const file = isWanted ? await originalOf(archived, archive, signal) : null;
  if (isSame) {
    const kept = file ? await store.arrivals.keepOriginal(there.ordinal, file) : [];
    if (kept.length > 0) await ingestion.documentsChanged(kept);
    return { as: "unchanged", document: live.get(there.ordinal)?.document ?? there };
  }
  const bytes = await sectionOf(archive, archived.section, signal);
  const { manifest, source } = archive;
  const arrival = { archived, manifest, bytes, file, source: null, name: source.name };
  const { finished, outcome } = await takeArchived(arrival, store, signal);
  // An own document is never unwanted.
  if (outcome.kind !== "ready") {
    const document = outcome.kind === "unchanged" ? outcome.document : finished.document;
    return { as: "unchanged", document };
  }
  await ingestion.arrived(finished, outcome.replaced);
  if (outcome.superseded.length > 0) await ingestion.queue.gone(outcome.superseded);
  const [older] = outcome.replaced;
  return { as: older === undefined ? "added" : "replaced", document: finished.document, older };
}

async function originalOf(
  archived: ArchivedDocument,
  archive: OpenArchive,
  signal: AbortSignal,
): Promise<Blob | null> {
  if (!archived.original) return null;
  const packed = await sectionOf(archive, archived.original, signal);
  return new Blob([await unpackOriginal(packed, archived, archive.source.name)]);
}
