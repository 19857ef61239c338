import { PagehoundError } from "./core/errors.js";
import type { InputFile } from "./core/ingest.js";

/** Gives every file a path: its own, else the one inside the folder it was picked from, else its name. */
export function inputFiles(files: Iterable<File | InputFile>): InputFile[] {
  const inputs = Array.from(files, (file): InputFile => {
    if (file instanceof File)
      return { file, path: normalise(file.webkitRelativePath || file.name) };
    return { ...file, path: normalise(file.path) };
  });
  if (inputs.length === 0) {
    throw new PagehoundError(
      "nothing-to-read",
      "There are no files to add. The folder may be empty, or hold only hidden files.",
    );
  }
  return inputs;
}

function normalise(path: string): string {
  const parts = path.split(/[\\/]+/).filter((part) => part !== "" && part !== ".");
  if (parts.length === 0) {
    throw new PagehoundError("invalid-argument", "A file to add needs a path with a name in it.");
  }
  return parts.join("/");
}
