import { documentId, type PageCounts } from "../core/document.js";
import { PagehoundError } from "../core/errors.js";
import { hexadecimal } from "../core/hexadecimal.js";
import type { IngestEvent, InputFile } from "../core/ingest.js";
import { type PackedPage, unpackPage } from "../core/packed-page.js";
import type { Page } from "../core/page.js";
import type { OpenedDocument, ParseApi } from "../parse/api.js";
import { passagesVersion } from "../parse/passages.js";
import { transfer } from "../rpc/message.js";
import { type DocumentPostings, postingsVersion } from "../search/document-postings.js";
import { packPassages } from "../store/pack-passages.js";
import type { StoredDocument } from "../store/schema.js";
import type { SearchableDocument, Store } from "../store/store.js";
import { documentFacts, factsVersion } from "./document-facts.js";
import { indexDocument } from "./index-document.js";
import { PageStaging } from "./page-staging.js";
import type { ParserPool } from "./parser-pool.js";
import { summaryOf } from "./summary.js";

/** What the pipeline of one document works with. */
export interface IngestContext {
  readonly store: Store<DocumentPostings>;
  readonly parsers: ParserPool;
  /** The searchable document at a path, if any. */
  readonly find: (path: string) => StoredDocument | undefined;
  /** Makes a stored document searchable in memory, in place of another. */
  readonly publish: (
    document: SearchableDocument<DocumentPostings>,
    replaces: number | null,
  ) => void;
  readonly emit: (event: IngestEvent) => void;
  readonly signal: AbortSignal;
}

/** Pages asked for ahead: enough that the parser reads on while another document is being indexed. */
const pagesAhead = 16;

/** Progress is reported this often; people cannot read faster, and every message costs the page time. */
const progressMilliseconds = 100;

/**
 * Brings one file from bytes to a searchable document: hash, parse, stage, settle, index, publish.
 * A fault of the file is reported as `document-refused`; rejects only when aborted. Whatever
 * happens before the document is published leaves nothing behind.
 */
export async function ingestDocument(input: InputFile, context: IngestContext): Promise<void> {
  const { path } = input;
  try {
    await ingest(input, context);
  } catch (error) {
    if (context.signal.aborted) throw context.signal.reason;
    context.emit({ type: "document-refused", path, ...explain(error, path) });
  }
}

async function ingest(input: InputFile, context: IngestContext): Promise<void> {
  const { store, find, publish, emit, signal } = context;
  const { path, file } = input;
  const bytes = await bytesOf(file, path);
  const hash = await hashOf(bytes);
  const existing = find(path);
  if (existing?.hash === hash) {
    emit({ type: "document-unchanged", path, document: summaryOf(existing) });
    return;
  }
  const read = await readPages(input, { bytes, hash }, context);
  const replaces = find(path)?.ordinal ?? null;
  try {
    emit({ type: "document-indexing", path });
    const finished = await finish(read, signal);
    await store.finish({ ...finished, replaces });
    publish(finished, replaces);
    const replaced = replaces === null ? null : documentId(replaces);
    emit({ type: "document-ready", path, document: summaryOf(finished.document), replaced });
  } catch (error) {
    await store.delete(read.ordinal);
    throw error;
  }
  if (replaces !== null) await store.delete(replaces);
}

/** Everything that makes a staged document searchable. */
async function finish(
  { ordinal, opened, pages, staged }: ReadDocument,
  signal: AbortSignal,
): Promise<SearchableDocument<DocumentPostings>> {
  const { bookmarks } = opened;
  const { headings, passages, postings } = await indexDocument(
    { path: staged.path, bookmarks },
    pages,
    signal,
  );
  return {
    document: {
      ...staged,
      ...(await documentFacts(pages, passages, signal)),
      ordinal,
      state: "ready",
      pages: countPages(pages),
      passages: passages.length,
    },
    passages: { document: ordinal, entries: packPassages(passages), headings, bookmarks },
    postings,
  };
}

interface ReadDocument {
  readonly ordinal: number;
  readonly opened: OpenedDocument;
  readonly pages: readonly Page[];
  readonly staged: Omit<StoredDocument, "ordinal" | "state">;
}

