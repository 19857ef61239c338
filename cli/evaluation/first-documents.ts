import type { EvaluationDataSet } from "../../src/evaluation/api.js";
import { BadInput } from "../bad-input.js";

/**
 * A data set with only its first documents, named after their number, and the questions whose
 * evidence is in them and that ask no others. Throws `BadInput` if there are too few, or no
 * questions.
 */
export function firstDocuments(dataSet: EvaluationDataSet, count: number): EvaluationDataSet {
  const { name, documents } = dataSet;
  if (documents.length < count) {
    throw new BadInput(`--documents: ${name} has ${documents.length} documents, not ${count}.`);
  }
  const first = documents.slice(0, count);
  const paths = new Set(first.map(({ path }) => path));
  const questions = dataSet.questions.filter(
    ({ evidence, documents: named }) =>
      evidence.length > 0 &&
      evidence.every(({ document }) => paths.has(document)) &&
      (named ?? []).every((path) => paths.has(path)),
  );
  if (questions.length === 0) {
    throw new BadInput(
      `--documents: no question of ${name} is about its first ${count} documents.`,
    );
  }
  return { ...dataSet, name: `${name}-${count}`, documents: first, questions };
}
