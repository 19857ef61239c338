import { PagehoundError } from "./core/errors.js";
import type { InputFile } from "./core/ingest.js";
import { freePath } from "./core/numbered-path.js";

/** Files to add, each with its path, and the folders that are added whole. */
export interface Input {
  readonly files: readonly InputFile[];
  readonly folders: readonly string[];
}

/**
 * Gives every file a path: its own, else the one inside the folder it was picked from, else its
 * name. A folder is picked as a whole, so it joins `folders`. Two files whose names are written with
 * the same letters in different ways are both there; all but one get a number.
 */
export function inputFiles(
  files: Iterable<File | InputFile>,
  folders: readonly string[] = [],
): Input {
  const whole = new Set(folders.map(normalise));
  const given = Array.from(files, (file): InputFile => {
    if (!(file instanceof File)) return { ...file, path: withoutGaps(file.path) };
    const path = withoutGaps(file.webkitRelativePath || file.name);
    if (file.webkitRelativePath) whole.add(normalise(path.slice(0, path.indexOf("/"))));
    return { file, path };
  });
  const paths = distinctPaths(given.map(({ path }) => path));
  const inputs = given.map((file) => ({ ...file, path: paths.get(file.path) ?? file.path }));
  if (inputs.length === 0) {
    throw new PagehoundError(
      "nothing-to-read",
      "There are no files to add. The folder may be empty, or hold only hidden files.",
    );
  }
  return { files: inputs, folders: [...whole] };
}

/** The path of a folder. Throws `invalid-argument`. */
export function folderPath(folder: string): string {
  return normalise(folder);
}

/** The path of a document. Disks write the same letter in different ways, and one path is to be one document. */
function normalise(path: string): string {
  return withoutGaps(path).normalize("NFC");
}

/**
 * Paths of documents by those of files. A disk that tells ways of writing a letter apart can hold two
 * files of which only one can have the path; it is the one that is written so itself, or the first.
 */
function distinctPaths(paths: readonly string[]): ReadonlyMap<string, string> {
  const written = new Set(paths);
  const documents = new Map<string, string>();
  const taken = new Set<string>();
  for (const path of written) {
    const document = freePath(
      path.normalize("NFC"),
      (wanted) => taken.has(wanted) || (wanted !== path && written.has(wanted)),
    );
    documents.set(path, document);
    taken.add(document);
  }
  return documents;
}

function withoutGaps(path: string): string {
  const parts = path.split(/[\\/]+/).filter((part) => part !== "" && part !== ".");
  if (parts.length === 0) {
    throw new PagehoundError("invalid-argument", "A file to add needs a path with a name in it.");
  }
  return parts.join("/");
}
