import { realpath } from "node:fs/promises";
import path from "node:path";
import type { EvaluationRecord } from "../../src/evaluation/api.js";
import { type EvaluationReport, makeReport } from "../../src/evaluation/report/make-report.js";
import { scoredRecord } from "../../src/evaluation/score-record.js";
import { recordKey } from "../../src/evaluation/stored-log.js";
import { strategyNamed } from "../../src/evaluation/strategies/strategy-named.js";
import { BadInput } from "../bad-input.js";
import { isLocal } from "../model-spec.js";
import { startFolder } from "../package-folder.js";
import { messages } from "../printer.js";
import { reachEndpoint } from "../reach-endpoint.js";
import { isWithin } from "../safe-path.js";
import { describeRun, withDataSet } from "./describe-run.js";
import type { EvalArguments } from "./eval-arguments.js";
import { dataSetHash, finishedEnd } from "./finished-data-set.js";
import { type LocalDataSet, loadDataSets } from "./load-data-sets.js";
import { giveResults, type Reported, scoresText, writeResults } from "./results.js";
import { light, runDataSet } from "./run-data-set.js";
import { type RunDescription, RunFolder } from "./run-folder.js";
import { strategiesFor } from "./strategies-for.js";

/** Runs strategies over data sets, or resumes a run. Returns the exit code. */
export async function runEvaluation(
  options: EvalArguments,
  prepare: () => Promise<void>,
): Promise<number> {
  const named = options.path ?? "";
  const place = placeOf(named);
  const dataSets = await loadDataSets(place, options.dataSet, options);
  const out = options.out === null ? null : placeOf(options.out);
  const folder = out === null ? null : await RunFolder.read(out);
  if (folder?.note) messages.line(folder.note);
  let description = await describeRun(options, place, out ?? place, folder?.description ?? null);
  const recorded = folder?.records ?? [];
  const planned = dataSets.map((local) => {
    const strategies = strategiesFor(options.strategies, local);
    const request = { ...options, ...local, ...settings, strategies, replay: false };
    const before = folder?.description?.done[local.dataSet.name];
    return { request, done: finishedEnd(request, recorded, before) ?? undefined };
  });
  if (planned.some(({ done }) => !done)) {
    for (const endpoint of [options.model, options.judge]) {
      if (endpoint && !isLocal(endpoint)) await reachEndpoint(endpoint);
    }
    await prepare();
  }
  await folder?.write("run.json", text(description));
  const file = await folder?.append();
  const reported: Reported[] = [];
  let added = 0;
  const stop = watchStop(options.out);
  try {
    for (const { request, done } of planned) {
      const { dataSet } = request;
      const take = async (line: string) => {
        await file?.add(line);
        added++;
      };
      const report = await runDataSet(request, recorded, take, done);
      reported.push({ report, dataSet });
      description = withDataSet(description, report, dataSetHash(dataSet));
      if (!folder) continue;
      await folder.write("run.json", text(description));
      await writeResults(folder, reported, options.baseline);
    }
  } catch (error) {
    if (stop.stopped()) return 130;
    if (!(error instanceof BadInput) || added === 0) throw error;
    const kept = folder
      ? `What was run until then is kept in ${options.out}: the same command continues with it.`
      : "Nothing of it was kept: name a folder with --out.";
    throw new BadInput(`${error.message} ${kept}`);
  } finally {
    stop.end();
    await file?.close();
  }
  await giveResults(reportsOf(reported), options);
  return 0;
}

function reportsOf(reported: readonly Reported[]): EvaluationReport[] {
  return reported.map(({ report }) => report);
}

/** Runs a recorded run again without its model. Returns the exit code. */
export async function replayRun(
  options: EvalArguments,
  from: string,
  prepare: () => Promise<void>,
): Promise<number> {
  const { folder, description, dataSets } = await recordedRun(options, from);
  checkEmbedder(options, from, description, folder.records);
  await prepare();
  const out = options.out === null ? null : await RunFolder.read(placeOf(options.out));
  if (out?.description) throw new BadInput(`${options.out} has a run in it: name another folder.`);
  const reported: Reported[] = [];
  for (const local of dataSets) {
    const { calls } = description;
    const recorded = recordsOf(folder.records, local);
    const strategies = [...new Set(recorded.map(({ strategy }) => strategy))];
    const none = { model: null, judge: null, context: null, limit: null };
    const { embedder, vectors, timeout } = options;
    const request = {
      ...local,
      ...settings,
      ...none,
      embedder,
      vectors,
      timeout,
      calls,
      strategies,
      replay: true,
    };
    const report = await runDataSet(request, recorded, () => {});
    reported.push({ report, dataSet: local.dataSet });
  }
  const reports = reportsOf(reported);
  const now = out ? await writeResults(out, reported, options.baseline) : scoresText(reports);
  const before = rescored(folder.records, description, dataSets);
  const same = now === scoresText(reportsOf(before));
  await giveResults(reports, options);
  const differences = reports.flatMap(({ replayed }) => replayed?.different ?? []);
  for (const { question, difference } of differences.slice(0, 20)) {
    messages.line(`${question}: ${difference}`);
  }
  const all = reports.reduce((sum, { records }) => sum + records.length, 0);
  messages.line(
    `${all - differences.length} of ${all} questions ran as recorded; the scores are ${same ? "the same" : "others"}.`,
  );
  return same && differences.length === 0 ? 0 : 1;
}

