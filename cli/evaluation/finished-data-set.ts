import { createHash } from "node:crypto";
import type { EvaluationDataSet, EvaluationRecord } from "../../src/evaluation/api.js";
import { failedForNow, judgedNotForNow } from "../../src/evaluation/evaluation-run.js";
import { recordKey } from "../../src/evaluation/stored-log.js";
import { strategyNamed } from "../../src/evaluation/strategies/strategy-named.js";
import { isLocal } from "../model-spec.js";
import type { EvaluationEnd, EvaluationRequest } from "./evaluate-in-browser.js";
import type { RunDataSet } from "./run-folder.js";

/** A hash of a data set's questions and of which documents it has. */
export function dataSetHash({ name, questions, documents }: EvaluationDataSet): string {
  const text = JSON.stringify([name, questions, documents]);
  return createHash("sha256").update(text).digest("hex");
}

/**
 * The result of an earlier call, if nothing is left to run, judge or compare, so that neither
 * browser nor model is needed; otherwise null. That is the case if the data set is the same, every
 * question has a record of each strategy, and none failed for a reason that may have passed.
 */
export function finishedEnd(
  request: Omit<EvaluationRequest, "recorded">,
  recorded: readonly EvaluationRecord[],
  done: RunDataSet | undefined,
): EvaluationEnd | null {
  const { dataSet, strategies, model, judge, embedder, limit, replay } = request;
  if (replay || !done || done.hash !== dataSetHash(dataSet)) return null;
  // Only the endpoint knows which model that is.
  if (model && !isLocal(model) && model.model === null) return null;
  if (judge && judge.model === null) return null;
  const needs = strategies.map((name) => strategyNamed(name).needs);
  // Strategies that could not be run then are left out again.
  const runs = strategies.filter((_, index) => {
    const { model: modelNeeded, embedder: embedderNeeded } = needs[index] ?? {};
    return !(modelNeeded && !model) && !(embedderNeeded && !embedder);
  });
  const skipped = done.skipped.filter(({ strategy }) => strategies.includes(strategy));
  if (skipped.length + runs.length < strategies.length) return null;
  const ours = recorded.filter((record) => record.dataSet === dataSet.name);
  const kept = new Map(ours.map((record) => [recordKey({ ...record, model: null }), record]));
  const questions = dataSet.questions.slice(0, limit ?? undefined);
  const isComplete = runs.every((strategy) =>
    questions.every(({ id: question, answers }) => {
      const key = recordKey({ dataSet: dataSet.name, question, strategy, model: null });
      const record = kept.get(key);
      if (!record || failedForNow(record)) return false;
      const graded = answers.some((gold) => gold.trim() !== "");
      if (judge && graded && record.outcome?.answer && !isJudged(record, judge.model)) return false;
      return !embedder || !record.outcome?.answer || record.similarity !== undefined || !graded;
    }),
  );
  if (!isComplete) return null;
  const modelOf = ours.find((record) => record.model !== null)?.model ?? null;
  const { documents, pages, notes } = done;
  return {
    documents,
    pages,
    notes,
    skipped,
    model: modelOf,
    embedder: embedder?.id ?? null,
    judge: judge ? (ours.find(({ judgement }) => judgement)?.judgement?.judge ?? null) : null,
    replayed: null,
  };
}

function isJudged({ judgement }: EvaluationRecord, name: string | null): boolean {
  if (!judgement || judgedNotForNow(judgement)) return false;
  return judgement.judge.endsWith(`#${name}`);
}
