import { readFile } from "node:fs/promises";
import type { EvaluationFiles } from "../../src/evaluation/api.js";
import { noSuchFile } from "../../src/evaluation/datasets/load-data-set.js";
import { gatherFiles } from "../gather-files.js";

/** The files of a folder, as a data set is read from. Throws `BadInput` for a folder that is not there, or empty. */
export async function folderFiles(folder: string): Promise<EvaluationFiles> {
  const found = await gatherFiles(["."], folder);
  const byPath = new Map(found.map(({ path, file }) => [path, file]));
  return {
    paths: [...byPath.keys()],
    file: async (path) => {
      const file = byPath.get(path);
      if (file === undefined) throw noSuchFile(path);
      return new Blob([await readFile(file)]);
    },
  };
}
