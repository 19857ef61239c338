import { PagehoundError } from "pagehound";
import {
  type EvaluationDataSet,
  type EvaluationFiles,
  evaluationCollectionName,
  filesInFolder,
  findDataSets,
  loadDataSet,
  pickedFiles,
} from "pagehound/evaluation";
import type { Gathered, GatheredFile } from "./gathered-files.js";
import { sample } from "./sample.js";
import { all, faultsOf } from "./words.js";

/** A data set that was read, with its files. */
export interface ChosenDataSet {
  readonly dataSet: EvaluationDataSet;
  readonly files: EvaluationFiles;
  /** The name that the person knows it by. */
  readonly label: string;
  /** Whether it is the site's own sample. */
  readonly sample: boolean;
  /** Depends on its questions and documents, to distinguish it from data sets of the same name. */
  readonly fingerprint: string;
}

/** Files that may be a data set. */
export interface Candidate {
  readonly files: EvaluationFiles;
  /** The display name; null to use that of its layout. */
  readonly label: string | null;
}

/** The questions and documents to evaluate with. */
export class DataSetChoice {
  chosen: ChosenDataSet | null = null;
  reading = false;
  /** Why nothing could be read, one mistake each. */
  faults: readonly string[] = [];
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Reads what was picked or dropped; `faults` lists what is wrong with it. */
  async choose({ files, folder }: Gathered): Promise<void> {
    const placed = inFolders(files);
    await this.#read(false, async () => ({
      label: folder,
      files: pickedFiles(placed),
    }));
  }

  /** Reads the site's own questions about its samples. */
  async trySample(): Promise<void> {
    await this.#read(true, sample);
  }

  forget(): void {
    this.chosen = null;
    this.faults = [];
    this.#changed();
  }

  async #read(sample: boolean, gather: () => Promise<Candidate>): Promise<void> {
    this.chosen = null;
    this.faults = [];
    this.reading = true;
    this.#changed();
    try {
      this.chosen = { ...(await read(await gather())), sample };
    } catch (error) {
      this.faults = faultsOf(error);
    }
    this.reading = false;
    this.#changed();
  }
}

async function read({ files, label }: Candidate): Promise<Omit<ChosenDataSet, "sample">> {
  const [found, ...otherDataSets] = findDataSets(files);
  if (!found) {
    throw new PagehoundError(
      "invalid-data",
      "There are no questions in these files that this page can read. The expected format is described below.",
    );
  }
  const { name, folder, title } = found;
  const inside = filesInFolder(files, folder);
  const dataSet = await loadDataSet(name, inside, { title });
  const notes =
    otherDataSets.length === 0
      ? dataSet.notes
      : [
          ...dataSet.notes,
          `Not read: ${all(otherDataSets.map((other) => other.folder || other.title))}. Choose that folder alone to read it.`,
        ];
  return {
    dataSet: { ...dataSet, notes },
    files: inside,
    label: name === "own" ? (label ?? "Your questions") : title,
    fingerprint: await fingerprintOf(dataSet, inside),
  };
}

/**
 * Files that were picked one by one have no folder; next to a file of questions they are its
 * documents.
 */
function inFolders(files: readonly GatheredFile[]): readonly GatheredFile[] {
  const isFlat = files.every(({ path }) => !path.includes("/"));
  const questions = files.filter(({ path }) => path.endsWith(".jsonl"));
  if (!isFlat || questions.length !== 1) return files;
  return files.map(({ path, file }) =>
    path.endsWith(".jsonl")
      ? { path: "questions.jsonl", file }
      : { path: `documents/${path}`, file },
  );
}

async function fingerprintOf(dataSet: EvaluationDataSet, files: EvaluationFiles): Promise<string> {
  const documents = await evaluationCollectionName(dataSet, files);
  const text = JSON.stringify([dataSet.questions.map(({ id, text }) => [id, text]), documents]);
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash).subarray(0, 8), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
