import type { Reporter, TestModule } from "vitest/node";

/** Longer than any test may take, however busy the machine. */
const longestSilence = 10 * 60_000;

/**
 * Ends a run in which no test has finished for ten minutes, and names the running files. A page
 * caught in an endless loop runs no timer that could end its test.
 */
export default class EndHungRun implements Reporter {
  readonly #running = new Set<string>();
  #limit: NodeJS.Timeout | undefined;

  onTestRunStart(): void {
    this.#heard();
  }

  onTestModuleStart({ moduleId }: TestModule): void {
    this.#running.add(moduleId);
    this.#heard();
  }

  onTestCaseResult(): void {
    this.#heard();
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#running.delete(moduleId);
    this.#heard();
  }

  onTestRunEnd(): void {
    clearTimeout(this.#limit);
  }

  #heard(): void {
    clearTimeout(this.#limit);
    this.#limit = setTimeout(() => {
      const files = [...this.#running].join("\n  ");
      process.stderr.write(`No test has ended for ten minutes. These files hang:\n  ${files}\n`);
      process.exit(1);
    }, longestSilence);
    this.#limit.unref();
  }
}
