import { BadInput } from "../driver/bad-input.js";
import { type BenchArguments, benchArguments } from "./bench-arguments.js";

/** Runs a benchmark from the command line: exit code 0, 2 on bad input, 3 when it failed. */
export async function command(
  usage: string,
  run: (told: BenchArguments) => Promise<string>,
): Promise<void> {
  try {
    const told = benchArguments(process.argv.slice(2));
    process.stdout.write(told ? await run(told) : usage);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${message}\n`);
    process.exitCode = error instanceof BadInput ? 2 : 3;
  }
}

/** Tells on standard error what is being done. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
