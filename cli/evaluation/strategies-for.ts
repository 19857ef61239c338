import type { EvaluationDataSet } from "../../src/evaluation/api.js";
import { expandStrategies } from "../../src/evaluation/strategies/strategy-named.js";
import type { LocalDataSet } from "./load-data-sets.js";

/**
 * The strategies that `retrieval` selects for collections whose evidence is whole documents. These
 * documents are short, so chunks of 1,000 tokens amount to plain BM25 over whole documents, and an
 * oracle that names the documents would leave nothing to find. Rankings are as deep as recall is
 * measured.
 */
const forDocuments = {
  collection: ["search-k100", "chunks-1000-k100"],
  tools: ["search", "chunks-1000-k20", "find-tools"],
} as const;

/** The requested strategies for this data set, by name. */
export function strategiesFor(
  names: readonly string[],
  { dataSet, layout }: Pick<LocalDataSet, "dataSet" | "layout">,
): string[] {
  const whole = isOfWholeDocuments(dataSet);
  const own = forDocuments[layout === "beir" ? "collection" : "tools"];
  return expandStrategies(names.flatMap((name) => (whole && name === "retrieval" ? own : [name])));
}

function isOfWholeDocuments({ questions }: EvaluationDataSet): boolean {
  return questions.every(
    ({ documents, evidence, answers }) =>
      documents === null &&
      answers.length === 0 &&
      evidence.length > 0 &&
      evidence.every(({ unit }) => unit === "document"),
  );
}
