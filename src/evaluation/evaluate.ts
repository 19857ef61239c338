import { Pagehound } from "../client/pagehound.js";
import { checkShape, checkTexts } from "../core/arguments.js";
import type { DocumentId } from "../core/document.js";
import { PagehoundError } from "../core/errors.js";
import { checkModel } from "../models/language-model.js";
import type { EvaluationDataSet } from "./data-set.js";
import { checkEvidence } from "./datasets/fields.js";
import type { EvaluationEvent, EvaluationOptions } from "./evaluation.js";
import { addDocuments, evaluationCollectionName } from "./evaluation-collection.js";
import { atOnce, EvaluationRun } from "./evaluation-run.js";
import { memoryLog } from "./stored-log.js";
import { strategyNamed } from "./strategies/strategy-named.js";

/**
 * Adds the documents of a data set to a collection of its own, runs each strategy on each question,
 * and scores what comes of it. Leaving the iteration early, or aborting, loses nothing that the log
 * has. A question that fails is recorded with its failure and counts as such. Throws
 * `invalid-argument` for a strategy that there is not, `invalid-data` for a log or a place of
 * evidence that is none, before anything is run, and what `Pagehound.open` and `Pagehound.add` throw.
 *
 * @example
 * ```ts
 * import { detectDataSet, evaluate, loadDataSet, pickedFiles } from "pagehound/evaluation";
 *
 * const files = pickedFiles(fileInput.files ?? []);
 * const name = detectDataSet(files);
 * if (name === null) throw new Error("The folder holds no data set.");
 * const dataSet = await loadDataSet(name, files);
 * for await (const event of evaluate({ dataSet, files, strategies: ["search"] })) {
 *   if (event.type === "report") console.log(event.report.strategies);
 * }
 * ```
 */
export async function* evaluate(
  options: EvaluationOptions,
): AsyncGenerator<EvaluationEvent, void, undefined> {
  checkShape("What is passed as options", options, { dataSet: "object", files: "object" });
  checkTexts("The option `strategies`", options.strategies);
  for (const model of [options.model, options.judge]) if (model) checkModel(model);
  const { dataSet, files, log = memoryLog(), calls } = options;
  const strategies = options.strategies.map((name) => strategyNamed(name, { calls }));
  const kept = await log.read();
  const left = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, left.signal]) : left.signal;
  const own = options.collection
    ? null
    : await Pagehound.open({
        ...options.open,
        name: await evaluationCollectionName(dataSet, files),
        signal,
      });
  const collection = options.collection ?? own;
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
        `Where no model took part, several of the ${length} questions were run at once: times are longer than those of a single one.`,
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
    own?.close();
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
