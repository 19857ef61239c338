import {
  type DocumentId,
  type DocumentSummary,
  documentId,
  type ImportedCollection,
  type Note,
  type NotePlace,
  numberedPath,
  type TransferProgress,
} from "../../core/index.js";
import type { DocumentPostings } from "../../search/index.js";
import {
  type ArchivedDocument,
  type ArchivedGuide,
  BlobSource,
  isNoOther,
  isOwn,
  type OpenArchive,
  openArchive,
  readSection,
  type Store,
  type StoredDocument,
  sectionOf,
  unpackOriginal,
} from "../../store/index.js";
import type { ImportRequest } from "../api.js";
import type { Ingestion } from "../ingest/ingestion.js";
import { summaryOf } from "../retrieval/describe.js";
import type { DocumentCache } from "../sync/document-cache.js";
import { ArchivedCheck, isCurrent, takeArchived } from "./archived-document.js";

/** What an import works with. */
export interface ImportContext {
  readonly store: Store<DocumentPostings>;
  readonly cache: DocumentCache;
  readonly ingestion: Ingestion;
  /** Called with the guides of the documents, once these are stored. */
  readonly taught: (guides: readonly ArchivedGuide[]) => Promise<void>;
  /** The same with the notes that came with them. */
  readonly noted: (notes: readonly Note<NotePlace>[]) => Promise<void>;
}

interface Call {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: TransferProgress) => void;
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
  const { title, documents, guides, notes } = archive.manifest;
  const older: DocumentId[] = [];
  const added: DocumentSummary[] = [];
  const replaced: DocumentSummary[] = [];
  const unchanged: DocumentSummary[] = [];
  const ownDocuments = context.cache.all().filter(({ document }) => isOwn(document));
  const atPath = new Map(ownDocuments.map(({ document }) => [document.path, document]));
  const here: DocumentsAtPaths = { atPath, coming: new Set(documents.map(({ path }) => path)) };
  const total = documents.length;
  for (const [done, archived] of documents.entries()) {
    call.signal.throwIfAborted();
    call.onProgress({ step: "storing", done, total });
    const taken = await takeOne(archived, here, archive, context, call.signal);
    const lists = { added, replaced, unchanged };
    lists[taken.as].push(summaryOf(context.cache.listed(taken.document)));
    if (taken.older !== undefined) older.push(documentId(taken.older));
  }
  if (guides) await context.taught(guides.list);
  if (notes) await context.noted(notes.list);
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

/** Which paths are taken. */
interface DocumentsAtPaths {
  /** The person's own documents that were there before. */
  readonly atPath: ReadonlyMap<string, StoredDocument>;
  /** The paths that the documents of the file have in it. */
  readonly coming: ReadonlySet<string>;
}

/**
 * Imports a document: at its path, or, if a file of the person's own is waiting there, under the
 * first free name with a number, so that both exist in the end.
 */
async function takeOne(
  archived: ArchivedDocument,
  { atPath, coming }: DocumentsAtPaths,
  archive: OpenArchive,
  context: ImportContext,
  signal: AbortSignal,
): Promise<Taken> {
  const taken = await takeAt(archived, atPath.get(archived.path), archive, context, signal);
  if (taken) return taken;
  for (let number = 2; ; number++) {
    const path = numberedPath(archived.path, number);
    const existing = atPath.get(path);
    if (coming.has(path) || (existing && !isSame(archived, existing))) continue;
    const numbered = await takeAt({ ...archived, path }, existing, archive, context, signal);
    if (numbered) return numbered;
  }
}

/** Whether an existing document equals one of a file. */
function isSame({ hash, section }: ArchivedDocument, stored: StoredDocument): boolean {
  return isNoOther(stored, { hash, section: section.sha256 });
}

/** Takes over a document at its path; null when a file of the person's own waits there. */
async function takeAt(
  archived: ArchivedDocument,
  existing: StoredDocument | undefined,
  archive: OpenArchive,
  { store, cache, ingestion }: ImportContext,
  signal: AbortSignal,
): Promise<Taken | null> {
  const same = existing && isSame(archived, existing) ? existing : null;
  const isWanted = !same || same.original !== undefined;
  const file = isWanted ? await originalOf(archived, archive, signal) : null;
  if (same) {
    const kept = file ? await store.arrivals.keepOriginal(same.ordinal, file) : [];
    if (kept.length > 0) await ingestion.documentsChanged(kept);
    return { as: "unchanged", document: cache.get(same.ordinal)?.document ?? same };
  }
  const bytes = await sectionOf(archive, archived.section, signal);
  const { manifest, source } = archive;
  const arrival = { archived, manifest, bytes, file, source: null, name: source.name };
  const { finished, outcome } = await takeArchived(arrival, store, signal);
  if (outcome.kind === "occupied") return null;
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

/** What is kept of a path; the beginning of a longer one is left out. */
const longestInside = 3_000;

/**
 * The same file with all its documents in a folder. Whatever their paths are, none leads out of it,
 * and all are unique.
 */
function inFolder(archive: OpenArchive, folder: string): OpenArchive {
  const taken = new Set<string>();
  const documents = archive.manifest.documents.map((document) => {
    const inside = insideOf(document.path);
    let path = `${folder}/${inside}`;
    for (let number = 2; taken.has(path); number++) path = `${folder}/${number}/${inside}`;
    taken.add(path);
    return { ...document, path };
  });
  // The index of a document knows the words of its path: it is made from the pages again.
  const versions = { ...archive.manifest.versions, postings: 0 };
  return { ...archive, manifest: { ...archive.manifest, versions, documents } };
}

function insideOf(path: string): string {
  const parts = path
    .slice(-longestInside)
    .split(/[\\/]+/)
    .filter((part) => !["", ".", ".."].includes(part));
  return parts.length > 0 ? parts.join("/").normalize("NFC") : "document";
}
