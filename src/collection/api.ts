import type { CallOptions } from "../core/call-options.js";
import type { DocumentId, DocumentSummary } from "../core/document.js";
import type { IngestEvent, InputFile } from "../core/ingest.js";
import type { OutlineEntry } from "../core/outline.js";
import type { Page } from "../core/page.js";
import type { PageRange } from "../core/page-range.js";
import type { EvidenceId, PassageText } from "../core/passage.js";
import type { GrepFindings, GrepOptions, GrepProgress } from "../grep/api.js";
import type { Coverage, SearchResponse } from "../search/api.js";

/** The workers that the collection worker has work for. */
export type WorkerKind = "parse" | "grep";

/** What the page does for the collection worker, since workers are started on the page. */
export interface HostApi {
  /** Starts a worker; `ParseApi` or `GrepApi` is served on the port. */
  startWorker(
    request: { kind: WorkerKind },
    options?: CallOptions,
  ): Promise<{ worker: number; port: MessagePort }>;
  /** Ends a worker at once. */
  endWorker(request: { worker: number }, options?: CallOptions): Promise<void>;
}

/** What a grep found, and what it covered: only what was asked for, and not what it was stopped before. */
export interface GrepResponse extends GrepFindings {
  readonly coverage: Coverage;
}

/** What the collection worker offers the page. Every method but `open` needs an open collection. */
export interface CollectionApi {
  /**
   * Opens the collection called `name`. `HostApi` is served on `host`. With `rebuild` the index is
   * built anew from the stored pages instead of being loaded.
   */
  open(
    request: { name: string; host: MessagePort; parsers: number; rebuild: boolean },
    options?: CallOptions,
  ): Promise<void>;
  /** Adds files; see `Pagehound.add`. */
  add(request: { files: readonly InputFile[] }, options?: CallOptions<IngestEvent>): Promise<void>;
  documents(request: null, options?: CallOptions): Promise<DocumentSummary[]>;
  remove(request: { documents: readonly DocumentId[] }, options?: CallOptions): Promise<void>;
  restore(request: { documents: readonly DocumentId[] }, options?: CallOptions): Promise<void>;
  search(
    request: { query: string; limit: number; documents: readonly DocumentId[] | null },
    options?: CallOptions,
  ): Promise<SearchResponse>;
  coverage(request: null, options?: CallOptions): Promise<Coverage>;
  page(request: { document: DocumentId; number: number }, options?: CallOptions): Promise<Page>;
  outline(request: { document: DocumentId }, options?: CallOptions): Promise<OutlineEntry[]>;
  /** The passages on `pages`, or all; only those pages are read. */
  passages(
    request: { document: DocumentId; pages: PageRange | null },
    options?: CallOptions,
  ): Promise<PassageText[]>;
  /** In the order asked for; null for those that are not there. */
  passagesById(
    request: { ids: readonly EvidenceId[] },
    options?: CallOptions,
  ): Promise<(PassageText | null)[]>;
  original(request: { document: DocumentId }, options?: CallOptions): Promise<Blob>;
  grep(
    request: { patterns: string | readonly string[]; options: GrepOptions },
    options?: CallOptions<GrepProgress>,
  ): Promise<GrepResponse>;
  /** Tells that a worker died; its calls then reject with `worker-failed`. */
  workerFailed(request: { worker: number; message: string }, options?: CallOptions): Promise<void>;
}
