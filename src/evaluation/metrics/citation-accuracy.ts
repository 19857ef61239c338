import type { AnswerSentence } from "../../agent/answer.js";
import type { GoldEvidence } from "../data-set.js";

/**
 * Citation accuracy: the share of an answer's verified citations that stand on a page that the data
 * names as evidence. Null without citations, and where the data names no pages.
 */
export function citationAccuracy(
  sentences: readonly AnswerSentence[],
  evidence: readonly GoldEvidence[],
): number | null {
  const pages = evidence.filter((gold) => gold.unit === "page");
  const citations = sentences.flatMap((sentence) => sentence.citations);
  if (pages.length === 0 || citations.length === 0) return null;
  const right = citations.filter(({ path, page }) =>
    pages.some((gold) => gold.document === path && gold.page === page),
  );
  return right.length / citations.length;
}
