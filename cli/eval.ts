import type { Command } from "./commands.js";
import { evalArguments, evalUsage } from "./evaluation/eval-arguments.js";
import { replayRun, rescoreRun, runEvaluation } from "./evaluation/eval-run.js";
import { output } from "./printer.js";

/** Compares ways of answering on data sets. */
export const evaluate: Command = async (parameters, prepare) => {
  const told = await evalArguments(parameters);
  if (!told) {
    output.text(evalUsage);
    return 0;
  }
  if (told.rescore !== null) return rescoreRun(told, told.rescore);
  if (told.replay !== null) return replayRun(told, told.replay, prepare);
  return runEvaluation(told, prepare);
};
