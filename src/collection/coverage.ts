import { documentId } from "../core/document.js";
import { clipRanges, type PageRange, pagesIn } from "../core/page-range.js";
import type { Coverage, CoverageGap } from "../search/api.js";
import type { StoredDocument } from "../store/schema.js";

/** What travels with every answer is kept small, however many scans a collection has. */
const mostGaps = 50;
const mostRanges = 20;

/**
 * What is covered by searching these documents, all of each, or only the pages in `within`, whose
 * ranges are in ascending order and do not overlap.
 */
export function coverageOf(
  documents: Iterable<StoredDocument>,
  within: readonly PageRange[] | null = null,
): Coverage {
  const gaps: CoverageGap[] = [];
  let [count, pages, pagesWithoutText, named, termsLeftOut] = [0, 0, 0, 0, 0];
  for (const document of documents) {
    count++;
    termsLeftOut += document.termsLeftOut ?? 0;
    const scope = within ?? [{ from: 1, to: document.pages.total }];
    pages += pagesIn(clipRanges([{ from: 1, to: document.pages.total }], scope));
    for (const gap of document.gaps) {
      const missing = clipRanges(gap.pages, scope);
      pagesWithoutText += pagesIn(missing);
      if (missing.length === 0 || gaps.length === mostGaps) continue;
      const shown = missing.slice(0, mostRanges);
      named += pagesIn(shown);
      const { ordinal, path } = document;
      gaps.push({ document: documentId(ordinal), path, reason: gap.reason, pages: shown });
    }
  }
  const pagesNotNamed = pagesWithoutText - named;
  return {
    ...{ documents: count, pages, pagesWithoutText, gaps, pagesNotNamed },
    ...(termsLeftOut > 0 ? { termsLeftOut } : {}),
  };
}
