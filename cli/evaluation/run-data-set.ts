import type { EvaluationRecord } from "../../src/evaluation/api.js";
import { failedForNow, judgedNotForNow } from "../../src/evaluation/evaluation-run.js";
import { type EvaluationReport, makeReport } from "../../src/evaluation/report/make-report.js";
import { type ScoredRecord, scoredRecord } from "../../src/evaluation/score-record.js";
import { recordKey } from "../../src/evaluation/stored-log.js";
import { BadInput } from "../bad-input.js";
import { isLocal } from "../model-spec.js";
import { messages } from "../printer.js";
import { reachEndpoint } from "../reach-endpoint.js";
import {
  type EvaluationEnd,
  type EvaluationProgress,
  type EvaluationRequest,
  evaluateInBrowser,
} from "./evaluate-in-browser.js";
import { reportSteps } from "./report-steps.js";

/**
 * Runs or replays a data set, and reports its results together with those of strategies that
 * earlier calls recorded; records are passed on as they arrive. Scores are computed here and not in
 * the browser, so that computing them again gives the same digits. If everything is `done`, nothing
 * is run. Throws `BadInput` for unusable data, strategies and endpoints.
 */
export async function runDataSet(
  request: Omit<EvaluationRequest, "recorded">,
  recorded: readonly EvaluationRecord[],
  onRecord: (line: string) => Promise<void> | void,
  done?: EvaluationEnd,
): Promise<EvaluationReport> {
  const { dataSet, model, judge, replay } = request;
  const questions = new Map(dataSet.questions.map((question) => [question.id, question]));
  const scored: ScoredRecord[] = [];
  const score = (record: EvaluationRecord) => {
    const question = questions.get(record.question);
    if (question) scored.push(light(scoredRecord(question, record)));
  };
  const wanted = new Set(request.strategies);
  const ours = recorded.filter((record) => record.dataSet === dataSet.name);
  if (!replay) for (const record of ours) if (!wanted.has(record.strategy)) score(record);
  const kept = new Map(ours.map((record) => [recordKey(record), record]));
  if (done) {
    const order = new Map(request.strategies.map((name, place) => [name, place]));
    const placeOf = ({ strategy }: EvaluationRecord) => order.get(strategy) ?? -1;
    const asIt = [...kept.values()].filter(({ strategy }) => wanted.has(strategy));
    for (const record of asIt.sort((one, other) => placeOf(one) - placeOf(other))) score(record);
    messages.line(`${dataSet.name}: all of it was run before; nothing was read again.`);
    return makeReport({ ...done, dataSet, records: scored });
  }
  const steps = reportSteps(dataSet.name);
  const lines = ours.map((record) => JSON.stringify(record));
  const take = async (event: EvaluationProgress): Promise<void> => {
    if (event.type === "record") {
      const record: EvaluationRecord = JSON.parse(event.line);
      // If nothing responds any more, the other questions would only fail in the same way.
      if (model && !isLocal(model) && failedForNow(record)) await reachEndpoint(model);
      await onRecord(event.line);
      kept.set(recordKey(record), record);
      const { judgement } = record;
      if (judge && judgement && judgedNotForNow(judgement)) await reachEndpoint(judge);
      return;
    }
    if (event.type === "question") {
      const record = event.line === null ? kept.get(event.key) : JSON.parse(event.line);
      if (record) score(record);
      // Its texts are no longer needed.
      kept.delete(event.key);
    }
    steps(event);
  };
  // Errors lose details on their way through the page.
  let stopped: unknown;
  const end = await evaluateInBrowser({ ...request, recorded: lines }, async (event) => {
    try {
      await take(event);
    } catch (error) {
      stopped ??= error;
      throw error;
    }
  }).catch((error: unknown) => {
    throw stopped ?? error;
  });
  if ("message" in end) throw new BadInput(`${dataSet.name}: ${end.message}`);
  // Recorded by an earlier call with a greater limit.
  if (!replay) for (const record of kept.values()) if (wanted.has(record.strategy)) score(record);
  return makeReport({ ...end, dataSet, records: scored });
}

/**
 * Reduces a record to the parts that tables need: the texts and prompts of thousands of questions
 * would not fit in memory.
 */
export function light({ record, scores }: ScoredRecord): ScoredRecord {
  const { outcome } = record;
  const kept = outcome && { ...outcome, retrieved: [], calls: [] };
  return { scores, record: { ...record, outcome: kept, exchanges: [], judgement: null } };
}
