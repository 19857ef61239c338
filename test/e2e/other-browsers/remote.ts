import type { ChildProcess } from "node:child_process";
import { createServer } from "node:net";

/** One input device's actions, in the form that both protocols of WebDriver have in common. */
export interface InputSource {
  readonly type: "pointer" | "key";
  readonly id: string;
  readonly actions: readonly Readonly<Record<string, unknown>>[];
}

/** How a browser is started. */
export interface StartOptions {
  readonly dark?: boolean;
}

/** A started browser with one page, spoken to in whatever protocol it has. */
export interface Remote {
  /** Its name and version, such as `Firefox 153.7.0`. */
  readonly name: string;
  /** Loads an address, and waits until it is loaded. */
  goTo(url: string): Promise<void>;
  /** The value of an expression in the page, awaited; it has to go through JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Chooses files in the file input that an expression gives. */
  setFiles(expression: string, files: readonly string[]): Promise<void>;
  act(sources: readonly InputSource[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** A picture of what is seen, as PNG. */
  screenshot(): Promise<Buffer>;
  /** Errors that the page reported by now. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

/** An unused port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });
}

/** Waits for a line that a process prints; rejects when it ends without it. */
export function printed(child: ChildProcess, pattern: RegExp): Promise<RegExpMatchArray> {
  return new Promise((resolve, reject) => {
    let output = "";
    const heard = (chunk: Buffer) => {
      output += chunk.toString();
      const match = output.match(pattern);
      if (match) resolve(match);
    };
    child.stdout?.on("data", heard);
    child.stderr?.on("data", heard);
    child.once("error", reject);
    child.once("close", () => reject(new Error(`It ended before ${pattern} was seen: ${output}`)));
  });
}

/** Ends a process and all that it started. It must lead a group of its own. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const closed = new Promise((resolve) => child.once("exit", resolve));
  process.kill(-child.pid, "SIGKILL");
  await closed;
}
