import type { RunUsage } from "./answer.js";

/** Adds up what a run costs. */
export class Meter {
  readonly #begun = performance.now();
  #usage: Omit<RunUsage, "total"> = {
    calls: 0,
    turns: 0,
    promptTokens: 0,
    reusedTokens: 0,
    generatedTokens: 0,
    folds: 0,
    firstToken: null,
  };

  /** Milliseconds since the run began. */
  get elapsed(): number {
    return Math.round(performance.now() - this.#begun);
  }

  /** What it has cost so far. */
  get usage(): RunUsage {
    return { ...this.#usage, total: this.elapsed };
  }

  /** Adds to counts. */
  add(more: Partial<Record<"calls" | "turns" | "folds", number>> & TokenCounts): void {
    const next = { ...this.#usage };
    for (const [name, value] of Object.entries(more)) {
      next[name as keyof typeof more] += value;
    }
    this.#usage = next;
  }

  /** Notes when the first piece of the first reply came. */
  noteFirstToken(): void {
    if (this.#usage.firstToken === null) this.#usage = { ...this.#usage, firstToken: this.elapsed };
  }
}

interface TokenCounts {
  readonly promptTokens?: number;
  readonly reusedTokens?: number;
  readonly generatedTokens?: number;
}
