import type { DocumentId } from "../../core/document.js";
import type { EvaluationQuestion } from "../data-set.js";
import type { StrategyContext } from "../strategy.js";

/** Why a question cannot be answered whose documents were all refused. */
export const noDocumentsReason = "None of the documents that this question is about could be read.";

/** Ids of documents by their paths, without those that could not be read; null for all documents. */
export function documentIds(
  paths: readonly string[] | null,
  { documents }: StrategyContext,
): readonly DocumentId[] | null {
  return paths === null ? null : paths.flatMap((path) => documents.get(path) ?? []);
}

/**
 * Paths of the documents that the gold evidence stands in; those that are asked where there is no
 * evidence, or where the data does not say in which document it stands.
 */
export function goldDocuments({
  evidence,
  documents,
}: EvaluationQuestion): readonly string[] | null {
  const paths = new Set(evidence.map(({ document }) => document));
  return paths.size === 0 || paths.has("") ? documents : [...paths];
}
