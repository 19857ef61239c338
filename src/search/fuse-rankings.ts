import { reciprocalRankScores } from "../core/reciprocal-rank.js";
import type { RankedPassage } from "./search-index.js";

/**
 * Several rankings as one, by reciprocal rank fusion, whose sums are the scores. Of equal score, the one
 * of the older document comes first, and of one document the one further up.
 */
export function fuseRankings(
  rankings: readonly (readonly RankedPassage[])[],
  count: number,
): RankedPassage[] {
  const places = new Map<string, RankedPassage>();
  const keys = rankings.map((ranking) =>
    ranking.map((ranked) => {
      const key = `${ranked.document}/${ranked.passage}`;
      places.set(key, ranked);
      return key;
    }),
  );
  const scores = reciprocalRankScores(keys);
  return [...places]
    .map(([key, { document, passage }]) => ({ document, passage, score: scores.get(key) ?? 0 }))
    .sort((a, b) => b.score - a.score || a.document - b.document || a.passage - b.passage)
    .slice(0, count);
}
