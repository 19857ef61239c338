import type { Heading } from "../core/document.js";
import type { Page } from "../core/page.js";
import type { Bookmark } from "./format.js";
import { BookmarkLocator, HeadingRecogniser } from "./headings.js";
import { MarginFinder } from "./margins.js";

/** What can be said of a document's lines only when all its pages are there. */
export interface Settled {
  /** For each page the indexes of its running headers, footers and page numbers among its lines. */
  readonly margins: readonly (readonly number[])[];
  /** The document's bookmarks, else the headings that were recognised, in order. */
  readonly headings: readonly Heading[];
}

/**
 * Tells margins and headings from the rest of a document, whose pages come twice, each time all of
 * them in order: so that they need not be in memory together. Depends on pages and bookmarks alone.
 */
export class Settler {
  readonly #margins = new MarginFinder();
  readonly #headings: HeadingRecogniser | BookmarkLocator;
  readonly #settled: number[][] = [];

  constructor(bookmarks: readonly Bookmark[]) {
    this.#headings =
      bookmarks.length > 0 ? new BookmarkLocator(bookmarks) : new HeadingRecogniser();
  }

  /** Looks at the next page, the first time. */
  look(page: Page): void {
    this.#margins.look(page);
    if (this.#headings instanceof HeadingRecogniser) this.#headings.look(page);
  }

  /** Takes the next page, the second time. */
  add(page: Page): void {
    const margin = this.#margins.on(this.#settled.length);
    this.#settled.push(margin);
    this.#headings.add(page, margin);
  }

  finish(): Settled {
    return { margins: this.#settled, headings: this.#headings.finish() };
  }
}

/** The same of pages that are in memory. */
export function settle(pages: readonly Page[], bookmarks: readonly Bookmark[]): Settled {
  const settler = new Settler(bookmarks);
  for (const page of pages) settler.look(page);
  for (const page of pages) settler.add(page);
  return settler.finish();
}
