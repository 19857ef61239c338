import path from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { repository } from "./repository.js";

/** How many files are listed. */
const listed = 20;

/** Prints which test files took longest, and how long the whole run took. */
export default class SlowestFiles implements Reporter {
  #start = 0;

  onTestRunStart(): void {
    this.#start = performance.now();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const timed = modules.map((module) => ({
      seconds: secondsOf(module),
      name: path.relative(repository, module.moduleId),
    }));
    const slowest = timed.toSorted((a, b) => b.seconds - a.seconds).slice(0, listed);
    const lines = slowest.map(
      ({ seconds, name }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`,
    );
    const minutes = ((performance.now() - this.#start) / 60_000).toFixed(1);
    process.stdout.write(
      `\nThe slowest files:\n${lines.join("\n")}\nAll tests: ${minutes} minutes.\n`,
    );
  }
}

function secondsOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return (collectDuration + setupDuration + duration) / 1000;
}
