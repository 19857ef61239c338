import type { EvaluationDataSet } from "../data-set.js";

/**
 * The same data set with every question asked only of the documents that its evidence is in: the
 * published setting with one index for each document. Questions without evidence, or that say
 * themselves which documents they are asked of, stay as they are.
 */
export function askOwnDocuments(dataSet: EvaluationDataSet): EvaluationDataSet {
  const questions = dataSet.questions.map((question) => {
    const own = new Set(question.evidence.map(({ document }) => document));
    const isTold = own.size > 0 && !own.has("");
    return question.documents === null && isTold ? { ...question, documents: [...own] } : question;
  });
  return { ...dataSet, questions };
}
