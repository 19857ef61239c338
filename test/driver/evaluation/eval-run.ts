import path from "node:path";
import { recordKey } from "../../../src/evaluation/evaluation-log.js";
import type { EvaluationRecord } from "../../../src/evaluation/outcome.js";
import { makeReport } from "../../../src/evaluation/report/make-report.js";
import type { EvaluationReport } from "../../../src/evaluation/report/report.js";
import { scoredRecord } from "../../../src/evaluation/scored-record.js";
import { BadInput } from "../bad-input.js";
import { ensureBuilt } from "../ensure-built.js";
import type { Endpoint } from "../model-spec.js";
import { reachEndpoint } from "../reach-endpoint.js";
import { startFolder } from "../repository.js";
import type { EvalArguments } from "./eval-arguments.js";
import { type LocalDataSet, loadDataSets } from "./load-data-sets.js";
import { giveResults, scoresText, writeResults } from "./results.js";
import { light, runDataSet } from "./run-data-set.js";
import { libraryVersion, type RunDataSet, type RunDescription, RunFolder } from "./run-folder.js";
import { strategiesFor } from "./strategies-for.js";

/** Runs strategies over data sets, or goes on with a run. Returns the exit code. */
export async function runEvaluation(told: EvalArguments): Promise<number> {
  const named = told.path ?? "";
  const dataSets = await loadDataSets(placeOf(named), told.dataSet);
  const folder = told.out === null ? null : await RunFolder.read(placeOf(told.out));
  if (folder?.note) process.stderr.write(`${folder.note}\n`);
  let description = await describe(told, placeOf(named), folder?.description ?? null);
  for (const endpoint of [told.model, told.judge]) if (endpoint) await reachEndpoint(endpoint);
  await ensureBuilt();
  await folder?.write("run.json", text(description));
  const file = await folder?.append();
  const reports: EvaluationReport[] = [];
  try {
    for (const local of dataSets) {
      const strategies = strategiesFor(told.asked, local);
      const request = { ...told, ...local, ...given, strategies, replay: false };
      const recorded = folder?.records ?? [];
      const report = await runDataSet(request, recorded, async (line) => file?.add(line));
      reports.push(report);
      description = withDataSet(description, report);
      if (!folder) continue;
      await folder.write("run.json", text(description));
      await writeResults(folder, reports, told.baseline);
    }
  } finally {
    await file?.close();
  }
  await giveResults(reports, told);
  return 0;
}

/** Runs a recorded run again without its model. Returns the exit code. */
export async function replayRun(told: EvalArguments, from: string): Promise<number> {
  const { folder, description, dataSets } = await recordedRun(told, from);
  await ensureBuilt();
  const out = told.out === null ? null : await RunFolder.read(placeOf(told.out));
  if (out?.description) throw new BadInput(`${told.out} has a run in it: name another folder.`);
  const reports: EvaluationReport[] = [];
  for (const local of dataSets) {
    const { calls } = description;
    const recorded = recordsOf(folder.records, local);
    const strategies = [...new Set(recorded.map(({ strategy }) => strategy))];
    const none = { model: null, judge: null, context: null, limit: null };
    const request = { ...local, ...given, ...none, calls, strategies, replay: true };
    reports.push(await runDataSet(request, recorded, async () => {}));
  }
  const now = out ? await writeResults(out, reports, told.baseline) : scoresText(reports);
  const same = now === scoresText(rescored(folder.records, description, dataSets));
  await giveResults(reports, told);
  const differences = reports.flatMap(({ replayed }) => replayed?.different ?? []);
  for (const { question, difference } of differences.slice(0, 20)) {
    process.stderr.write(`${question}: ${difference}\n`);
  }
  const all = reports.reduce((sum, { records }) => sum + records.length, 0);
  process.stderr.write(
    `${all - differences.length} of ${all} questions ran as recorded; the scores are ${same ? "the same" : "others"}.\n`,
  );
  return same && differences.length === 0 ? 0 : 1;
}

