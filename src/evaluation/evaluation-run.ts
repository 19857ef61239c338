import { answerSimilarity } from "./answer-similarity.js";
import type { EvaluationQuestion } from "./data-set.js";
import type { EvaluationEvent, EvaluationOptions, ScoredRecord } from "./evaluate.js";
import { type EvaluationLog, recordKey } from "./evaluation-log.js";
import { eventsOf } from "./events-of.js";
import { failedForNow, judgedNotForNow } from "./failed-for-now.js";
import { inOrder } from "./in-order.js";
import { judgeRecord } from "./judge-record.js";
import type { EvaluationRecord } from "./outcome.js";
import { makeReport } from "./report/make-report.js";
import type { EvaluationReport } from "./report/report.js";
import { type ReplayedQuestion, replayQuestion, runQuestion } from "./run-question.js";
import { scoredRecord } from "./scored-record.js";
import type { EvaluationStrategy, PreparedStrategy, StrategyContext } from "./strategy.js";

/**
 * How many questions are run at once where no model takes part and there are thousands of them. Else
 * one after the other, so that the time of each is its own.
 */
const questionsAtOnce = 4;
const thousands = 2000;

/** How many of so many questions are run at once. */
export function atOnce({ needs }: EvaluationStrategy, questions: number): number {
  return needs.model || questions <= thousands ? 1 : questionsAtOnce;
}

/** A run of strategies over the documents of a data set. */
export class EvaluationRun {
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
    const keptOf = ({ id: question }: EvaluationQuestion) => {
      const asked = { dataSet: dataSet.name, question, strategy: strategy.name, model };
      const record = this.#kept.get(recordKey(asked));
      return record && !failedForNow(record) ? record : undefined;
    };
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
    const before = record.judgement;
    if (judge && (before?.judge !== judge.info.id || judgedNotForNow(before))) {
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
