import type { Heading } from "../core/document.js";
import type { Page } from "../core/page.js";
import type { Bookmark } from "./format.js";
import { headingsFromBookmarks, recogniseHeadings } from "./headings.js";
import { findMargins } from "./margins.js";

/** What can be said of a document's lines only when all its pages are there. */
export interface Settled {
  /** For each page the indexes of its running headers, footers and page numbers among its lines. */
  readonly margins: readonly (readonly number[])[];
  /** The document's bookmarks, else the headings that were recognised, in order. */
  readonly headings: readonly Heading[];
}

/** Tells margins and headings from the rest of a document. Depends on its arguments alone. */
export function settle(pages: readonly Page[], bookmarks: readonly Bookmark[]): Settled {
  const margins = findMargins(pages);
  const headings =
    bookmarks.length > 0
      ? headingsFromBookmarks(pages, bookmarks)
      : recogniseHeadings(pages, margins);
  return { margins, headings };
}
