import type { RankedPassage } from "./search-index.js";

/** How little the first ranks differ; the value of the paper. */
const k = 60;

/**
 * Several rankings as one, by reciprocal rank fusion: a passage's score is the sum of 1 / (60 + rank)
 * over the rankings that have it, ranks counting from 1. Of equal score, the one of the older document
 * comes first, and of one document the one further up.
 *
 * Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank
 * Learning Methods", SIGIR 2009.
 */
export function fuseRankings(
  rankings: readonly (readonly RankedPassage[])[],
  count: number,
): RankedPassage[] {
  const fused = new Map<string, RankedPassage>();
  for (const ranking of rankings) {
    ranking.forEach(({ document, passage }, index) => {
      const key = `${document}/${passage}`;
      const score = (fused.get(key)?.score ?? 0) + 1 / (k + index + 1);
      fused.set(key, { document, passage, score });
    });
  }
  return [...fused.values()]
    .sort((a, b) => b.score - a.score || a.document - b.document || a.passage - b.passage)
    .slice(0, count);
}
