import type { Judgements } from "./judgements.js";

/**
 * Normalised discounted cumulative gain (`ndcg_cut` of trec_eval; Järvelin and Kekäläinen, "Cumulated
 * gain-based evaluation of IR techniques", 2002, with the discount of Burges et al. 2005): the sum of
 * grade / log2(rank + 1) over the first `depth`, ranks counting from 1, relative to the sum for the
 * best possible order of all judged items. The gain is the grade itself, not 2^grade - 1. 0 without a
 * relevant item.
 */
export function normalisedGain(
  ranked: readonly string[],
  judgements: Judgements,
  depth: number,
): number {
  const grades = [...judgements.values()].filter((grade) => grade > 0).sort((a, b) => b - a);
  const found = ranked.slice(0, depth).map((id) => Math.max(0, judgements.get(id) ?? 0));
  const best = discountedGain(grades.slice(0, depth));
  return best === 0 ? 0 : discountedGain(found) / best;
}

function discountedGain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, index) => sum + grade / Math.log2(index + 2), 0);
}
