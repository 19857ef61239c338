import type { EvaluationDataSet, EvaluationFiles } from "../data-set.js";
import type { Faults } from "./fields.js";

/** Names of the layouts that can be read. */
export type DataSetName =
  | "own"
  | "financebench"
  | "kg-rag"
  | "tatqa"
  | "llamahub"
  | "finqa"
  | "beir"
  | "seal-tools"
  | "tools"
  | "toole"
  | "toole-multi";

/** What a layout is read with. */
export interface DataSetReading {
  /** All paths of the data set. */
  readonly paths: EvaluationFiles["paths"];
  /** A file's bytes. Throws `not-found`. */
  file(path: string): Promise<Blob>;
  readonly faults: Faults;
  /** What was left out and why is added here. */
  readonly notes: string[];
  /** Which part of a data set with several is wanted; null for the first. */
  readonly part: string | null;
  readonly signal: AbortSignal | undefined;
  /** To be awaited often in long work, which then comes in slices. Throws the signal's reason. */
  pause(): Promise<void>;
}

/** A way in which a data set lies in files. */
export interface DataSetLayout {
  readonly name: DataSetName;
  /** Which files there have to be, for usage texts. */
  readonly description: string;
  /** Whether files with these paths are laid out like this. */
  matches(paths: readonly string[]): boolean;
  /** Reads it. Faults are noted in `reading.faults`; what is returned counts only when there are none. */
  read(
    reading: DataSetReading,
  ): Promise<Pick<EvaluationDataSet, "documents" | "questions" | "tools">>;
}

/** The paths of files below a folder, which are no hidden files. */
export function filesBelow(paths: readonly string[], folder: string): string[] {
  const start = `${folder}/`;
  return paths.filter((path) => path.startsWith(start) && !/(?:^|\/)\./.test(path));
}

/** The first of some paths that is there, or null. */
export function firstOf(paths: readonly string[], wanted: readonly string[]): string | null {
  return wanted.find((path) => paths.includes(path)) ?? null;
}

/**
 * The file of the part that is wanted, or else the first. Notes a fault when there is no such part.
 *
 * @param parts files by the name of their part
 */
export function choosePart(
  parts: ReadonlyMap<string, string>,
  { part, notes, faults }: DataSetReading,
): string {
  const names = [...parts.keys()].sort();
  const chosen = part ?? names.find((name) => name !== "as_published") ?? names[0] ?? "";
  const file = parts.get(chosen);
  if (file === undefined) {
    const place = { file: [...parts.values()][0] ?? "", line: null, entry: "" };
    faults.add(place, null, `has no part "${chosen}" beside it; there are: ${names.join(", ")}.`);
    return place.file;
  }
  if (part === null && names.length > 1) {
    notes.push(`Part "${chosen}" was read; there are: ${names.join(", ")}.`);
  }
  return file;
}
