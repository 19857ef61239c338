import type { Coverage, PageGap } from "../../index.js";
import type { Words } from "../strings/words.js";
import { enumeration } from "./enumeration.js";

/** How much was searched: as part of a line, or as the whole of it. */
export function coverageWords(
  words: Words,
  { pages, pagesWithoutText: without, gaps, documents }: Coverage,
  { narrowed = false, alone = false }: { narrowed?: boolean; alone?: boolean } = {},
): string {
  const form = alone ? "only" : "covered";
  const count = pages;
  if (without === 0) {
    return narrowed
      ? words.t(`search.${form}.allOf`, { count, documents: documentsWords(words, documents) })
      : words.t(`search.${form}.all`, { count });
  }
  const searched = pages - without;
  const reasons = gapsWords(words, gaps, without);
  return narrowed
    ? words.t(`search.${form}.someOf`, {
        count,
        searched,
        gaps: reasons,
        documents: documentsWords(words, documents),
      })
    : words.t(`search.${form}.some`, { count, searched, gaps: reasons });
}

const reasons = ["scanned", "unreadable", "empty"] as const;

/** "15 scanned, 3 empty"; "18 without text" when not all of them are named. */
export function gapsWords(words: Words, gaps: readonly PageGap[], without: number): string {
  const counts = reasons.map((reason) => {
    const ranges = gaps.filter((gap) => gap.reason === reason).flatMap(({ pages }) => pages);
    return ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  });
  const named = counts.reduce((sum, pages) => sum + pages, 0);
  if (named !== without) return words.t("search.gaps.without", { count: without });
  const told = reasons.flatMap((reason, index) => {
    const count = counts[index] ?? 0;
    return count > 0 ? [words.t(`search.gaps.${reason}`, { count })] : [];
  });
  return enumeration(told, words);
}

function documentsWords(words: Words, count: number): string {
  return words.t("search.covered.documents", { count });
}
