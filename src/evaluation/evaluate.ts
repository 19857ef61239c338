import type { DocumentId } from "../core/document.js";
import { PagehoundError } from "../core/errors.js";
import type { Embedder } from "../embed/embedder.js";
import type { LanguageModel } from "../model/language-model.js";
import { Pagehound, type PagehoundOptions } from "../pagehound.js";
import { answerSimilarity } from "./answer-similarity.js";
import type { EvaluationDataSet, EvaluationFiles, EvaluationQuestion } from "./data-set.js";
import { checkEvidence } from "./datasets/check-evidence.js";
import { addDocuments, evaluationCollectionName } from "./evaluation-collection.js";
import { type EvaluationLog, memoryLog, recordKey } from "./evaluation-log.js";
import { eventsOf } from "./events-of.js";
import { inOrder } from "./in-order.js";
import { judgeRecord } from "./judge-record.js";
import type { EvaluationRecord } from "./outcome.js";
import { makeReport } from "./report/make-report.js";
import type { EvaluationReport } from "./report/report.js";
import { type ReplayedQuestion, replayQuestion, runQuestion } from "./run-question.js";
import { scoredRecord } from "./scored-record.js";
import type { Scores } from "./scores.js";
import { strategyNamed } from "./strategies/strategy-named.js";
import type { EvaluationStrategy, PreparedStrategy, StrategyContext } from "./strategy.js";

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
  /** Keeps every record as it is made; questions it has already are not run again. In memory unless told. */
  readonly log?: EvaluationLog | undefined;
  /**
   * Runs the questions of `log` again with the recorded replies in the place of the model, which is
   * not needed then; see `replayed` of the report. `limit` does not count, and nothing is added to the log.
   */
  readonly replay?: boolean | undefined;
  /**
   * A collection that is open already and holds nothing but the data set's documents, if anything; it
   * stays open. Unless told, one named by `evaluationCollectionName` is opened, and closed at the end;
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
 * How many questions are run at once where no model takes part and there are thousands of them. Else
 * one after the other, so that the time of each is its own.
 */
