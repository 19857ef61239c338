import {
  chosenEncoding,
  type DocumentId,
  documentId,
  type PageCounts,
} from "../../core/document.js";
import { type ErrorCode, PagehoundError } from "../../core/errors.js";
import { type PackedPage, type PageSequence, packPage } from "../../core/page.js";
import type { DocumentPostings } from "../../search/index/document-postings.js";
import { type StoredDocument, type StoredJob, wasSeenHere } from "../../store/schema.js";
import type { SearchableDocument, Store } from "../../store/store.js";
import { makeSearchable, PageCounter, Passes, StoredPages } from "./make-searchable.js";
import { type IngestContext, PacedReport, type ReadContent, readContent } from "./read-content.js";
import { isOutdated } from "./reindexer.js";

/** What became of a job. */
export interface IngestedDocument {
  /** As it was stored. */
  readonly finished: SearchableDocument<DocumentPostings>;
  /** Ordinals of the documents it took the place of. */
  readonly replaced: readonly number[];
  /** Another document with the same bytes, whose pages it shares. */
  readonly sameAs: DocumentId | null;
  /** The paths of what is attached to it. */
  readonly attached: ReadonlySet<string>;
}

/**
 * Brings one job from its file to a document that is stored and `ready`, in one transaction at the
 * end. Returns null when the job was cancelled meanwhile. Throws what is wrong with the file, and
 * the signal's reason; the pages that were read by then are kept, unless there is no room for them.
 */
export async function ingestJob(
  given: StoredJob,
  context: IngestContext,
): Promise<IngestedDocument | null> {
  const { store, emit } = context;
  const source = await sourceOf(given, context);
  if (!source) return null;
  const { job, same } = source;
  try {
    const read = same ? await sharedContent(same, store) : await readContent(job, context);
    if (same) {
      const { total } = same.pages;
      emit({ type: "document-started", path: job.path, pages: total, done: total });
    }
    emit({ type: "document-indexing", path: job.path });
    // A small one is what it is being read; one that is read back is another step.
    if (!read.pages) await context.attempt("indexing");
    const finished = await finish(job, read, context);
    const sameAs = same ? documentId(same.ordinal) : null;
    const attached = await context.attach(read.opened.attached ?? []);
    const confirmed = await confirmImported(finished, read.unstored, store);
    if (confirmed) return { finished: confirmed, replaced: [], sameAs, attached };
    const better = job.renews ? await readBetterBefore(finished.document, store) : null;
    if (better) {
      const [gone] = await store.jobs.cancel([job.ordinal]);
      return gone ? { finished: better, replaced: [], sameAs: null, attached } : null;
    }
    const outcome = await store.jobs.finish(finished, read.unstored);
    if (!outcome) return null;
    return { finished, replaced: outcome.replaced, sameAs, attached };
  } catch (error) {
    // What little room there is serves the other jobs better than half of a document, and pages that
    // were not read for want of other files are to be read again.
    if (!same && PagehoundError.isInstance(error) && dropping.has(error.code)) {
      await store.contents.dropPages(job.content).catch(() => {});
    }
    throw error;
  }
}

/** The document that was to be read anew, where the reader got further with it the last time. */
async function readBetterBefore(
  { ordinal, path, hash, lost, pages, versions }: StoredDocument,
  store: Store<DocumentPostings>,
): Promise<SearchableDocument<DocumentPostings> | null> {
  if (!lost) return null;
  const before = (await store.documents.ready()).find(
    (each) =>
      each.ordinal !== ordinal &&
      each.path === path &&
      each.hash === hash &&
      each.versions.format === versions.format &&
      wasSeenHere(each),
  );
  if (!before || before.pages.unreadable >= pages.unreadable) return null;
  const [found] = await store.documents.searchableAmong([before.ordinal]);
  return found ?? null;
}

const dropping: ReadonlySet<ErrorCode> = new Set(["storage-full", "assets-missing"]);

/**
 * The job, and the document whose pages it shares, if any. Pages that a document has are never
 * written over: where they are of an older reader, the job is given a content of its own.
 */
