import { Pagehound } from "../client/index.js";
import {
  checkEach,
  checkShape,
  checkTexts,
  type DocumentId,
  eitherSignal,
  type InputFile,
  PagehoundError,
  sha256,
  textHash,
} from "../core/index.js";
import { checkModel } from "../models/index.js";
import type { EvaluationDataSet, EvaluationDocument, EvaluationFiles } from "./api.js";
import { checkEvidence } from "./datasets/fields.js";
import {
  atOnce,
  type EvaluationEvent,
  type EvaluationOptions,
  EvaluationRun,
} from "./evaluation-run.js";
import { memoryLog } from "./stored-log.js";
import { strategyNamed } from "./strategies/strategy-named.js";

/**
 * Adds the documents of a data set to its own collection, runs each strategy on each question, and
 * scores the results. Leaving the iteration early, or aborting, loses nothing that is in the log. A
 * question that fails is recorded with its failure and counts as failed. Throws `invalid-argument`
 * for an unknown strategy, `invalid-data` for an invalid log or place of evidence, before anything
 * is run, and what `Pagehound.open` and `Pagehound.add` throw.
 *
 * @example
 * ```ts
 * import {
 *   evaluate,
 *   filesInFolder,
 *   findDataSets,
 *   loadDataSet,
 *   pickedFiles,
 * } from "pagehound/evaluation";
 *
 * const files = pickedFiles(fileInput.files ?? []);
 * const [found] = findDataSets(files);
 * if (!found) throw new Error("The folder holds no data set.");
 * const dataSet = await loadDataSet(found.name, filesInFolder(files, found.folder));
 * for await (const event of evaluate({ dataSet, files, strategies: ["search"] })) {
 *   if (event.type === "report") console.log(event.report.strategies);
 * }
 * ```
 */
export async function* evaluate(
  options: EvaluationOptions,
): AsyncGenerator<EvaluationEvent, void, undefined> {
  checkShape("The options argument", options, { dataSet: "object", files: "object" });
  checkTexts("The option `strategies`", options.strategies);
  const members = { answers: "list", evidence: "list" } as const;
  checkEach("The questions of a data set", options.dataSet.questions, members);
  for (const model of [options.model, options.judge]) if (model) checkModel(model);
  const { dataSet, files, log = memoryLog(), calls } = options;
  const strategies = options.strategies.map((name) => strategyNamed(name, { calls }));
  const kept = await log.read();
  const left = new AbortController();
  const signal = eitherSignal(options.signal, left.signal);
  const opened = options.collection
    ? null
    : await Pagehound.open({
        ...options.open,
        name: await evaluationCollectionName(dataSet, files),
        signal,
      });
  const collection = options.collection ?? opened;
  if (!collection) throw new PagehoundError("internal", "No collection was opened.");
  try {
    const notes = [...dataSet.notes];
    for await (const event of addDocuments(collection, dataSet.documents, files, signal)) {
      if (event.type === "document-refused") notes.push(`${event.path}: ${event.message}`);
      yield event;
    }
    const { length } = dataSet.questions.slice(0, options.limit);
    if (strategies.some((strategy) => atOnce(strategy, length) > 1)) {
      notes.push(
        `Where no model was used, several of the ${length} questions ran at once: times are longer than those of a single one.`,
      );
    }
    const { documents, pages } = await documentsOf(dataSet, collection, signal);
    checkEvidence(dataSet, pages);
    const evaluation = new EvaluationRun(options, log, kept, {
      collection,
      documents,
      dataSet,
      model: options.model ?? null,
      embedder: options.embedder ?? null,
      turnTimeout: options.turnTimeout,
      signal,
    });
    for (const strategy of strategies) yield* evaluation.run(strategy);
    const counted = [...pages.values()].reduce((sum, count) => sum + count, 0);
    yield { type: "report", report: evaluation.report(documents.size, counted, notes) };
  } finally {
    left.abort();
    opened?.close();
  }
}

