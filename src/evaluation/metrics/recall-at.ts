/** What answers a question, and what was retrieved for it, best first, each once; both by their ids. */
export interface Judged {
  readonly evidence: ReadonlySet<string>;
  readonly ranked: readonly string[];
}

/** Recall at a depth (`recall` of trec_eval): the share of the evidence among the first `depth`. 0 without evidence. */
export function recallAt({ evidence, ranked }: Judged, depth: number): number {
  const found = ranked.slice(0, depth).filter((id) => evidence.has(id)).length;
  return found / Math.max(1, evidence.size);
}
