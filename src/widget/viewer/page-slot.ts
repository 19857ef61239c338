import type { Span } from "../../core/span.js";
import type { Mark, MarkGroup, MarkStrength, PageMatches } from "./marks.js";

/** The stops that could not be marked exactly, of those that were asked for. */
export type UnmarkedStops = ReadonlySet<number>;

/** One page of a document in the scrolled list: an empty sheet of the right size until it is near. */
export interface PageSlot {
  readonly element: HTMLElement;
  /**
   * Draws the page for the present zoom, or draws it again. Rejects only when aborted; what cannot
   * be drawn is said on the sheet itself.
   */
  show(signal: AbortSignal): Promise<void>;
  /** Frees what was drawn; the sheet keeps its size. */
  hide(): void;
  /** Marks each group as a whole or not at all, when the page is next drawn, or at once when it is. */
  mark(groups: readonly MarkGroup[]): Promise<UnmarkedStops>;
  /** Whether marks could be drawn exactly; needs no drawn page. */
  canMark(marks: readonly Mark[], signal: AbortSignal): Promise<boolean>;
  /** The first mark of a stop on the sheet, or its first of one strength, or null. */
  firstMark(stop: number, strength?: MarkStrength): Element | null;
  /** Highlights matches, in place of those before; resolves once they are drawn, or others are asked for. */
  highlight(matches: PageMatches | null): Promise<void>;
  /** The current match on the sheet, or null when it is not drawn or cannot be shown exactly. */
  currentMatch(): Element | null;
  /** How far below the sheet's top a span of its text stands, in pixels; null when that is not known. */
  locate(span: Span, signal: AbortSignal): Promise<number | null>;
}
