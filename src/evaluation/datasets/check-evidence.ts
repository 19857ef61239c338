import type { EvaluationDataSet, EvaluationQuestion } from "../data-set.js";
import { Faults, shown } from "./faults.js";

/**
 * Checks that the pages named as evidence exist, once the documents are read. Throws `invalid-data`
 * like `loadDataSet`, with the place of each question that names a page behind the end. Documents that
 * are not in `pages`, because they could not be read, are passed over.
 *
 * @param pages the number of pages of each document, by its path in the data set
 */
export function checkEvidence(
  { questions }: EvaluationDataSet,
  pages: ReadonlyMap<string, number>,
): void {
  const faults = new Faults();
  for (const question of questions) {
    for (const [index, gold] of question.evidence.entries()) {
      if (gold.unit !== "page") continue;
      const count = pages.get(gold.document);
      if (count === undefined || gold.page <= count) continue;
      const has = count === 1 ? "1 page" : `${count} pages`;
      const problem = `names page ${gold.page} of ${gold.document}, which has ${has}.`;
      faults.add(placeOf(question), `evidence[${index}]`, problem);
    }
  }
  faults.throwIfAny();
}

function placeOf({ place, id }: EvaluationQuestion): NonNullable<EvaluationQuestion["place"]> {
  return place ?? { file: `question ${shown(id)}`, line: null, entry: "" };
}
