import { spawn } from "node:child_process";

/** How long a command may take, and what is added to its environment. */
export interface QuietRun {
  /** Milliseconds it may go without printing anything. */
  readonly silence: number;
  /** Milliseconds it may take altogether. */
  readonly limit: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs a command without showing its output. False when it cannot start, fails or takes too long. */
export function runQuietly(
  command: string,
  parameters: readonly string[],
  { silence, limit, environment }: QuietRun,
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...environment },
      // A group of its own, so that helpers which the command started end with it.
      detached: process.platform !== "win32",
    });
    const end = () => {
      if (process.platform === "win32" || child.pid === undefined) return void child.kill();
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // It ended by itself in the meantime.
      }
    };
    let silent = setTimeout(end, silence);
    const total = setTimeout(end, limit);
    const heard = () => {
      clearTimeout(silent);
      silent = setTimeout(end, silence);
    };
    child.stdout.on("data", heard);
    child.stderr.on("data", heard);
    const settle = (succeeded: boolean) => {
      clearTimeout(silent);
      clearTimeout(total);
      resolve(succeeded);
    };
    child.on("error", () => settle(false));
    child.on("close", (code) => settle(code === 0));
  });
}
