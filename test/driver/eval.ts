import { PagehoundError } from "../../src/core/errors.js";
import { BadInput } from "./bad-input.js";
import { evalArguments, evalUsage } from "./evaluation/eval-arguments.js";
import { replayRun, rescoreRun, runEvaluation } from "./evaluation/eval-run.js";

async function evaluation(): Promise<number> {
  const told = await evalArguments(process.argv.slice(2));
  if (!told) {
    process.stdout.write(evalUsage);
    return 0;
  }
  if (told.replay !== null) return replayRun(told, told.replay);
  if (told.rescore !== null) return rescoreRun(told, told.rescore);
  return runEvaluation(told);
}

let code: number;
try {
  code = await evaluation();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  const bad = error instanceof BadInput || isBadData(error);
  code = bad ? 2 : 3;
}
// Channels of modules that are used here and in pages would keep the process alive.
process.stdout.write("", () => process.exit(code));

function isBadData(error: unknown): boolean {
  return PagehoundError.isInstance(error) && error.code === "invalid-data";
}
