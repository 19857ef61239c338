import type { EvaluationFiles } from "../data-set.js";
import { noSuchFile } from "./find-data-sets.js";

/** A file and the path that it was dropped under. */
export interface DroppedFile {
  readonly path: string;
  readonly file: File;
}

/**
 * The files that a person has picked or dropped. The paths of a picked folder begin below it. Of two
 * files with the same path the first counts.
 */
export function pickedFiles(picked: Iterable<File | DroppedFile>): EvaluationFiles {
  const byPath = new Map<string, File>();
  for (const one of picked) {
    const file = one instanceof File ? one : one.file;
    const path = one instanceof File ? one.webkitRelativePath || one.name : one.path;
    if (!byPath.has(path)) byPath.set(path, file);
  }
  const top = commonFolder([...byPath.keys()]);
  const files = new Map([...byPath].map(([path, file]) => [path.slice(top.length), file]));
  return {
    paths: [...files.keys()],
    file: async (path) => {
      const file = files.get(path);
      if (!file) throw noSuchFile(path);
      return file;
    },
  };
}

/** The folder that all paths begin with, with its slash; empty when there is none. */
function commonFolder(paths: readonly string[]): string {
  const first = paths[0] ?? "";
  const folder = first.slice(0, first.indexOf("/") + 1);
  return paths.every((path) => path.startsWith(folder)) ? folder : "";
}
