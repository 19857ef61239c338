import { PagehoundError } from "../../core/errors.js";
import type { EvaluationFiles } from "../data-set.js";
import type { DataSetName } from "./layout.js";
import { layouts } from "./layouts.js";

/** A data set that was found in a folder. */
export interface FoundDataSet {
  readonly name: DataSetName;
  /** Relative to where it was looked for; empty for that itself. See `filesInFolder`. */
  readonly folder: string;
  /** What to call it: unlike others found with it. */
  readonly title: string;
}

/**
 * All data sets in a folder and the folders below, by folder. What lies below a data set belongs to it
 * and is not looked at; a folder with two data sets in the same files, as ToolE, counts for both.
 */
export function findDataSets({ paths }: Pick<EvaluationFiles, "paths">): FoundDataSet[] {
  const found = search(paths, "");
  return found.map(({ name, folder }) => {
    const alone = found.filter((one) => one.name === name).length === 1;
    return { name, folder, title: alone ? name : folder.slice(folder.lastIndexOf("/") + 1) };
  });
}

/** The files in a folder as files of their own, by paths that are relative to it. */
export function filesInFolder(files: EvaluationFiles, folder: string): EvaluationFiles {
  if (folder === "") return files;
  const start = `${folder}/`;
  const paths = files.paths
    .filter((path) => path.startsWith(start))
    .map((path) => path.slice(start.length));
  return {
    paths,
    file: async (path) => {
      if (!paths.includes(path)) throw noSuchFile(path);
      return files.file(`${start}${path}`);
    },
  };
}

/** For adapters: what they throw for a file they do not have. */
export function noSuchFile(path: string): PagehoundError {
  return new PagehoundError("not-found", `There is no file ${path} in the data set.`, {
    data: { path },
  });
}

function search(paths: readonly string[], folder: string): { name: DataSetName; folder: string }[] {
  const here = layouts.filter((layout) => layout.matches(paths));
  // Only ToolE's two sets share a folder; of other layouts the first is meant.
  const tools = here.filter(({ name }) => name === "toole" || name === "toole-multi");
  const meant = tools.length > 0 ? tools : here.slice(0, 1);
  if (meant.length > 0) return meant.map(({ name }) => ({ name, folder }));
  const below = new Map<string, string[]>();
  for (const path of paths) {
    const slash = path.indexOf("/");
    if (slash < 0) continue;
    const name = path.slice(0, slash);
    const inside = below.get(name) ?? [];
    inside.push(path.slice(slash + 1));
    below.set(name, inside);
  }
  return [...below]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, inside]) => search(inside, folder === "" ? name : `${folder}/${name}`));
}
