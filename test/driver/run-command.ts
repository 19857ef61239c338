import { type ChildProcess, type ExecFileOptions, execFile } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { repository } from "./repository.js";

/** How a command ended, and what it printed. */
export interface CommandEnd {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Where a command runs; `started` is called with its process. */
type RunOptions = Pick<ExecFileOptions, "cwd" | "env"> & {
  readonly started?: (child: ChildProcess) => void;
};

/** Runs a script with Node.js. Never rejects. */
export function runScript(
  command: readonly string[],
  { started, ...options }: RunOptions = {},
): Promise<CommandEnd> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      command,
      { ...options, maxBuffer: 1e8, encoding: "utf8" },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
    started?.(child);
  });
}

/** Runs the command as installed from the package. */
export function runCommand(
  parameters: readonly string[],
  options: RunOptions = {},
): Promise<CommandEnd> {
  return runScript([path.join(repository, "dist/cli/pagehound.js"), ...parameters], options);
}

/** Runs a benchmark the way `npm run -s bench -- NAME …` does. */
export function runBenchmark(
  parameters: readonly string[],
  options: RunOptions = {},
): Promise<CommandEnd> {
  const tsx = createRequire(import.meta.url).resolve("tsx/cli");
  return runScript([tsx, path.join(repository, "test/bench/index.ts"), ...parameters], options);
}
