import type { Judged } from "./recall-at.js";

/**
 * Precision at a depth (`P` of trec_eval): how many of the first `depth` are evidence, divided by
 * `depth` also when fewer were retrieved.
 */
export function precisionAt({ evidence, ranked }: Judged, depth: number): number {
  return ranked.slice(0, depth).filter((id) => evidence.has(id)).length / depth;
}