/** Computes the scores of a recorded run anew. Returns the exit code. */
export async function rescoreRun(told: EvalArguments, from: string): Promise<number> {
  const { folder, description, dataSets } = await recordedRun(told, from);
  const reports = rescored(folder.records, description, dataSets);
  const out = told.out === null ? folder : await RunFolder.read(placeOf(told.out));
  await writeResults(out, reports, told.baseline);
  await giveResults(reports, told);
  return 0;
}

const given = { apiKey: process.env.PAGEHOUND_API_KEY || undefined };

function placeOf(named: string): string {
  return path.resolve(startFolder(), named);
}

function text(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function nameOf(endpoint: Endpoint | null): string | null {
  return endpoint && `openai:${endpoint.url}${endpoint.model === null ? "" : `#${endpoint.model}`}`;
}

/** What is run. Throws `BadInput` when the folder has a run of something else. */
async function describe(
  told: EvalArguments,
  place: string,
  before: RunDescription | null,
): Promise<RunDescription> {
  const { asked: strategies, dataSet, limit, calls } = told;
  const model = nameOf(told.model);
  const judge = nameOf(told.judge);
  if (!before) {
    const date = new Date().toISOString();
    const version = await libraryVersion();
    const asked = { path: place, dataSet, strategies, model, judge, limit, calls };
    return { runVersion: 1, ...version, date, ...asked, done: {} };
  }
  // Other strategies, another judge and more questions may be added to a run; the rest makes another one.
  for (const [name, was, is] of [
    ["--path", before.path, place],
    ["--dataset", before.dataSet, dataSet],
    ["--model", before.model, model],
    ["--calls", before.calls, calls],
  ]) {
    if (was === is) continue;
    throw new BadInput(
      `${told.out} has a run with ${name} ${was ?? "none"}, not ${is ?? "none"}: name another folder with --out.`,
    );
  }
  const all = [...new Set([...before.strategies, ...strategies])];
  return { ...before, strategies: all, judge: judge ?? before.judge, limit };
}

function withDataSet(
  description: RunDescription,
  { dataSet, documents, pages, notes, skipped }: EvaluationReport,
): RunDescription {
  const done: RunDataSet = { documents, pages, notes, skipped };
  return { ...description, done: { ...description.done, [dataSet]: done } };
}

async function recordedRun(told: EvalArguments, from: string) {
  const folder = await RunFolder.read(placeOf(from));
  const { description } = folder;
  if (!description) throw new BadInput(`${from} has no run in it: run.json is missing.`);
  if (folder.note) process.stderr.write(`${folder.note}\n`);
  const place = told.path === null ? description.path : placeOf(told.path);
  const dataSets = await loadDataSets(place, description.dataSet);
  return {
    folder,
    description,
    dataSets: dataSets.filter((local) => recordsOf(folder.records, local).length > 0),
  };
}

/** A report of records as they are, in the order of strategies and questions in which they were made. */
function rescored(
  records: readonly EvaluationRecord[],
  { done }: RunDescription,
  dataSets: readonly LocalDataSet[],
): EvaluationReport[] {
  return dataSets.map(({ dataSet }) => {
    const questions = new Map(dataSet.questions.map((question) => [question.id, question]));
    const ours = recordsOf(records, { dataSet });
    const scored = ours.flatMap((record) => {
      const question = questions.get(record.question);
      return question ? light(scoredRecord(question, record)) : [];
    });
    const known = done[dataSet.name] ?? {
      documents: 0,
      pages: 0,
      notes: dataSet.notes,
      skipped: [],
    };
    return makeReport({
      ...known,
      dataSet,
      model: ours.find(({ model }) => model !== null)?.model ?? null,
      embedder: null,
      judge: ours.find(({ judgement }) => judgement)?.judgement?.judge ?? null,
      replayed: null,
      records: scored,
    });
  });
}

/** The records of a data set; of those that were made again, the last. */
function recordsOf(
  records: readonly EvaluationRecord[],
  { dataSet }: Pick<LocalDataSet, "dataSet">,
): EvaluationRecord[] {
  const ours = records.filter((record) => record.dataSet === dataSet.name);
  return [...new Map(ours.map((record) => [recordKey(record), record])).values()];
}
