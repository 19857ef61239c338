import { BadInput } from "../../cli/bad-input.js";
import { type BenchArguments, type BenchOptions, benchArguments } from "./bench-arguments.js";

/** A benchmark as a command. */
export interface BenchCommand extends BenchOptions {
  /** The text for `--help`. */
  readonly usage: string;
  /** Returns what is printed on standard output. */
  run(told: BenchArguments): Promise<string>;
}

/** Runs a benchmark from the command line: exit code 0, 2 on bad input, 3 when it failed. */
export async function command({ usage, run, ...options }: BenchCommand): Promise<void> {
  try {
    const told = benchArguments(process.argv.slice(2), options);
    await print(told ? await run(told) : usage);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${message}\n`);
    process.exitCode = error instanceof BadInput ? 2 : 3;
  }
  // The library's pauses wait on a MessageChannel, which would keep Node running.
  process.exit();
}

/** Prints on standard output; waits until a pipe has taken all of it. */
function print(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()));
}

/** Tells on standard error what is being done. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
