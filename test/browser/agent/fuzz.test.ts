import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hostileModel } from "../../../src/evaluation/testing/hostile-model.js";
import { randomModel } from "../../../src/evaluation/testing/scripted-model.js";
import type { LanguageModel, Pagehound, StrategyName } from "../../../src/index.js";
import { tries } from "../../tries.js";
import { checkRun } from "./check-run.js";
import { openLibrary } from "./library.js";

const runsEach = tries(50, 1000);
/** From this seed on, few runs are enough for a hostile model to cite something that holds. */
const firstSeed = 40;
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

/** How runs ended, and how much their answers gave the checks to verify. */
interface Tally {
  answered: number;
  notFound: number;
  passages: number;
  /** Number of verified citations, and of dropped ones. */
  verified: number;
  dropped: number;
}

/** Runs every seed, a few at a time. */
async function fuzz(model: (seed: number) => LanguageModel): Promise<Tally> {
  const tally: Tally = { answered: 0, notFound: 0, passages: 0, verified: 0, dropped: 0 };
  let next = firstSeed;
  const lane = async () => {
    while (next < firstSeed + runsEach) {
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
        tally[answer.kind === "not-found" ? "notFound" : answer.kind]++;
        for (const { citations, dropped } of answer.sentences) {
          tally.verified += citations.length;
          tally.dropped += dropped.length;
        }
      } catch (error) {
        throw new Error(`Seed ${seed}: ${String(error)}`, { cause: error });
      }
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, lane));
  return tally;
}

describe("any model", { timeout: 600_000 }, () => {
  it.each([
    { name: "valid but senseless actions", model: randomModel },
    { name: "a hostile model", model: hostileModel },
  ])(
    "ends every run within budget, without showing an unverified citation: $name",
    async ({ model }) => {
      const { answered, notFound, passages, verified, dropped } = await fuzz((seed) => model(seed));
      expect(answered + notFound + passages).toBe(runsEach);
      expect(uncaught).toEqual([]);
      // Otherwise these runs would prove nothing about the checks.
      expect(verified).toBeGreaterThan(0);
      expect(dropped).toBeGreaterThan(0);
    },
  );
});
