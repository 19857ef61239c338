import { BadInput } from "../../cli/bad-input.js";
import { type BenchArguments, type BenchOptions, benchArguments } from "./bench-arguments.js";

/** A benchmark as a command. */
export interface BenchCommand extends BenchOptions {
  /** The text for `--help`. */
  readonly usage: string;
  /** Returns what is printed on standard output. */
  run(options: BenchArguments): Promise<string>;
}

/** A benchmark with its own options. */
export interface CustomCommand {
  /** Prints what it measures, and returns the exit code. Throws `BadInput`. */
  main(parameters: readonly string[]): Promise<number>;
}

/** Runs a benchmark: returns 0, 2 on bad input, 3 if it failed. */
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

/** Prints on standard output; waits until a pipe has taken all of it. */
export function print(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()));
}

/** Prints a line of progress, or an error, on standard error. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
