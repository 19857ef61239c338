import type { Mark, MarkStrength } from "./target.js";

/** What became of the marks of a page: none were asked for, drawn, or not drawn because inexact. */
export type MarkOutcome = "none" | "drawn" | "inexact";

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
  /** Marks the spans when the page is next drawn, or at once when it is. */
  mark(marks: readonly Mark[]): Promise<MarkOutcome>;
  /** The first mark on the sheet, or the first of one strength, or null. */
  firstMark(strength?: MarkStrength): Element | null;
}
