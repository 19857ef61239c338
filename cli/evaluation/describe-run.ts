import path from "node:path";
import type { EvaluationReport } from "../../src/evaluation/report/make-report.js";
import { BadInput } from "../bad-input.js";
import { type Endpoint, isLocal, type LocalModel } from "../model-spec.js";
import type { EvalArguments } from "./eval-arguments.js";
import { libraryVersion, type RunDataSet, type RunDescription } from "./run-folder.js";

/**
 * Describes what is run over the data in folder `place`, to be stored in `folder`. Throws
 * `BadInput` if that already has a different run, `before`.
 */
export async function describeRun(
  options: EvalArguments,
  place: string,
  folder: string,
  before: RunDescription | null,
): Promise<RunDescription> {
  const { strategies, dataSet, limit, calls, context, ownDocuments, documents } = options;
  const model = nameOf(options.model);
  const judge = nameOf(options.judge);
  const embedder = options.embedder?.id ?? null;
  if (!before) {
    const date = new Date().toISOString();
    const version = await libraryVersion();
    const data = { path: path.relative(folder, place), dataSet, ownDocuments, documents };
    const settings = { strategies, model, context, embedder, judge, limit, calls };
    return { runVersion: 1, ...version, date, ...data, ...settings, done: {} };
  }
  // Strategies, an embedder, another judge and more questions may be added; other changes make it
  // another run.
  for (const [name, was, is] of [
    ["--path", path.resolve(folder, before.path), place],
    ["--dataset", before.dataSet, dataSet],
    ["--own-documents", yesOrNo(before.ownDocuments), yesOrNo(ownDocuments)],
    ["--documents", before.documents.join(","), documents.join(",")],
    ["--model", before.model, model],
    ["--context", before.context, context],
    ["--embedder", before.embedder, embedder ?? before.embedder],
    ["--calls", before.calls, calls],
  ]) {
    if (was === is || (name === "--embedder" && was === null)) continue;
    throw new BadInput(
      `${options.out} has a run with ${name} ${was || "none"}, not ${is || "none"}: name another folder with --out.`,
    );
  }
  return {
    ...before,
    strategies: [...new Set([...before.strategies, ...strategies])],
    embedder: embedder ?? before.embedder,
    judge: judge ?? before.judge,
    limit: limit === null || before.limit === null ? null : Math.max(limit, before.limit),
  };
}

/** A description with a data set that was run to its end. */
export function withDataSet(
  description: RunDescription,
  { dataSet, documents, pages, notes, skipped }: EvaluationReport,
  hash: string,
): RunDescription {
  const done: RunDataSet = { hash, documents, pages, notes, skipped };
  return { ...description, done: { ...description.done, [dataSet]: done } };
}

function nameOf(model: Endpoint | LocalModel | null): string | null {
  if (model === null) return null;
  if (isLocal(model)) return `${model.engine}:${model.name}`;
  return `openai:${model.url}${model.model === null ? "" : `#${model.model}`}`;
}

function yesOrNo(value: boolean): string {
  return value ? "yes" : "no";
}
