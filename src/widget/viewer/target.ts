import type { CallOptions } from "../../core/call-options.js";
import type { DocumentId, DocumentSummary, Heading } from "../../core/document.js";
import type { Page } from "../../core/page.js";
import type { Span } from "../../core/span.js";

/** Where a viewer reads from. A `Pagehound` is one. */
export interface ViewerSource {
  /** The page as it was stored when the document was read. */
  page(document: DocumentId, number: number, options?: CallOptions): Promise<Page>;
  /** The file as it was added. When it rejects with `not-found`, the stored text is shown instead. */
  original(document: DocumentId, options?: CallOptions): Promise<Blob>;
  /** The document's headings, for a PDF without bookmarks and for every other format; no outline without it. */
  outline?(document: DocumentId, options?: CallOptions): Promise<readonly Heading[]>;
}

/** A place to mark: a citation, a hit, or one page's part of it. */
export interface ViewerPlace {
  /** Counts from 1. */
  readonly page: number;
  /** The passage, in the page's text; marked lightly. */
  readonly passage?: Span | null | undefined;
  /** The words that matter, in the page's text; marked strongly while the place is the current one. */
  readonly spans: readonly Span[];
  /** True when it goes on with the place before it, across a page break; both then count as one. */
  readonly continues?: boolean | undefined;
}

/** What a viewer is asked to show. */
export interface ViewerTarget {
  readonly document: DocumentSummary;
  readonly source: ViewerSource;
  /** Page to open at, counting from 1. */
  readonly page: number;
  /** The passage, in the page's text; marked lightly. */
  readonly passage?: Span | null | undefined;
  /** The words that matter, in the page's text; marked strongly. */
  readonly marks?: readonly Span[] | undefined;
  /** Several places, on any pages, in the order in which the reader goes through them; instead of `passage` and `marks`. */
  readonly places?: readonly ViewerPlace[] | undefined;
  /** Index of the place to open at, the first unless told; `page` counts only when there are no places. */
  readonly current?: number | undefined;
  /** For an encrypted file; the viewer asks for it when it is missing. */
  readonly password?: string | undefined;
  /** Aborts the opening. */
  readonly signal?: AbortSignal | undefined;
}

/** How an opening ended. */
export interface ViewerOutcome {
  /** True when the page is shown. */
  readonly shown: boolean;
  /** True when everything that was to be marked is marked. A place is marked as a whole or not at all. */
  readonly marked: boolean;
  /** How many places could not be marked exactly. */
  readonly unmarked: number;
}
