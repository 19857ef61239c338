import type { ArchivedDocument, Manifest } from "../../archive/manifest.js";
import { readSection } from "../../archive/section.js";
import type { DocumentSource } from "../../core/document.js";
import { PagehoundError } from "../../core/errors.js";
import type { DocumentPostings } from "../../search/index/document-postings.js";
import type { ArrivalOutcome } from "../../store/arrivals.js";
import type { SearchableDocument, Store } from "../../store/store.js";
import { makeSearchable, StoredPages } from "../ingest/make-searchable.js";
import {
  ArchivedCheck,
  isCurrent,
  searchableFromArchived,
  storedFromArchived,
} from "./archived-document.js";

/** A document out of a file. */
export interface ArchivedArrival {
  readonly archived: ArchivedDocument;
  readonly manifest: Pick<Manifest, "versions">;
  /** Its section. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What it was read from, if that is stored with it. */
  readonly file: Blob | null;
  /** The published collection it comes with; null for one of the person's own. */
  readonly source: DocumentSource | null;
  /** What to call the file it comes out of. */
  readonly name: string;
}

/** What became of it. */
export interface TakenDocument {
  readonly finished: SearchableDocument<DocumentPostings>;
  readonly outcome: Exclude<ArrivalOutcome, { kind: "incomplete" }>;
}

/** How often a document is stored again whose pages another tab has swept away, which it does once. */
const maxTries = 3;

/**
 * Stores a document out of a file, which becomes searchable in one transaction at the end; whatever
 * ends it before leaves nothing. Throws `damaged-file`.
 */
export async function takeArchived(
  arrival: ArchivedArrival,
  store: Store<DocumentPostings>,
  signal: AbortSignal,
): Promise<TakenDocument> {
  for (let tries = 1; ; tries++) {
    const content = await store.arrivals.reserve();
    let isStored = false;
    try {
      const finished = await stage(arrival, content, store, signal);
      signal.throwIfAborted();
      const outcome = await store.arrivals.finish(finished, arrival.file);
      isStored = outcome.kind === "ready";
      if (outcome.kind !== "incomplete") return { finished, outcome };
    } finally {
      // What cannot be deleted now is swept away later.
      if (!isStored) await store.contents.dropPages(content).catch(() => {});
    }
    if (tries === maxTries) {
      throw new PagehoundError(
        "storage-failed",
        `${arrival.archived.path} could not be stored: its pages are gone again. Try once more.`,
        { data: { path: arrival.archived.path } },
      );
    }
  }
}

/** Stores the pages, and makes of the rest what is needed to search them. */
async function stage(
  { archived, manifest, bytes, file, source, name }: ArchivedArrival,
  content: number,
  store: Store<DocumentPostings>,
  signal: AbortSignal,
): Promise<SearchableDocument<DocumentPostings>> {
  const current = isCurrent(manifest);
  const check = new ArchivedCheck();
  const index = await readSection(bytes, archived, name, signal, async (pages) => {
    check.take(pages);
    await store.arrivals.stage(content, pages);
  });
  check.finish(archived, index, { current, file: name });
  const original = archived.original && source ? "elsewhere" : "absent";
  const document = storedFromArchived(archived, manifest.versions, {
    ordinal: content,
    content,
    addedAt: Date.now(),
    ...(source ? { source } : {}),
    ...(file ? {} : { original }),
  });
  // An index is taken from whom the page has named, and from a file that anybody has made only the
  // pages: with postings of its own, it would come first for whatever is asked.
  if (current && source) return searchableFromArchived(document, index);
  const pages = new StoredPages(store, content, archived.pages.total);
  const made = await makeSearchable(document, index.bookmarks, pages, signal);
  // Pages that another tab has swept away meanwhile are missed when it is stored.
  return { ...made, document: { ...made.document, pages: archived.pages } };
}
