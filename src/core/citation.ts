import type { DocumentId } from "./document.js";
import type { EvidenceId } from "./passage.js";
import type { Span } from "./span.js";

/** A place on a page of a document, as it is shown and opened. */
export interface EvidencePlace {
  readonly evidence: EvidenceId;
  readonly document: DocumentId;
  /** Path of the document. */
  readonly path: string;
  /** Page, counting from 1. */
  readonly page: number;
  /** The label printed on the page, or null. */
  readonly pageLabel: string | null;
  readonly pageUnit: "page" | "part";
  /** Where it stands in the page's text, in UTF-16 code units. */
  readonly span: Span;
}

/**
 * A place that was checked by code: the page's text at `span` is `quote`. What a model merely claims
 * is a `ClaimedCitation`.
 */
export interface Citation extends EvidencePlace {
  /** The page's own text at `span`, with its own white space, hyphens and quotes. */
  readonly quote: string;
}

/** A citation as a model writes it: nothing of it was checked. */
export interface ClaimedCitation {
  /** An evidence id such as `d3.p12.s4`. */
  readonly id: string;
  readonly quote: string;
}
