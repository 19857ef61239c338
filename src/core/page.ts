import type { PageGeometry } from "./page-geometry.js";

/**
 * How much of a page can be searched.
 *
 * - `text`: it has text.
 * - `empty`: it has neither text nor images.
 * - `scanned`: it has images and no text.
 * - `unreadable`: it could not be read; `Page.problem` says why.
 */
export type PageState = "text" | "empty" | "scanned" | "unreadable";

/** What a line of a page is, as far as the page alone can tell. */
export type LineKind = "text" | "row" | "list-item" | "heading";

/** One line of a page's text, in reading order. Lines never overlap. */
export interface Line {
  /** Start of the line in the page's text. */
  readonly start: number;
  /** End of the line, its line break not included. */
  readonly end: number;
  /** Number of the block (paragraph, table, heading) it belongs to, counting from 0 on the page. */
  readonly block: number;
  readonly kind: LineKind;
  /** For `heading` lines of formats that mark headings: 1 is the highest. 0 when unknown. */
  readonly level: number;
  /** Font size in points of most of its characters; 0 where the format has none. */
  readonly size: number;
  /** True when most of its characters are known to be bold. */
  readonly bold: boolean;
  /** Distance from the page's top to the line's top, in points; 0 where the format has none. */
  readonly top: number;
  /** Distance from the page's top to the line's bottom, in points; 0 where the format has none. */
  readonly bottom: number;
}

/** One page as it was read. Stored unchanged from then on. */
export interface Page {
  /** Counts from 1. */
  readonly number: number;
  /** The page label printed in the document ("iv", "A-3"), or null when it has none. */
  readonly label: string | null;
  readonly state: PageState;
  /** Width as displayed, in points; 0 where the format has no pages of its own. */
  readonly width: number;
  /** Height as displayed, in points; 0 where the format has no pages of its own. */
  readonly height: number;
  /**
   * The text in reading order. Lines end with "\n", blocks are set apart by an empty line, cells
   * of a table row by "\t". A word hyphenated at a line end is joined on its first line.
   */
  readonly text: string;
  readonly lines: readonly Line[];
  /** Where the characters stand on the page, or null where the format has no pages of its own. */
  readonly geometry: PageGeometry | null;
  /** True when its text was recognised in an image. It may then have errors, and no geometry. */
  readonly recognised?: boolean;
  /**
   * The reason in plain words: for `unreadable` pages why they could not be read, for `scanned` ones
   * why their text could not be recognised, if that was tried and failed, for others what of them
   * was left out, if anything was.
   */
  readonly problem?: string;
  /**
   * Set where that was for want of files in the folder `assetsBase` names: their paths there. The
   * page is read again when they can be had.
   */
  readonly missing?: readonly string[];
}
