// TEMPORARY: replaced by the real one.
import type { Heading } from "../core/document.js";
import type { Page } from "../core/page.js";
import type { Bookmark } from "./format.js";

export interface Settled {
  readonly margins: readonly (readonly number[])[];
  readonly headings: Heading[];
}

export function settle(pages: readonly Page[], _bookmarks: readonly Bookmark[]): Settled {
  return {
    margins: pages.map(() => []),
    headings: pages.flatMap((page) =>
      page.lines
        .filter(({ kind }) => kind === "heading")
        .map(({ start, end, level }) => ({
          text: page.text.slice(start, end),
          level,
          page: page.number,
          span: { start, end },
        })),
    ),
  };
}