/** Computes the scores of a recorded run again. Returns the exit code. */
export async function rescoreRun(options: EvalArguments, from: string): Promise<number> {
  const { folder, description, dataSets } = await recordedRun(options, from);
  const reported = rescored(folder.records, description, dataSets);
  const out = options.out === null ? folder : await RunFolder.read(placeOf(options.out));
  await writeResults(out, reported, options.baseline);
  await giveResults(reportsOf(reported), options);
  return 0;
}

/** Notices if a person stops a run, and says where it is stored. `end` removes the listener. */
function watchStop(out: string | null): { stopped(): boolean; end(): void } {
  let stopped = false;
  const stop = () => {
    stopped = true;
    const kept = out === null ? "" : ` What was run is kept in ${out}: the same command goes on.`;
    messages.line(`\nStopped.${kept}`);
    // Normally the run stops because the browser ends as well; otherwise, this timer stops it.
    setTimeout(() => process.exit(130), 5000).unref();
  };
  process.once("SIGINT", stop);
  return { stopped: () => stopped, end: () => void process.removeListener("SIGINT", stop) };
}

const settings = { apiKey: process.env.PAGEHOUND_API_KEY || undefined };

function placeOf(named: string): string {
  return path.resolve(startFolder(), named);
}

function text(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

async function recordedRun(options: EvalArguments, from: string) {
  const folder = await RunFolder.read(placeOf(from));
  const { description } = folder;
  if (!description) throw new BadInput(`${from} has no run in it: run.json is missing.`);
  if (folder.note) messages.line(folder.note);
  const place = options.path === null ? await dataInside(from, description) : placeOf(options.path);
  const dataSets = await loadDataSets(place, description.dataSet, description);
  return {
    folder,
    description,
    dataSets: dataSets.filter((local) => recordsOf(folder.records, local).length > 0),
  };
}

/**
 * The folder of a run's data. Throws `BadInput` if it is outside the run's folder: such a folder
 * must be named on the command line.
 */
async function dataInside(from: string, { path: data }: RunDescription): Promise<string> {
  const folder = await realpath(placeOf(from));
  const place = path.resolve(folder, data);
  if (isWithin(folder, await realpath(place).catch(() => place))) return place;
  throw new BadInput(
    `${from}/run.json says that its data are in ${place}, which is outside of ${from}. Name them: --path ${place}`,
  );
}

/** Throws `BadInput` if the run made vectors with a different embedder than the named one. */
function checkEmbedder(
  options: EvalArguments,
  from: string,
  { embedder }: RunDescription,
  records: readonly EvaluationRecord[],
): void {
  const names = new Set(records.map(({ strategy }) => strategy));
  const [needy] = [...names].filter((name) => strategyNamed(name).needs.embedder);
  if (needy === undefined || options.embedder?.id === embedder) return;
  throw new BadInput(
    `${from} has records of ${needy}, which used the embedder ${embedder}: name its folder with --embedder DIR#${embedder}.`,
  );
}

/** A report of unchanged records, with strategies and questions in their original order. */
function rescored(
  records: readonly EvaluationRecord[],
  { done, embedder }: RunDescription,
  dataSets: readonly LocalDataSet[],
): Reported[] {
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
    const report = makeReport({
      ...known,
      dataSet,
      model: ours.find(({ model }) => model !== null)?.model ?? null,
      embedder,
      judge: ours.find(({ judgement }) => judgement)?.judgement?.judge ?? null,
      replayed: null,
      records: scored,
    });
    return { report, dataSet };
  });
}

/** The records of a data set; for repeated questions, the last one. */
function recordsOf(
  records: readonly EvaluationRecord[],
  { dataSet }: Pick<LocalDataSet, "dataSet">,
): EvaluationRecord[] {
  const ours = records.filter((record) => record.dataSet === dataSet.name);
  return [...new Map(ours.map((record) => [recordKey(record), record])).values()];
}
