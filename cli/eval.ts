import type { Command } from "./commands.js";
import { evalArguments, evalUsage } from "./evaluation/eval-arguments.js";
import { replayRun, rescoreRun, runEvaluation } from "./evaluation/eval-run.js";
import { output } from "./printer.js";

/** Compares ways of answering on data sets. */
export const evaluate: Command = async (parameters, prepare) => {
  const options = await evalArguments(parameters);
  if (!options) {
    output.text(evalUsage);
    return 0;
  }
  if (options.rescore !== null) return rescoreRun(options, options.rescore);
  if (options.replay !== null) return replayRun(options, options.replay, prepare);
  return runEvaluation(options, prepare);
};
