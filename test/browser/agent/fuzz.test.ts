import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LanguageModel, Pagehound, StrategyName } from "../../../src/index.js";
import { hostileModel, randomModel } from "../../../src/testing.js";
import { checkRun } from "./check-run.js";
import { openLibrary } from "./library.js";

const runsEach = 1000;
const sideBySide = 4;
const strategies: readonly (StrategyName | "auto")[] = [
  "auto",
  "retrieve",
  "retrieve-tools",
  "outline-tools",
  "tools",
  "full-tools",
  "full-document",
];
const questions = [
  "What were the net sales in 2023?",
  "Who?",
  "π ≠ \u0000 \ud800",
  "notice period",
];

let hound: Pagehound;
const uncaught: unknown[] = [];
const note = (event: PromiseRejectionEvent | ErrorEvent) =>
  uncaught.push("reason" in event ? event.reason : event.error);

beforeAll(async () => {
  addEventListener("unhandledrejection", note);
  addEventListener("error", note);
  hound = await openLibrary("fuzz-test");
});
afterAll(() => {
  hound.close();
  removeEventListener("unhandledrejection", note);
  removeEventListener("error", note);
});

/** Runs with every seed, a few at a time, and counts how they ended. */
async function fuzz(model: (seed: number) => LanguageModel): Promise<Map<string, number>> {
  const kinds = new Map<string, number>();
  let next = 0;
  const lane = async () => {
    while (next < runsEach) {
      const seed = next++;
      const calls = 1 + (seed % 15);
      const run = hound.ask(questions[seed % questions.length] ?? "", {
        model: model(seed),
        strategy: strategies[seed % strategies.length] ?? "auto",
        calls,
        turnTimeout: 200,
      });
      try {
        const { answer } = await checkRun(hound, run, calls);
        kinds.set(answer.kind, (kinds.get(answer.kind) ?? 0) + 1);
      } catch (error) {
        throw new Error(`Seed ${seed}: ${String(error)}`, { cause: error });
      }
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, lane));
  return kinds;
}

describe("whatever a model does", { timeout: 600_000 }, () => {
  it("runs end within budget and show no unverified citation: valid but senseless actions", async () => {
    const kinds = await fuzz((seed) => randomModel(seed));
    expect([...kinds.values()].reduce((a, b) => a + b, 0)).toBe(runsEach);
    expect(uncaught).toEqual([]);
  });

  it("runs end within budget and show no unverified citation: a hostile model", async () => {
    const kinds = await fuzz((seed) => hostileModel(seed));
    expect([...kinds.values()].reduce((a, b) => a + b, 0)).toBe(runsEach);
    expect(uncaught).toEqual([]);
  });
});
