import type { PageGap } from "../core/document.js";
import { clipRanges, type PageRange } from "../core/page-range.js";
import type { Coverage } from "../search/api.js";
import { estimateTokens } from "./estimate-tokens.js";
import { counted, grouped, listedRanges, pathNamed } from "./wording.js";

const mostNamed = 3;

/**
 * What a search covered, on one line: "Searched 412 of 430 pages in 12 documents; no text to search
 * on: a.pdf 3-5 (scanned)". Names the gaps only where that takes little of the room. `stopped` says
 * that there is more.
 */
export function coverageLine(
  coverage: Coverage,
  room: { readonly limit: number },
  state: { readonly stopped: boolean } = { stopped: false },
): string {
  const line = pagesLine(coverage, room, state);
  const { termsLeftOut = 0 } = coverage;
  if (termsLeftOut === 0) return line;
  return `${line} About ${counted(termsLeftOut, "rare word")}, mostly identifiers, can be found by grep only.`;
}

function pagesLine(
  coverage: Coverage,
  { limit }: { readonly limit: number },
  { stopped }: { readonly stopped: boolean },
): string {
  const { documents, pages, pagesWithoutText } = coverage;
  const searched = pages - pagesWithoutText;
  const until = stopped ? " before it was stopped" : "";
  const where = `in ${counted(documents, "document")}${until}`;
  if (pagesWithoutText === 0) return `Searched all ${counted(pages, "page")} ${where}.`;
  const start = `Searched ${grouped(searched)} of ${counted(pages, "page")} ${where}`;
  const plain = `${start}; ${grouped(pagesWithoutText)} without text.`;
  const detailed = `${start}; without text: ${namedGaps(coverage)}.`;
  return estimateTokens(detailed) * 5 <= limit ? detailed : plain;
}

function namedGaps({ gaps, pagesWithoutText }: Coverage): string {
  const shown = gaps.slice(0, mostNamed);
  const named = shown.map((gap) => `${pathNamed(gap.path)} ${gapWords([gap])}`);
  const more = gaps.length - shown.length;
  return named.join("; ") + (more > 0 ? `; in all ${counted(pagesWithoutText, "page")}` : "");
}

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
