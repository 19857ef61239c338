import { spawn } from "node:child_process";

/** How long a command may take, and what to add to its environment. */
export interface QuietRun {
  /** The longest time without output, in milliseconds. */
  readonly silence: number;
  /** The longest time overall, in milliseconds. */
  readonly limit: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** How a command ended. */
export interface QuietEnd {
  /** `missing`: it could not be started; `late`: it was silent for too long, or took too long. */
  readonly end: "succeeded" | "failed" | "missing" | "late";
  /** The end of its output. */
  readonly output: string;
}

/** How many characters of a command's output are kept. */
const keptOutput = 20_000;

/** Runs a command without showing its output. Never rejects. */
export function runQuietly(
  command: string,
  parameters: readonly string[],
  { silence, limit, environment }: QuietRun,
): Promise<QuietEnd> {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...environment },
      // In its own process group, so that helpers started by the command end with it.
      detached: process.platform !== "win32",
    });
    let output = "";
    let isLate = false;
    const end = () => {
      isLate = true;
      if (process.platform === "win32" || child.pid === undefined) return void child.kill();
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // It exited in the meantime.
      }
    };
    let silent = setTimeout(end, silence);
    const total = setTimeout(end, limit);
    const heard = (data: Buffer) => {
      output = (output + data.toString()).slice(-keptOutput);
      clearTimeout(silent);
      silent = setTimeout(end, silence);
    };
    child.stdout.on("data", heard);
    child.stderr.on("data", heard);
    const settle = (end: QuietEnd["end"]) => {
      clearTimeout(silent);
      clearTimeout(total);
      resolve({ end: isLate ? "late" : end, output });
    };
    child.on("error", () => settle("missing"));
    child.on("close", (code) => settle(code === 0 ? "succeeded" : "failed"));
  });
}
