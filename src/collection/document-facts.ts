import type { PageCounts, PageGap } from "../core/document.js";
import type { Page } from "../core/page.js";
import { pageRanges } from "../core/page-range.js";
import type { Passage } from "../core/passage.js";
import { slicer } from "../core/yield-to-messages.js";
import { countWords } from "../parse/words.js";

/** Raised whenever the same pages and passages would give other facts. */
export const factsVersion = 1;

/** What is kept of a document so that its pages need not be read to tell. */
export interface DocumentFacts {
  readonly pages: PageCounts;
  readonly gaps: readonly PageGap[];
  readonly words: number;
}

const reasons = ["unreadable", "scanned", "empty"] as const;

/** The facts of a document. Depends on its pages and passages alone. */
export async function documentFacts(
  pages: readonly Page[],
  passages: Iterable<Passage>,
  signal: AbortSignal,
): Promise<DocumentFacts> {
  const gaps = reasons.flatMap((reason) => {
    const without = pages.filter(({ state }) => state === reason);
    const ranges = pageRanges(without.map(({ number }) => number));
    return ranges.length > 0 ? [{ reason, pages: ranges }] : [];
  });
  const pause = slicer(signal);
  let words = 0;
  for (const { page, start, end } of passages) {
    words += countWords(pages[page - 1]?.text ?? "", start, end);
    await pause();
  }
  return { pages: countPages(pages), gaps, words: Math.round(words) };
}

/** How many pages there are in each state. */
export function countPages(pages: readonly Page[]): PageCounts {
  const counts = {
    total: pages.length,
    text: 0,
    recognised: 0,
    empty: 0,
    scanned: 0,
    unreadable: 0,
  };
  for (const { state, recognised } of pages) {
    counts[state]++;
    if (recognised) counts.recognised++;
  }
  return counts;
}