const questionsAtOnce = 4;
const thousands = 2000;

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
    : await Pagehound.open({ ...options.open, name: evaluationCollectionName(dataSet), signal });
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
        `Where no model took part, ${questionsAtOnce} of ${length} questions were run at once: times are longer than those of a single one.`,
      );
    }
    const { documents, pages } = await documentsOf(dataSet, collection, signal);
    checkEvidence(dataSet, pages);
    const evaluation = new Evaluation(options, log, kept, {
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

function atOnce({ needs }: EvaluationStrategy, questions: number): number {
  return needs.model || questions <= thousands ? 1 : questionsAtOnce;
}

/** A run of strategies over the documents of a data set. */
class Evaluation {
  readonly #options: EvaluationOptions;
  readonly #log: EvaluationLog;
  /** Records of the log by what tells them apart. */
  readonly #kept: ReadonlyMap<string, EvaluationRecord>;
  readonly #context: StrategyContext;
  readonly #scored: ScoredRecord[] = [];
  readonly #skipped: { strategy: string; reason: string }[] = [];
  readonly #different: { question: string; difference: string }[] = [];

  constructor(
    options: EvaluationOptions,
    log: EvaluationLog,
    kept: readonly EvaluationRecord[],
    context: StrategyContext,
  ) {
    this.#options = options;
    this.#log = log;
    const { name } = options.dataSet;
    const ours = kept.filter(({ dataSet }) => dataSet === name);
    this.#kept = new Map(ours.map((record) => [recordKey(record), record]));
    this.#context = context;
  }

  /** Runs a strategy on all questions, or replays what the log has of it. */
  async *run(strategy: EvaluationStrategy): AsyncGenerator<EvaluationEvent, void, undefined> {
    const reason = this.#whyNot(strategy);
    if (reason !== null) {
      this.#skipped.push({ strategy: strategy.name, reason });
      yield { type: "strategy-skipped", strategy: strategy.name, reason };
    } else if (this.#options.replay) yield* this.#replay(strategy);
    else yield* this.#runAll(strategy);
  }

  /** What came of all strategies. */
  report(documents: number, pages: number, notes: readonly string[]): EvaluationReport {
    const { dataSet, model, embedder, judge, replay } = this.#options;
    const records = this.#scored;
    const different = this.#different;
    return makeReport({
      dataSet,
      documents,
      pages,
      model: model?.info.id ?? records.find(({ record }) => record.model)?.record.model ?? null,
      embedder: embedder?.info.id ?? null,
      judge: judge?.info.id ?? null,
      skipped: this.#skipped,
      notes,
      replayed: replay ? { same: records.length - different.length, different } : null,
      records,
    });
  }

  /** Why a strategy cannot be run, or null. */
  #whyNot({ name, needs }: EvaluationStrategy): string | null {
    const { embedder, model } = this.#context;
    if (needs.embedder && !embedder) return "It needs a model that makes vectors.";
    if (this.#options.replay) {
      const recorded = [...this.#kept.values()].some(({ strategy }) => strategy === name);
      return recorded ? null : "The recording has nothing of it.";
    }
    return needs.model && !model ? "It needs a language model." : null;
  }

  async *#runAll(strategy: EvaluationStrategy): AsyncGenerator<EvaluationEvent, void, undefined> {
    const { dataSet, limit } = this.#options;
    const questions = dataSet.questions.slice(0, limit);
    const model = strategy.needs.model ? (this.#context.model?.info.id ?? null) : null;
    const keptOf = ({ id: question }: EvaluationQuestion) =>
      this.#kept.get(
        recordKey({ dataSet: dataSet.name, question, strategy: strategy.name, model }),
      );
    const prepared = questions.every(keptOf) ? null : yield* this.#prepare(strategy);
    const results = inOrder(questions, atOnce(strategy, questions.length), async (question) => {
      const kept = keptOf(question);
      const ran = kept ?? (prepared && (await this.#runOne(strategy, prepared, question)));
      return { question, kept, record: ran && (await this.#judged(question, ran)) };
    });
    let done = 0;
    for await (const { question, record, kept } of results) {
      if (!record) continue;
      // After those before it, so that a log is the same whichever question was done first.
      if (record !== kept) await this.#log.append(record);
      yield this.#score(question, record, kept !== undefined, ++done, questions.length);
    }
  }

  async *#replay(strategy: EvaluationStrategy): AsyncGenerator<EvaluationEvent, void, undefined> {
    const { dataSet } = this.#options;
    const questions = new Map(dataSet.questions.map((question) => [question.id, question]));
    const records = [...this.#kept.values()].filter((record) => record.strategy === strategy.name);
    const prepared = yield* this.#prepare(strategy);
    const results = inOrder(records, atOnce(strategy, records.length), async (recorded) => {
      const question = questions.get(recorded.question);
      const replayed: ReplayedQuestion = question
        ? await replayQuestion(question, recorded, prepared, this.#context)
        : { record: recorded, difference: "The data set has no such question any more." };
      return { question, recorded, ...replayed };
    });
    let done = 0;
    for await (const { question, recorded, record, difference } of results) {
      if (difference !== null) {
        const named = `${recorded.question} (${strategy.name})`;
        this.#different.push({ question: named, difference });
      }
      if (question) yield this.#score(question, record, false, ++done, records.length);
    }
  }

  #runOne(strategy: EvaluationStrategy, prepared: PreparedStrategy, question: EvaluationQuestion) {
    return runQuestion(this.#options.dataSet, question, strategy, prepared, this.#context);
  }

  /** The record with what judge and vectors say of its answer, where they have not said it before. */
  async #judged(question: EvaluationQuestion, record: EvaluationRecord): Promise<EvaluationRecord> {
    const { judge } = this.#options;
    const { embedder, signal } = this.#context;
    let judged = record;
    if (judge && record.judgement?.judge !== judge.info.id) {
      const judgement = await judgeRecord(judge, question, record, signal);
      if (judgement) judged = { ...judged, judgement };
    }
    if (embedder && record.similarity === undefined) {
      const similarity = await answerSimilarity(embedder, question, record, signal);
      if (similarity !== null) judged = { ...judged, similarity };
    }
    return judged;
  }

  #prepare(strategy: EvaluationStrategy) {
    return eventsOf((report: (event: EvaluationEvent) => void) =>
      strategy.prepare(this.#context, (done, total) =>
        report({ type: "prepare", strategy: strategy.name, done, total }),
      ),
    );
  }

  #score(
    question: EvaluationQuestion,
    record: EvaluationRecord,
    kept: boolean,
    done: number,
    total: number,
  ): EvaluationEvent {
    const scored = scoredRecord(question, record);
    this.#scored.push(scored);
    return { type: "question", strategy: record.strategy, done, total, scored, kept };
  }
}
