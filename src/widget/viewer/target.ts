import type { CallOptions } from "../../core/call-options.js";
import type { DocumentId, DocumentSummary } from "../../core/document.js";
import type { Page } from "../../core/page.js";
import type { Span } from "../../core/span.js";

/** Where a viewer reads from. A `Pagehound` is one. */
export interface ViewerSource {
  /** The page as it was stored when the document was read. */
  page(document: DocumentId, number: number, options?: CallOptions): Promise<Page>;
  /** The file as it was added. */
  original(document: DocumentId, options?: CallOptions): Promise<Blob>;
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
  /** For an encrypted file; the viewer asks for it when it is missing. */
  readonly password?: string | undefined;
  /** Aborts the opening. */
  readonly signal?: AbortSignal | undefined;
}

/** How an opening ended. */
export interface ViewerOutcome {
  /** True when the page is shown. */
  readonly shown: boolean;
  /** True when everything that was to be marked is marked; nothing is marked otherwise. */
  readonly marked: boolean;
}

/** The two strengths of a mark. */
export type MarkStrength = "passage" | "word";

/** A span to mark, and how. */
export interface Mark extends Span {
  readonly strength: MarkStrength;
}

/** The marks a target asks for, passages first, so that words are drawn on top of them. */
export function targetMarks(target: Pick<ViewerTarget, "passage" | "marks">): Mark[] {
  const marks: Mark[] = [];
  if (target.passage) marks.push({ ...target.passage, strength: "passage" });
  for (const mark of target.marks ?? []) marks.push({ ...mark, strength: "word" });
  return marks.filter((mark) => mark.start < mark.end);
}
