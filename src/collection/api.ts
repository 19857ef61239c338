import type { CallOptions } from "../core/call-options.js";
import type { DocumentId, DocumentSummary, Heading } from "../core/document.js";
import type { IngestEvent, InputFile } from "../core/ingest.js";
import type { Page } from "../core/page.js";
import type { EvidenceId } from "../core/passage.js";
import type { Span } from "../core/span.js";
import type { Coverage, SearchResponse } from "../search/api.js";

/** A passage with its text. */
export interface PassageText {
  readonly id: EvidenceId;
  /** Counts from 1. */
  readonly page: number;
  /** The passage's place in the page's text. */
  readonly span: Span;
  readonly text: string;
  /** Index of the heading it stands under in the document's outline, or -1. */
  readonly heading: number;
}

/** What the page does for the collection worker, since workers are started on the page. */
export interface HostApi {
  /** Starts a parse worker; `ParseApi` is served on the port. */
  startParser(request: null, options?: CallOptions): Promise<{ parser: number; port: MessagePort }>;
  /** Ends a parse worker at once. */
  endParser(request: { parser: number }, options?: CallOptions): Promise<void>;
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
  outline(request: { document: DocumentId }, options?: CallOptions): Promise<Heading[]>;
  passages(request: { document: DocumentId }, options?: CallOptions): Promise<PassageText[]>;
  original(request: { document: DocumentId }, options?: CallOptions): Promise<Blob>;
  /** Tells that a parse worker died; its calls then reject with `worker-failed`. */
  parserFailed(request: { parser: number; message: string }, options?: CallOptions): Promise<void>;
}
