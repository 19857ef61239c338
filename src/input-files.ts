import { PagehoundError } from "./core/errors.js";
import type { InputFile } from "./core/ingest.js";

/** Files to add, each with its path, and the folders that are added whole. */
export interface Input {
  readonly files: readonly InputFile[];
  readonly folders: readonly string[];
}

/**
 * Gives every file a path: its own, else the one inside the folder it was picked from, else its
 * name. A folder is picked as a whole, so it joins `folders`.
 */
export function inputFiles(
  files: Iterable<File | InputFile>,
  folders: readonly string[] = [],
): Input {
  const whole = new Set(folders.map(normalise));
  const inputs = Array.from(files, (file): InputFile => {
    if (!(file instanceof File)) return { ...file, path: normalise(file.path) };
    const path = normalise(file.webkitRelativePath || file.name);
    if (file.webkitRelativePath) whole.add(path.slice(0, path.indexOf("/")));
    return { file, path };
  });
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

function normalise(path: string): string {
  const parts = path.split(/[\\/]+/).filter((part) => part !== "" && part !== ".");
  if (parts.length === 0) {
    throw new PagehoundError("invalid-argument", "A file to add needs a path with a name in it.");
  }
  // Disks write the same letter in different ways, and one path is to be one document.
  return parts.join("/").normalize("NFC");
}
