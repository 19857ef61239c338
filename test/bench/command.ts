import { BadInput } from "../../cli/bad-input.js";
import { type BenchArguments, type BenchOptions, benchArguments } from "./bench-arguments.js";

export interface BenchCommand extends BenchOptions {
  readonly usage: string;
  /** Runs the benchmark and returns the text for standard output. */
  run(options: BenchArguments): Promise<string>;
}

/** A benchmark with its own command-line options. */
export interface CustomCommand {
  /** Prints its results and returns the exit code. Throws `BadInput`. */
  main(parameters: readonly string[]): Promise<number>;
}

/** Runs a benchmark and returns the exit code: 0, 2 on bad input, 3 on failure. */
export async function runCommand(
  command: BenchCommand | CustomCommand,
  parameters: readonly string[],
): Promise<number> {
  try {
    if ("main" in command) return await command.main(parameters);
    const { usage, run, ...known } = command;
    const options = benchArguments(parameters, known);
    await print(options ? await run(options) : usage);
    return 0;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return error instanceof BadInput ? 2 : 3;
  }
}

/** Prints to standard output, and waits until a pipe has accepted all of it. */
export function print(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()));
}

/** Prints progress or an error to standard error. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