/** The ids of the data set's documents, and how many pages each has, by path. */
async function documentsOf(
  dataSet: EvaluationDataSet,
  collection: Pagehound,
  signal: AbortSignal,
): Promise<{
  documents: ReadonlyMap<string, DocumentId>;
  pages: ReadonlyMap<string, number>;
}> {
  const wanted = new Set(dataSet.documents.map(({ path }) => path));
  const found = (await collection.documents({ signal })).filter(({ path }) => wanted.has(path));
  return {
    documents: new Map(found.map(({ path, id }) => [path, id])),
    pages: new Map(found.map(({ path, pages }) => [path, pages.total])),
  };
}

/** Texts that are passed to the collection at once: few enough to be in memory twice. */
const batchSize = 250;

/**
 * The name of a data set's collection: the same for the same documents, so that a later run finds
 * them, and a different one if a path, a text or a file has changed. Reads all files; missing ones
 * count as such. Throws what `files` throws.
 */
export async function evaluationCollectionName(
  dataSet: Pick<EvaluationDataSet, "name" | "documents">,
  files: EvaluationFiles,
): Promise<string> {
  checkShape("A data set", dataSet, { name: "string", documents: "list" });
  checkEach("The documents of a data set", dataSet.documents, { path: "string" });
  checkShape("The files of a data set", files, { paths: "list", file: "function" });
  const { name, documents } = dataSet;
  let hash = textHash("");
  for (const { path, text } of documents) {
    hash = textHash(`${path}\n`, hash);
    if (text !== null) hash = textHash(`text ${text}\n`, hash);
    else {
      const file = await fileOrError(files, path);
      hash = textHash(
        file instanceof Blob ? `file ${await sha256(await file.arrayBuffer())}\n` : "no file\n",
        hash,
      );
    }
  }
  return `evaluation-${name}-${hash.toString(16).padStart(8, "0")}`;
}

/**
 * Adds the documents of a data set that are missing from the collection, in their order, and
 * replaces those with different content. Unreadable ones are reported and left out.
 */
export async function* addDocuments(
  collection: Pagehound,
  documents: readonly EvaluationDocument[],
  files: EvaluationFiles,
  signal: AbortSignal,
): AsyncGenerator<
  Extract<EvaluationEvent, { type: "documents" | "document-refused" }>,
  void,
  undefined
> {
  const stored = await collection.documents({ signal });
  const storedHashes = new Map(stored.map(({ path, hash }) => [path, hash]));
  const missing: EvaluationDocument[] = [];
  for (const document of documents) {
    const hash = storedHashes.get(document.path);
    if (hash === undefined || (await isChanged(document, hash, files))) missing.push(document);
    signal.throwIfAborted();
  }
  const total = documents.length;
  let done = total - missing.length;
  yield { type: "documents", done, total };
  for (let start = 0; start < missing.length; start += batchSize) {
    const inputs: InputFile[] = [];
    for (const document of missing.slice(start, start + batchSize)) {
      const { path } = document;
      const file = await contentOrError(document, files);
      if (file instanceof Blob) inputs.push({ path, file });
      else yield { type: "document-refused", path, message: file.message };
      signal.throwIfAborted();
    }
    if (inputs.length === 0) continue;
    for await (const event of collection.add(inputs, { signal })) {
      if (event.type === "document-refused") {
        yield { type: "document-refused", path: event.path, message: event.message };
      } else if (event.type === "document-ready" || event.type === "document-unchanged") {
        yield { type: "documents", done: ++done, total };
      }
    }
  }
}

/** Whether a document differs from the stored one; one whose file is gone does not. */
async function isChanged(
  document: EvaluationDocument,
  hash: string,
  files: EvaluationFiles,
): Promise<boolean> {
  const content = await contentOrError(document, files);
  return content instanceof Blob && (await sha256(await content.arrayBuffer())) !== hash;
}

async function contentOrError(
  { path, text }: EvaluationDocument,
  files: EvaluationFiles,
): Promise<Blob | PagehoundError> {
  return text === null ? fileOrError(files, path) : new Blob([text]);
}

async function fileOrError(files: EvaluationFiles, path: string): Promise<Blob | PagehoundError> {
  try {
    return await files.file(path);
  } catch (error) {
    if (PagehoundError.isInstance(error) && error.code === "not-found") return error;
    throw error;
  }
}
