import { type Judgements, relevantItems } from "./judgements.js";

/** Places of a ranking that trec_eval is given by custom, and looks at for the average precision. */
export const rankedDepth = 1000;

/**
 * Average precision (`map` and, for less than 1,000 places, `map_cut` of trec_eval; its mean over
 * questions is MAP): the mean over all relevant items of the precision at the rank of each, 0 for one
 * that is not among the first `depth`. 0 without a relevant item.
 */
export function averagePrecision(
  ranked: readonly string[],
  judgements: Judgements,
  depth: number = rankedDepth,
): number {
  const relevant = relevantItems(judgements);
  let found = 0;
  let sum = 0;
  for (const [index, id] of ranked.slice(0, depth).entries()) {
    if (!relevant.has(id)) continue;
    found++;
    sum += found / (index + 1);
  }
  return sum / Math.max(1, relevant.size);
}
