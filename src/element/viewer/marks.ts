import type {
  CallOptions,
  DocumentId,
  DocumentSummary,
  Heading,
  Page,
  Span,
  Table,
} from "../../core/index.js";

/** The two strengths of a mark. */
export type MarkStrength = "passage" | "word";

/** A span to mark, and how. */
export interface Mark extends Span {
  readonly strength: MarkStrength;
}

/** What a stop has on one page. */
export interface StopPart {
  readonly page: number;
  readonly marks: readonly Mark[];
  readonly claims?: readonly string[] | undefined;
}

/** A place that the reader goes to, on one page or on several that follow one another. */
export interface Stop {
  readonly parts: readonly StopPart[];
}

/** What is to be marked on one page for one stop: all of it or nothing. */
export interface MarkGroup {
  /** Index of the stop. */
  readonly stop: number;
  readonly current: boolean;
  readonly marks: readonly Mark[];
  /** What is said of them. */
  readonly claims: readonly string[];
}

/** Matches of a search on one page. */
export interface PageMatches {
  readonly spans: readonly Span[];
  /** Index of the one the reader is at, or -1. */
  readonly current: number;
}

/** The stops a target asks for, and which of them it opens at. */
export function targetStops(target: Omit<ViewerTarget, "document" | "source">): {
  readonly stops: readonly Stop[];
  readonly current: number;
} {
  const { page, passage, marks = [], claims } = target;
  const places = target.places ?? [{ page, passage, spans: marks, claims }];
  const stops: { parts: StopPart[] }[] = [];
  let current = 0;
  for (const [index, place] of places.entries()) {
    const part = {
      page: place.page,
      marks: placeMarks(place.passage, place.spans),
      claims: place.claims,
    };
    const last = stops.at(-1);
    if (last && "continues" in place && place.continues === true) last.parts.push(part);
    else stops.push({ parts: [part] });
    if (index === target.current) current = stops.length - 1;
  }
  return { stops, current };
}

/** Passages first, so that words are drawn on top of them. */
function placeMarks(passage: Span | null | undefined, spans: readonly Span[]): Mark[] {
  const marks: Mark[] = [];
  if (passage) marks.push({ ...passage, strength: "passage" });
  for (const span of spans) marks.push({ ...span, strength: "word" });
  return marks.filter((mark) => mark.start < mark.end);
}

/** Where a viewer reads from. A `Pagehound` is one. */
export interface ViewerSource {
  /** The page as it was stored when the document was read. */
  page(document: DocumentId, number: number, options?: CallOptions): Promise<Page>;
  /** The file as it was added. When it rejects with `not-found`, the stored text is shown instead. */
  original(document: DocumentId, options?: CallOptions): Promise<Blob>;
  /** The document's headings, for a PDF without bookmarks and for every other format; no outline without it. */
  outline?(document: DocumentId, options?: CallOptions): Promise<readonly Heading[]>;
  /** The tables of a page, counting from 1; without it no cells are framed. */
  tables?(document: DocumentId, number: number, options?: CallOptions): Promise<readonly Table[]>;
}

/** A place to mark: a citation, a hit, or one page's part of it. */
export interface ViewerPlace {
  /** Counts from 1. */
  readonly page: number;
  /** The passage, in the page's text; marked lightly. */
  readonly passage?: Span | null | undefined;
  /** The words that matter, in the page's text; marked strongly while the place is the current one. */
  readonly spans: readonly Span[];
  /**
   * Sentences that are said or asked of it. Where `spans` stand in a table of a PDF, the cells with
   * the numbers that they state, or of the years that they name, are framed, heads and labels tinted.
   */
  readonly claims?: readonly string[] | undefined;
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
  /** What is said or asked of the marks; see `ViewerPlace.claims`. */
  readonly claims?: readonly string[] | undefined;
  /** Several places, on any pages, in the order in which the reader goes through them; instead of `passage` and `marks`. */
  readonly places?: readonly ViewerPlace[] | undefined;
  /** Index of the place to open at, the first by default; `page` counts only when there are no places. */
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
