import path from "node:path";
import { folderFiles } from "../../../cli/evaluation/folder-files.js";
import type { EvaluationQuestion } from "../../../src/evaluation/api.js";
import { loadDataSet } from "../../../src/evaluation/datasets/load-data-set.js";

const folder = "documents/";

/** A person's own questions and documents, the latter by the names they are added under. */
export interface OwnQuestions {
  readonly files: ReadonlyMap<string, string>;
  readonly questions: readonly EvaluationQuestion[];
}

/**
 * Reads a folder with `documents/` and `questions.jsonl`. Documents are added under their file
 * names alone, so that the data set's folder gives nothing away.
 */
export async function readOwnQuestions(data: string): Promise<OwnQuestions> {
  const set = await loadDataSet("own", await folderFiles(data));
  return {
    files: new Map(set.documents.map((one) => [named(one.path), path.join(data, one.path)])),
    questions: set.questions.map((question) => ({
      ...question,
      documents: question.documents?.map(named) ?? null,
      evidence: question.evidence.map((one) => ({ ...one, document: named(one.document) })),
    })),
  };
}

function named(document: string): string {
  return document.startsWith(folder) ? document.slice(folder.length) : document;
}
