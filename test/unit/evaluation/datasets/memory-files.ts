import type { EvaluationDataSet, EvaluationFiles } from "../../../../src/evaluation/api.js";
import type { DataSetName } from "../../../../src/evaluation/datasets/layout.js";
import {
  type LoadOptions,
  loadDataSet,
  noSuchFile,
} from "../../../../src/evaluation/datasets/load-data-set.js";

/** Files by path; anything other than text or bytes is written as JSON. */
export type Contents = Readonly<Record<string, unknown>>;

/** Files that exist only in memory. */
export function memoryFiles(contents: Contents): EvaluationFiles {
  return {
    paths: Object.keys(contents),
    file: async (path) => {
      if (!Object.hasOwn(contents, path)) throw noSuchFile(path);
      const content = contents[path];
      if (content instanceof Uint8Array) return new Blob([content as Uint8Array<ArrayBuffer>]);
      return new Blob([typeof content === "string" ? content : JSON.stringify(content)]);
    },
  };
}

/** One JSON value per line. */
export function jsonLinesOf(...records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

export async function load(
  name: DataSetName,
  contents: Contents,
  options: LoadOptions = {},
): Promise<EvaluationDataSet> {
  return loadDataSet(name, memoryFiles(contents), options);
}
