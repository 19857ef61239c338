import type { CallOptions } from "../core/call-options.js";
import type { CountTokens } from "../reading/reading.js";
import type { ToolReader } from "../tools/tool-reader.js";
import { compareRuns } from "./compare-runs.js";
import type { AgentEvent } from "./events.js";
import { matchDocuments } from "./match-documents.js";
import { recordedModel } from "./recorded-model.js";
import { recordedTools } from "./recorded-tools.js";
import { renamedReader } from "./renamed-reader.js";
import type { Replay } from "./replay-result.js";
import type { run } from "./run.js";
import { scopedReader } from "./scope.js";
import type { Trace } from "./trace.js";

/** What a replay works with. */
export interface ReplayParts {
  readonly reader: ToolReader;
  readonly countTokens: CountTokens;
  readonly run: typeof run;
}

const usualPassages = 5;

/**
 * Runs a trace again over the collection as it is now, with the recorded replies in the place of
 * the model and the recorded results in the place of tools that the page had registered. Documents
 * are found by their content, which was read here or is said to be theirs (these are named), else by
 * their path, and have the ids that they had then. Throws
 * `no-documents` when none of the trace's documents is there.
 */
export async function replay(
  trace: Trace,
  { reader, countTokens, run }: ReplayParts,
  { signal }: CallOptions,
): Promise<Replay> {
  const { question, history, strategy, calls, model, tools, documents, steps, answer } = trace;
  const { names, changed } = matchDocuments(documents, await reader.documents({ signal }));
  const scoped = scopedReader(reader, [...names.values()]);
  const made = steps.filter((step) => step.type === "call");
  const passages = answer.passages.length || usualPassages;
  const replayed: Trace[] = [];
  await run(
    { question, history, strategy, calls, passages, documents: null },
    {
      reader: renamedReader(scoped, names),
      model: model && recordedModel(model, steps),
      tools: recordedTools(tools, made),
      countTokens,
    },
    {
      signal,
      onProgress: (event: AgentEvent) => {
        if (event.type === "answer") replayed.push(event.trace);
      },
    },
  );
  const differences = replayed.flatMap((again) => compareRuns(trace, again));
  return { same: differences.length === 0, differences, changedDocuments: changed };
}
