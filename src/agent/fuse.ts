import type { SearchHit, SearchResponse } from "../search/api.js";

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009, k = 60): a hit counts 1 / (60 + rank)
 * in each list. The first response, that of the question itself, counts twice, so that a rare word
 * that other queries lost still has its say. Scores are those sums.
 */
export function fuse(
  responses: readonly [SearchResponse, ...SearchResponse[]],
  limit: number,
): SearchResponse {
  const [first] = responses;
  const hits = new Map<string, SearchHit>();
  const scores = new Map<string, number>();
  for (const response of responses) {
    const weight = response === first ? 2 : 1;
    response.hits.forEach((hit, rank) => {
      hits.set(hit.id, hits.get(hit.id) ?? hit);
      scores.set(hit.id, (scores.get(hit.id) ?? 0) + weight / (60 + rank + 1));
    });
  }
  const fused = [...hits.values()]
    .map((hit) => ({ ...hit, score: scores.get(hit.id) ?? 0 }))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
  const matches = Math.max(...responses.map((response) => response.matches));
  return { ...first, hits: fused, matches };
}