async function sourceOf(
  job: StoredJob,
  { store, recognition }: IngestContext,
): Promise<{ job: StoredJob; same: StoredDocument | null } | null> {
  // Bytes that were new when they were taken in are no document's yet.
  if (job.content === job.ordinal) return { job, same: null };
  const same = await store.jobs.withContent(job.content);
  // What is attached to a mail belongs to each of its copies.
  const isAlike = same && chosenEncoding(same.metadata) === (job.encoding ?? null);
  if (isAlike && same.format !== "mail" && !isOutdated(same, recognition)) return { job, same };
  // Without a reader of its own, what is there was not left by this job: a removed document may have it.
  const foreign = same || job.reader === null;
  const own = foreign ? await store.jobs.separate(job.ordinal) : job;
  return own ? { job: own, same: null } : null;
}

/** What is known of content that a document has already. */
async function sharedContent(
  same: StoredDocument,
  store: Store<DocumentPostings>,
): Promise<ReadContent> {
  const { ordinal, format, pageUnit, metadata, pages, versions } = same;
  const [stored] = await store.documents.searchableAmong([ordinal]);
  return {
    opened: {
      format,
      pageUnit,
      metadata,
      formatVersion: versions.format,
      pageCount: pages.total,
      bookmarks: stored?.passages.bookmarks ?? [],
    },
    recognition: versions.recognition ?? "",
    pages: null,
    unstored: [],
  };
}

/** Everything that makes a job a searchable document, made of its stored pages. */
async function finish(
  job: StoredJob,
  { opened, recognition, pages: read }: ReadContent,
  { store, emit, signal }: IngestContext,
): Promise<SearchableDocument<DocumentPostings>> {
  const { ordinal, path, hash, content, addedAt, linked } = job;
  const { format, formatVersion, pageUnit, metadata, pageCount, bookmarks } = opened;
  const pages: PageSequence = read ?? new StoredPages(store, content, pageCount);
  const progress = new PacedReport(emit);
  const passes = new Passes(pageCount, (share) =>
    progress.tell({ type: "document-indexing", path, share }),
  );
  const surveyed = await survey(passes.through(pages, 1));
  const { counts, recognised, missing, lost } = surveyed;
  if (counts.total < pageCount) throw new PagehoundError("internal", lostPages(path));
  requireReadable(surveyed, job);
  const changed = await fileTime(metadata, content, store);
  const document = {
    ordinal,
    path,
    hash,
    content,
    addedAt,
    state: "ready",
    format,
    pageUnit,
    metadata: { ...metadata, ...changed },
    versions: {
      format: formatVersion,
      ...(recognition !== "" && recognised ? { recognition } : {}),
    },
    ...(linked ? { linked } : {}),
    ...(missing.length > 0 ? { missing } : {}),
    ...(lost ? { lost: 1 } : {}),
  } as const;
  try {
    return await makeSearchable(document, bookmarks, pages, signal, passes);
  } finally {
    progress.end();
  }
}

