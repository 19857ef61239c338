import type { Coverage } from "../search/api.js";
import { estimateTokens } from "./estimate-tokens.js";
import { gapWords } from "./gaps.js";
import { counted, grouped } from "./wording.js";

const mostNamed = 3;

/**
 * What a search covered, on one line: "Searched 412 of 430 pages in 12 documents; no text to search
 * on: a.pdf 3-5 (scanned)". Names the gaps only where that takes little of the room.
 */
export function coverageLine(coverage: Coverage, { limit }: { readonly limit: number }): string {
  const { documents, pages, pagesWithoutText } = coverage;
  const searched = pages - pagesWithoutText;
  const where = `in ${counted(documents, "document")}`;
  if (pagesWithoutText === 0) return `Searched all ${counted(pages, "page")} ${where}.`;
  const start = `Searched ${grouped(searched)} of ${counted(pages, "page")} ${where}`;
  const plain = `${start}; ${grouped(pagesWithoutText)} without text.`;
  const detailed = `${start}; without text: ${namedGaps(coverage)}.`;
  return estimateTokens(detailed) * 5 <= limit ? detailed : plain;
}

function namedGaps({ gaps, pagesWithoutText }: Coverage): string {
  const shown = gaps.slice(0, mostNamed);
  const named = shown.map((gap) => `${gap.path} ${gapWords([gap])}`);
  const more = gaps.length - shown.length;
  return named.join("; ") + (more > 0 ? `; in all ${counted(pagesWithoutText, "page")}` : "");
}
