import type { GoldEvidence } from "../data-set.js";
import { type ComparedText, satisfies } from "./evidence-match.js";
import { containment, shingled, shingleLength, shinglesOf } from "./shingles.js";
import { wordTokens } from "./word-tokens.js";

/**
 * Context recall by overlap: the share of the words of the gold evidence that all retrieved texts
 * together cover. A word of a passage, or of the text that a page is evidence for, is covered when one
 * of the shingles it is part of stands in a retrieved text of the document; a passage cut in two and
 * retrieved in both parts is covered whole. The words of a cell and its label are covered when a text
 * satisfies the cell. Evidence without text is left out; null where none has any.
 *
 * The quantity is that of RAGAS (Es et al. 2023, which "Keyword search is all you need" reports); there
 * a model judges which statements are covered, here words are counted.
 */
export function contextRecall(
  evidence: readonly GoldEvidence[],
  texts: readonly ComparedText[],
): number | null {
  let all = 0;
  let covered = 0;
  for (const gold of evidence) {
    if (gold.unit === "document" || gold.text === "") continue;
    const words = wordTokens(gold.unit === "cell" ? `${gold.row} ${gold.text}` : gold.text);
    all += words.length;
    covered +=
      gold.unit === "cell"
        ? texts.some((text) => satisfies(text, gold))
          ? words.length
          : 0
        : coveredWords(words, gold, texts);
  }
  return all === 0 ? null : covered / all;
}

function coveredWords(
  words: readonly string[],
  { document }: GoldEvidence,
  texts: readonly ComparedText[],
): number {
  const near = texts.filter(({ retrieved }) => document === "" || retrieved.path === document);
  if (words.length < shingleLength) {
    const gold = shingled(words.join(" "));
    return near.some((text) => containment(gold, text.words()) === 1) ? words.length : 0;
  }
  const isCovered = words.map(() => false);
  for (const [start, shingle] of shinglesOf(words).entries()) {
    if (!near.some((text) => text.words().shingles.has(shingle))) continue;
    isCovered.fill(true, start, start + shingleLength);
  }
  return isCovered.filter(Boolean).length;
}
