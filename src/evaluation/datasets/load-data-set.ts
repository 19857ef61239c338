import { PagehoundError } from "../../core/errors.js";
import { slicer } from "../../core/yield-to-messages.js";
import type { EvaluationDataSet, EvaluationFiles } from "../data-set.js";
import { Faults } from "./faults.js";
import type { DataSetLayout, DataSetName } from "./layout.js";
import { layouts } from "./layouts.js";

/** The layouts that can be read, with which files each has, for usage texts. */
export const dataSetNames: readonly {
  readonly name: DataSetName;
  readonly description: string;
}[] = layouts.map(({ name, description }) => ({ name, description }));

/** How a data set is read. */
export interface LoadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Which part of a data set with several, such as `train`; unless told, the first by name. */
  readonly part?: string | undefined;
  /** What it is called, such as the name of its folder; unless told, as its layout. */
  readonly title?: string | undefined;
}

/** The layout that files with these paths have, or null when they are no data set. */
export function detectDataSet({ paths }: Pick<EvaluationFiles, "paths">): DataSetName | null {
  return layouts.find((layout) => layout.matches(paths))?.name ?? null;
}

/**
 * Reads a data set. Its documents that are files stay unread; whether the pages of the evidence exist
 * is therefore not known yet, see `checkEvidence`.
 *
 * Throws `invalid-data` for what is not as it must be: the message names the file, the line and the
 * field of the first fault and counts the others, and `data` has `file`, `line`, `field`, `faults` (how
 * many) and `list` (all messages, one a line; reading stops at 20). Throws `invalid-argument` for an
 * unknown name, and the signal's reason when aborted.
 */
export async function loadDataSet(
  name: DataSetName,
  files: EvaluationFiles,
  options: LoadOptions = {},
): Promise<EvaluationDataSet> {
  const { signal, part = null, title = name } = options;
  signal?.throwIfAborted();
  const layout = layoutNamed(name);
  if (!layout.matches(files.paths)) throw noFiles(layout);
  const faults = new Faults();
  const notes: string[] = [];
  const file = (path: string): Promise<Blob> => files.file(path);
  const pause = slicer(signal ?? new AbortController().signal);
  const reading = { paths: files.paths, file, faults, notes, part, signal, pause };
  const { documents, questions } = await layout.read(reading);
  faults.throwIfAny();
  signal?.throwIfAborted();
  return { name: title, documents, questions, notes };
}

function layoutNamed(name: DataSetName): DataSetLayout {
  const layout = layouts.find((one) => one.name === name);
  if (layout) return layout;
  const names = layouts.map((one) => one.name).join(", ");
  throw new PagehoundError("invalid-argument", `No data set is called "${name}". Use ${names}.`);
}

function noFiles({ name, description }: DataSetLayout): PagehoundError {
  return new PagehoundError(
    "invalid-data",
    `There is no data set of the layout "${name}" here: it consists of ${description}.`,
    { data: { file: null, line: null, field: null } },
  );
}
