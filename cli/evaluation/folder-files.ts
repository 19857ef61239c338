import { readFile } from "node:fs/promises";
import type { EvaluationFiles } from "../../src/evaluation/api.js";
import { noSuchFile } from "../../src/evaluation/datasets/load-data-set.js";
import { gatherFiles } from "../gather-files.js";
import { messages } from "../printer.js";

/**
 * The files of a folder that a data set is read from. Whatever it names, no other file is read.
 * Throws `BadInput` for a missing or empty folder.
 */
export async function folderFiles(folder: string): Promise<EvaluationFiles> {
  const { files, skipped } = await gatherFiles(["."], folder);
  for (const { message } of skipped) messages.line(`Not read: ${message}`);
  const byPath = new Map(files.map(({ path, file }) => [path, file]));
  return {
    paths: [...byPath.keys()],
    file: async (path) => {
      const file = byPath.get(path);
      if (file === undefined) throw noSuchFile(path);
      return new Blob([await readFile(file)]);
    },
  };
}
