import { reciprocalRankScores } from "../core/reciprocal-rank.js";
import type { SearchHit, SearchResponse } from "../search/api.js";

/**
 * Several responses as one, by reciprocal rank fusion. The first response, that of the question itself,
 * counts twice, so that a rare word that other queries lost still has its say. Scores are those sums.
 */
export function fuse(
  responses: readonly [SearchResponse, ...SearchResponse[]],
  limit: number,
): SearchResponse {
  const [first] = responses;
  const hits = new Map<string, SearchHit>();
  for (const hit of responses.flatMap((response) => response.hits)) {
    if (!hits.has(hit.id)) hits.set(hit.id, hit);
  }
  const rankings = responses.map((response) => response.hits.map(({ id }) => id));
  const scores = reciprocalRankScores<string>(rankings, [2]);
  const fused = [...hits.values()]
    .map((hit) => ({ ...hit, score: scores.get(hit.id) ?? 0 }))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
  const matches = Math.max(...responses.map((response) => response.matches));
  return { ...first, hits: fused, matches };
}
