/**
 * Judged items by their ids with their grades, as trec_eval reads them: above 0 is relevant; an item
 * that is not judged, and one judged 0 or less, is not. A relevant item counts also when the
 * collection lacks it. A ranking is a list of ids, best first, each once.
 */
export type Judgements = ReadonlyMap<string, number>;

/** The ids of all relevant items. */
export function relevantItems(judgements: Judgements): ReadonlySet<string> {
  return new Set([...judgements].filter(([, grade]) => grade > 0).map(([id]) => id));
}
