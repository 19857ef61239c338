/**
 * Measures of a ranking as trec_eval defines them. A ranking is a list of document ids, best
 * first, each once; documents of equal score stand in the order in which the engine gives them.
 * Judgements give a document's grade: above 0 is relevant; a document that is not judged, and one
 * judged 0 or less, is not relevant. A relevant document counts also when the collection lacks it.
 * A query for which nothing is found has 0 in every measure.
 */

/** Judged documents with their grades. */
export type Judgements = ReadonlyMap<string, number>;

/** Hits that are looked at for the average precision. */
export const rankedDepth = 1000;

/**
 * Normalised discounted cumulative gain (ndcg_cut): the sum of grade / log2(rank + 1) over the
 * first `depth`, ranks counting from 1, relative to the sum for the best possible order of all
 * judged documents. The gain is the grade itself, not 2^grade - 1.
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

/**
 * Average precision (map): the mean over all relevant documents of the precision at the rank of
 * each, 0 for one that is not among the first 1,000.
 */
export function averagePrecision(ranked: readonly string[], judgements: Judgements): number {
  let found = 0;
  let sum = 0;
  for (const [index, id] of ranked.slice(0, rankedDepth).entries()) {
    if (!isRelevant(judgements, id)) continue;
    found++;
    sum += found / (index + 1);
  }
  return sum / Math.max(1, relevantCount(judgements));
}

/** Recall: the share of the relevant documents among the first `depth`. */
export function recall(ranked: readonly string[], judgements: Judgements, depth: number): number {
  return foundIn(ranked, judgements, depth) / Math.max(1, relevantCount(judgements));
}

/** Precision (P): the relevant documents among the first `depth`, divided by `depth` even when fewer are found. */
export function precision(
  ranked: readonly string[],
  judgements: Judgements,
  depth: number,
): number {
  return foundIn(ranked, judgements, depth) / depth;
}

function foundIn(ranked: readonly string[], judgements: Judgements, depth: number): number {
  return ranked.slice(0, depth).filter((id) => isRelevant(judgements, id)).length;
}

function relevantCount(judgements: Judgements): number {
  return [...judgements.values()].filter((grade) => grade > 0).length;
}

function isRelevant(judgements: Judgements, id: string): boolean {
  return (judgements.get(id) ?? 0) > 0;
}

/** The measures that are shown, by their names. */
export const measures: readonly {
  readonly name: string;
  of(ranked: readonly string[], judgements: Judgements): number;
}[] = [
  { name: "nDCG@10", of: (ranked, judgements) => normalisedGain(ranked, judgements, 10) },
  { name: "MAP", of: averagePrecision },
  { name: "R@10", of: (ranked, judgements) => recall(ranked, judgements, 10) },
  { name: "R@100", of: (ranked, judgements) => recall(ranked, judgements, 100) },
  { name: "P@30", of: (ranked, judgements) => precision(ranked, judgements, 30) },
];
