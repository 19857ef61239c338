import type { DocumentId } from "../core/document.js";
import { PagehoundError } from "../core/errors.js";
import type { Embedder } from "../embed/embedder.js";
import type { LanguageModel } from "../model/language-model.js";
import { Pagehound, type PagehoundOptions } from "../pagehound.js";
import type { EvaluationDataSet, EvaluationFiles } from "./data-set.js";
import { checkEvidence } from "./datasets/check-evidence.js";
import { addDocuments, evaluationCollectionName } from "./evaluation-collection.js";
import { type EvaluationLog, memoryLog } from "./evaluation-log.js";
import { atOnce, EvaluationRun } from "./evaluation-run.js";
import type { EvaluationRecord } from "./outcome.js";
import type { EvaluationReport } from "./report/report.js";
import type { Scores } from "./scores.js";
import { strategyNamed } from "./strategies/strategy-named.js";

/** What is run. */
export interface EvaluationOptions {
  readonly dataSet: EvaluationDataSet;
  readonly files: EvaluationFiles;
  /** Names of strategies; those that need a model or an embedder that is not there are skipped and named. */
  readonly strategies: readonly string[];
  readonly model?: LanguageModel | undefined;
  readonly embedder?: Embedder | undefined;
  /** Judges the answers to questions with gold answers, those that the log has included; see `judgeAnswer`. */
  readonly judge?: LanguageModel | undefined;
  /** Only the first so many questions. */
  readonly limit?: number | undefined;
  /** Tool calls at most, from 1 to 15; 10 unless told. */
  readonly calls?: number | undefined;
  /**
   * Keeps every record as it is made; questions it has already are not run again, but those whose
   * model was not to be had. In memory unless told.
   */
  readonly log?: EvaluationLog | undefined;
  /**
   * Runs the questions of `log` again with the recorded replies in the place of the model, which is
   * not needed then; see `replayed` of the report. `limit` does not count, and nothing is added to the log.
   */
  readonly replay?: boolean | undefined;
  /**
   * A collection that is open already and holds nothing but the data set's documents, if anything; it
   * stays open, and documents that have changed are read anew. Unless told, one named by `evaluationCollectionName` is opened, and closed at the end;
   * its documents stay for the next run.
   */
  readonly collection?: Pagehound | undefined;
  /** How the collection is opened; `storage: "memory"` leaves nothing behind. */
  readonly open?: Omit<PagehoundOptions, "name"> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A question that was run, with its scores. */
export interface ScoredRecord {
  readonly record: EvaluationRecord;
  readonly scores: Scores;
}

/** What happens during an evaluation. The last event is `report`. */
export type EvaluationEvent =
  | { readonly type: "documents"; readonly done: number; readonly total: number }
  | { readonly type: "document-refused"; readonly path: string; readonly message: string }
  | { readonly type: "strategy-skipped"; readonly strategy: string; readonly reason: string }
  | {
      readonly type: "prepare";
      readonly strategy: string;
      readonly done: number;
      readonly total: number;
    }
  | {
      readonly type: "question";
      readonly strategy: string;
      readonly done: number;
      readonly total: number;
      readonly scored: ScoredRecord;
      /** Whether it was taken from the log. */
      readonly kept: boolean;
    }
  | { readonly type: "report"; readonly report: EvaluationReport };

/**
 * Adds the documents of a data set to a collection of its own, runs each strategy on each question,
 * and scores what comes of it. Leaving the iteration early, or aborting, loses nothing that the log
 * has. A question that fails is recorded with its failure and counts as such. Throws
 * `invalid-argument` for a strategy that there is not, `invalid-data` for a log or a place of
 * evidence that is none, before anything is run, and what `Pagehound.open` and `Pagehound.add` throw.
 */
export async function* evaluate(
  options: EvaluationOptions,
): AsyncGenerator<EvaluationEvent, void, undefined> {
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
      model: options.model ?? null,
      embedder: options.embedder ?? null,
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