/** When the file was last changed, of a document that names no date. */
async function fileTime(
  { created, modified }: ReadContent["opened"]["metadata"],
  content: number,
  { contents }: Pick<Store<DocumentPostings>, "contents">,
): Promise<{ readonly fileModified?: string }> {
  if (created !== null || modified !== null) return {};
  const stored = await contents.stored(content);
  const time = stored?.file instanceof File ? stored.file.lastModified : stored?.seen?.modified;
  const date = new Date(time ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? {} : { fileModified: date.toISOString() };
}

/** What has to be known of all pages before something is made of them. */
interface Survey {
  readonly counts: PageCounts;
  /** False when text in images is to be recognised anew, as soon as that is possible. */
  readonly recognised: boolean;
  /** The files without which some could not be read, each once. */
  readonly missing: readonly string[];
  /** Whether some are to be read again, which may have been unreadable for a passing cause. */
  readonly lost: boolean;
  /** The first reason why a page was not read, and of one without such a file. */
  readonly problem: string | null;
  readonly missingProblem: string | null;
}

async function survey(pages: PageSequence): Promise<Survey> {
  const counter = new PageCounter();
  const missing = new Set<string>();
  let [recognised, lost] = [true, false];
  let [first, firstMissing]: (string | null)[] = [null, null];
  for await (const page of pages) {
    const { state, problem = null } = page;
    counter.add(page);
    for (const url of page.missing ?? []) missing.add(url);
    if (state === "scanned" && problem) recognised = false;
    if (page.lost) lost = true;
    first ??= problem;
    if (page.missing) firstMissing ??= problem;
  }
  const problems = { problem: first ?? null, missingProblem: firstMissing ?? null };
  return { counts: counter.counts, recognised, missing: [...missing].sort(), lost, ...problems };
}

/** Throws when there is nothing to make a document of, or less than one that it would replace. */
function requireReadable(
  { counts: { total, unreadable }, missing, problem, missingProblem }: Survey,
  { path, renews }: StoredJob,
): void {
  if (missing.length > 0 && (unreadable === total || renews)) {
    throw new PagehoundError("assets-missing", `${path} could not be read. ${missingProblem}`, {
      data: { path },
    });
  }
  if (unreadable < total) return;
  throw new PagehoundError(
    "nothing-to-read",
    total === 0
      ? `${path} has no pages. Check that the file is complete.`
      : `No page of ${path} could be read. ${problem ?? "Check that the file opens elsewhere."}`,
    { data: { path } },
  );
}

function lostPages(path: string): string {
  return `Pages of ${path} that were read are no longer stored. Adding it again may help.`;
}

/** Pages that are compared at once. */
const pagesAtOnce = 16;

/**
 * Looks whether a job has made of a file what a collection's file said of it. Then the document that
 * was imported stays, with its id, and counts as read here; it is returned as it is stored now. Null
 * when there is none, or it says otherwise: what was read takes its place then.
 *
 * @param made what the job has made
 * @param unstored those of its pages that are not stored yet
 */
async function confirmImported(
  made: SearchableDocument<DocumentPostings>,
  unstored: readonly PackedPage[],
  store: Store<DocumentPostings>,
): Promise<SearchableDocument<DocumentPostings> | null> {
  const { ordinal: job, path, hash } = made.document;
  const imported = await store.arrivals.unproven(path, hash);
  // Without a section, its index was made by whoever made the file.
  if (imported?.section === undefined || !(await saysTheSame(imported, made, unstored, store))) {
    return null;
  }
  const { ordinal } = imported;
  const document = await store.arrivals.confirm({ ...made.document, ordinal }, job);
  if (!document) return null;
  return { ...made, document, passages: { ...made.passages, document: ordinal } };
}

async function saysTheSame(
  imported: StoredDocument,
  { document, passages }: SearchableDocument<DocumentPostings>,
  unstored: readonly PackedPage[],
  store: Store<DocumentPostings>,
): Promise<boolean> {
  const { format, pageUnit, pages } = imported;
  const { total } = pages;
  const [stored] = await store.documents.searchableAmong([imported.ordinal]);
  const alike =
    stored &&
    document.format === format &&
    document.pageUnit === pageUnit &&
    document.pages.total === total &&
    areEqual(stored.passages.entries, passages.entries) &&
    JSON.stringify([stored.passages.headings, stored.passages.bookmarks]) ===
      JSON.stringify([passages.headings, passages.bookmarks]);
  if (!alike) return false;
  const ahead = new Map(unstored.map((page) => [page.number, page]));
  for (let from = 1; from <= total; from += pagesAtOnce) {
    const range = { from, to: Math.min(total, from + pagesAtOnce - 1) };
    const said = (await store.contents.pageRange(imported.content, range)).map(packPage);
    const staged = (await store.contents.pageRange(document.content, range)).map(packPage);
    const read = new Map(staged.map((page) => [page.number, page]));
    const same = said.every((page) => {
      const other = ahead.get(page.number) ?? read.get(page.number);
      return other !== undefined && areSamePages(page, other);
    });
    if (!same || said.length <= range.to - from) return false;
  }
  return true;
}

function areSamePages(one: PackedPage, other: PackedPage): boolean {
  const { lines, geometry, ...said } = one;
  const { lines: otherLines, geometry: otherGeometry, ...otherSaid } = other;
  const keys = new Set([...Object.keys(said), ...Object.keys(otherSaid)] as (keyof typeof said)[]);
  return (
    [...keys].every((key) => said[key] === otherSaid[key]) &&
    areEqual(lines, otherLines) &&
    (geometry === null) === (otherGeometry === null) &&
    (["runs", "boxes", "lengths"] as const).every((part) =>
      areEqual(geometry?.[part] ?? [], otherGeometry?.[part] ?? []),
    )
  );
}

function areEqual(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}