/** Has a parse worker read all pages of a file, and stages them as they come. */
async function readPages(
  { file, path, password }: InputFile,
  { bytes, hash }: { bytes: ArrayBuffer; hash: string },
  { store, parsers, emit, signal }: IngestContext,
): Promise<ReadDocument> {
  const staging = new PageStaging(store);
  try {
    const read = await parsers.lend(signal, async ({ remote }) => {
      // Moved, not read again there: the parser would wait for the disk.
      const request = transfer({ bytes, path, password }, [bytes]);
      const opened = await remote.open(request, { signal });
      const { pageCount } = opened;
      emit({ type: "document-started", path, pages: pageCount });
      const pages: Page[] = [];
      const reading = pagesInOrder(remote, pageCount, signal);
      // Asked for at once: the parser works on while the file is being stored.
      const first = reading.next();
      first.catch(() => {});
      const staged = stagedDocument(path, hash, opened);
      await staging.begin(staged, file);
      let reported = Number.NEGATIVE_INFINITY;
      for (let next = await first; !next.done; next = await reading.next()) {
        // Where the characters stand is not needed to index them.
        pages.push({ ...unpackPage(next.value), geometry: null });
        await staging.add(next.value);
        const now = performance.now();
        if (now < reported + progressMilliseconds && pages.length < pageCount) continue;
        reported = now;
        emit({ type: "document-progress", path, done: pages.length, total: pageCount });
      }
      // Not waited for: the next document can be opened meanwhile.
      void remote.close(null).catch(() => {});
      return { opened, pages, staged };
    });
    requireReadable(read.pages, path);
    return { ...read, ordinal: await staging.finish() };
  } catch (error) {
    await staging.discard();
    throw error;
  }
}

async function* pagesInOrder(
  parser: ParseApi,
  count: number,
  signal: AbortSignal,
): AsyncGenerator<PackedPage> {
  const asked: Promise<PackedPage>[] = [];
  for (let next = 1, number = 1; number <= count; number++) {
    while (next <= count && next <= number + pagesAhead) {
      const reading = parser.readPage({ number: next++ }, { signal });
      // A page asked for ahead may fail while nobody waits for it yet; it is awaited below.
      reading.catch(() => {});
      asked.push(reading);
    }
    yield (await asked.shift()) as PackedPage;
  }
}

function requireReadable(pages: readonly Page[], path: string): void {
  const { total, unreadable } = countPages(pages);
  if (unreadable < total) return;
  const reason = pages.find(({ problem }) => problem)?.problem;
  throw new PagehoundError(
    "nothing-to-read",
    total === 0
      ? `${path} has no pages. Check that the file is complete.`
      : `No page of ${path} could be read. ${reason ?? "Check that the file opens elsewhere."}`,
    { data: { path } },
  );
}

function stagedDocument(
  path: string,
  hash: string,
  { format, formatVersion, pageUnit, metadata, pageCount }: OpenedDocument,
): Omit<StoredDocument, "ordinal" | "state"> {
  return {
    path,
    hash,
    format,
    pageUnit,
    versions: {
      format: formatVersion,
      passages: passagesVersion,
      postings: postingsVersion,
      facts: factsVersion,
    },
    metadata,
    pages: { total: pageCount, text: 0, empty: 0, scanned: 0, unreadable: 0 },
    gaps: [],
    passages: 0,
    words: 0,
    addedAt: Date.now(),
  };
}

function countPages(pages: readonly Page[]): PageCounts {
  const counts = { total: pages.length, text: 0, empty: 0, scanned: 0, unreadable: 0 };
  for (const { state } of pages) counts[state]++;
  return counts;
}

async function bytesOf(file: Blob, path: string): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch (cause) {
    throw new PagehoundError(
      "damaged-file",
      `${path} could not be read from the disk. It may have been moved or changed; add it again.`,
      { data: { path }, cause },
    );
  }
}

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  return hexadecimal(await crypto.subtle.digest("SHA-256", bytes));
}

function explain(error: unknown, path: string): Pick<PagehoundError, "code" | "message"> {
  if (PagehoundError.isInstance(error)) return { code: error.code, message: error.message };
  return {
    code: "internal",
    message: `${path} could not be added because of a fault in Pagehound. Adding it again may help.`,
  };
}
