import type { PageGap } from "../core/document.js";
import { clipRanges, type PageRange } from "../core/page-range.js";
import { listedRanges } from "./wording.js";

const mostRanges = 5;

/** The gaps of a document that lie on some of its pages. */
export function gapsOn(gaps: readonly PageGap[], pages: PageRange): PageGap[] {
  return gaps.flatMap((gap) => {
    const inside = clipRanges(gap.pages, [pages]);
    return inside.length > 0 ? [{ ...gap, pages: inside }] : [];
  });
}

/** Pages without text in words: "3-5 and 9 (scanned), 12 (empty)". */
export function gapWords(gaps: readonly PageGap[]): string {
  return gaps
    .map(({ reason, pages }) => `${listedRanges(pages, mostRanges)} (${reason})`)
    .join(", ");
}
