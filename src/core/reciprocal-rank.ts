/** How little the first ranks differ; the value of the paper. */
const k = 60;

/**
 * Reciprocal rank fusion: each item's sum of weight / (60 + rank) over the rankings that have it, ranks
 * counting from 1, in the order in which items first appear. Every ranking weighs 1 unless `weights`
 * says otherwise.
 *
 * Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank
 * Learning Methods", SIGIR 2009.
 */
export function reciprocalRankScores<Item>(
  rankings: readonly (readonly Item[])[],
  weights: readonly number[] = [],
): Map<Item, number> {
  const scores = new Map<Item, number>();
  for (const [index, ranking] of rankings.entries()) {
    const weight = weights[index] ?? 1;
    for (const [rank, item] of ranking.entries()) {
      scores.set(item, (scores.get(item) ?? 0) + weight / (k + rank + 1));
    }
  }
  return scores;
}
