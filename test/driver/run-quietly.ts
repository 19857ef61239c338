import { spawn } from "node:child_process";

/** How long a command may take, and what is added to its environment. */
export interface QuietRun {
  /** Milliseconds it may go without printing anything. */
  readonly silence: number;
  /** Milliseconds it may take altogether. */
  readonly limit: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** How a command ended. */
export interface QuietEnd {
  /** `missing`: it could not be started; `late`: it was silent, or took, too long. */
  readonly end: "succeeded" | "failed" | "missing" | "late";
  /** The last of what it printed. */
  readonly output: string;
}

/** Characters of a command's output that are kept. */
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
      // A group of its own, so that helpers which the command started end with it.
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
        // It ended by itself in the meantime.
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
