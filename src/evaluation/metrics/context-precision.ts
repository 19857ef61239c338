import type { GoldEvidence } from "../data-set.js";
import { type ComparedText, satisfies, sharesPassage, wordsOf } from "./evidence-match.js";

/**
 * Context precision by overlap: the share of the retrieved texts that overlap evidence, which means
 * that they satisfy a gold passage or cell, or stand on a gold page and share with the text that it is
 * evidence for what is asked of a passage. Evidence without text is left out; null where none has any.
 * 0 when nothing was retrieved.
 *
 * RAGAS (Es et al. 2023) weighs the share by rank and has a model judge what is useful; here every
 * text counts the same and words decide. For ranks see `averagePrecision`.
 */
export function contextPrecision(
  evidence: readonly GoldEvidence[],
  texts: readonly ComparedText[],
): number | null {
  const golds = evidence
    .filter((gold) => gold.unit !== "document")
    .filter(({ text }) => text !== "");
  if (golds.length === 0) return null;
  const overlapping = texts.filter((text) =>
    golds.some(
      (gold) =>
        satisfies(text, gold) &&
        (gold.unit !== "page" || sharesPassage(text.words(), wordsOf(gold))),
    ),
  );
  return overlapping.length / Math.max(1, texts.length);
}
