import type { EvaluationDocument } from "../data-set.js";
import { shown } from "./faults.js";
import type { Fields } from "./fields.js";

/** Documents that are files of the data set. */
export function fileDocuments(paths: readonly string[]): EvaluationDocument[] {
  return [...paths].sort().map((path) => ({ path, text: null }));
}

/** The path of a document that is made from a record, by the record's id. `ending` has its dot. */
export function madePath(id: string, ending: string): string {
  // Half a surrogate pair cannot be encoded.
  return `${encodeURIComponent(id.replace(/\p{Surrogate}/gu, "\ufffd"))}${ending}`;
}

/**
 * Finds the path of a document by what a field calls it: its path, or that without the folder. Without
 * a name, it is the only document there. Notes a fault when there is none, and returns the name.
 */
export function nameFinder(
  paths: readonly string[],
  folder: string,
): (fields: Fields, field: string, name: string) => string {
  // Names that people type and names of files may differ in how accents are composed.
  const byName = new Map(paths.map((path) => [path.normalize(), path]));
  return (fields, field, name) => {
    const [only] = paths;
    if (name === "") {
      if (only !== undefined && paths.length === 1) return only;
      fields.fault(field, `is missing; it must name one of the ${paths.length} documents.`);
      return name;
    }
    const plain = name.normalize().replaceAll("\\", "/").replace(/^\.\//, "");
    const path = byName.get(`${folder}/${plain}`) ?? byName.get(plain);
    if (path !== undefined) return path;
    fields.fault(field, `names ${shown(name)}, which is not in ${folder}/.`);
    return name;
  };
}
