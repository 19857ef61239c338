import { stat } from "node:fs/promises";
import path from "node:path";
import type { EvaluationDataSet, EvaluationFiles } from "../../src/evaluation/api.js";
import { askOwnDocuments, type DataSetName } from "../../src/evaluation/datasets/layout.js";
import {
  dataSetNames,
  filesInFolder,
  findDataSets,
  loadDataSet,
} from "../../src/evaluation/datasets/load-data-set.js";

import { BadInput } from "../bad-input.js";
import { firstDocuments } from "./first-documents.js";
import { folderFiles } from "./folder-files.js";

/** A data set on this machine. */
export interface LocalDataSet {
  readonly dataSet: EvaluationDataSet;
  readonly layout: DataSetName;
  readonly files: EvaluationFiles;
  /** The data set's folder; documents that are files lie below it. */
  readonly folder: string;
}

/** How to read data sets. */
export interface DataSetShape {
  /** Whether each question is asked only of the documents with its evidence. */
  readonly ownDocuments: boolean;
  /** Numbers of documents; each makes a separate data set. Empty for all documents. */
  readonly documents: readonly number[];
}

/**
 * Reads the data set of a folder, or for `all` every one in it and below. Throws `BadInput` if
 * there is none, and `invalid-data` for an invalid one.
 */
export async function loadDataSets(
  folder: string,
  name: string,
  { ownDocuments, documents }: DataSetShape = { ownDocuments: false, documents: [] },
): Promise<LocalDataSet[]> {
  const known = dataSetNames.map((one) => one.name);
  if (name !== "all" && !known.some((one) => one === name)) {
    throw new BadInput(`--dataset must be all or one of ${known.join(", ")}, not "${name}".`);
  }
  const about = await stat(folder).catch(() => null);
  if (!about?.isDirectory()) throw new BadInput(`${folder}: no such folder.`);
  const files = await folderFiles(folder);
  const found = findDataSets(files).filter((one) => name === "all" || one.name === name);
  if (found.length === 0) {
    const sought = name === "all" ? "any data set" : `the data set ${name}`;
    throw new BadInput(`${folder} has no files of ${sought}; see --help.`);
  }
  const loaded: LocalDataSet[] = [];
  for (const { name: layout, folder: below, title } of found) {
    const own = filesInFolder(files, below);
    const read = await loadDataSet(layout, own, { title });
    const whole = ownDocuments ? askOwnDocuments(read) : read;
    const shaped = documents.map((count) => firstDocuments(whole, count));
    for (const dataSet of shaped.length === 0 ? [whole] : shaped) {
      loaded.push({ dataSet, layout, files: own, folder: path.join(folder, below) });
    }
  }
  return loaded;
}
