import type { ChildProcess } from "node:child_process";
import { createServer } from "node:net";

/** One input device's actions, in the form that both WebDriver protocols share. */
export interface InputSource {
  readonly type: "pointer" | "key";
  readonly id: string;
  readonly actions: readonly Readonly<Record<string, unknown>>[];
}

export interface StartOptions {
  readonly dark?: boolean;
}

/** A running browser with one page, independent of the protocol it speaks. */
export interface Remote {
  /** Its name and version, such as `Firefox 153.7.0`. */
  readonly name: string;
  /** Navigates, and waits until the page is loaded. */
  goTo(url: string): Promise<void>;
  /** Evaluates an expression in the page and awaits it; the value must be serialisable as JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Chooses files in the file input that an expression returns. */
  setFiles(expression: string, files: readonly string[]): Promise<void>;
  act(sources: readonly InputSource[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** A PNG of the visible part of the page. */
  screenshot(): Promise<Buffer>;
  /** Errors that the page has reported so far. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

/** Finds an unused port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });
}

/** Waits for a matching line in a process's output; rejects if the process exits first. */
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

/** Ends a process and everything it started. It must lead its own process group. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const closed = new Promise((resolve) => child.once("exit", resolve));
  process.kill(-child.pid, "SIGKILL");
  await closed;
}
