import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer, LanguageModel, Pagehound, StrategyName, Trace } from "../../../src/index.js";
import { loadWllama } from "../../../src/models/wllama/load-wllama.js";
import { randomGguf } from "../../fixtures/models/random-gguf.js";
import { isLong, tries } from "../../tries.js";
import { checkRun } from "./check-run.js";
import { openLibrary } from "./library.js";

/** A real engine is slow on a slow machine. */
const patience = 300_000;
/** A short run leaves out the strategy that control-tokens.test.ts already runs on an engine. */
const strategies = tries<readonly StrategyName[]>(
  ["tools", "retrieve"],
  ["tools", "retrieve-tools", "retrieve"],
);

let hound: Pagehound;
beforeAll(async () => {
  hound = await openLibrary("engine-test");
});
afterAll(() => hound.close());

/**
 * llama.cpp with weights generated from a seed, so that replies have the requested form but make no
 * sense.
 */
function load(seed: number, contextLength: number): Promise<LanguageModel> {
  return loadWllama({
    model: new File([randomGguf({ seed, layers: 1, pieces: 1500 })], `random-${seed}.gguf`),
    assetsBase: "/node_modules/@wllama/wllama/esm/wasm/",
    compatBase: "/node_modules/@wllama/wllama-compat/wasm/",
    contextLength,
    choosesTools: true,
  });
}

/** Checks that each turn makes the engine read only what is new. */
function expectReadOnce(trace: Trace, answer: Answer): void {
  const [, ...later] = trace.steps.filter((step) => step.type === "turn");
  const continued = later.filter(({ keptMessages }) => keptMessages >= 2);
  expect(continued).not.toEqual([]);
  for (const { reply } of continued) {
    const { promptTokens = 0, reusedTokens } = reply?.usage ?? {};
    expect(reusedTokens).toBeGreaterThan(promptTokens / 2);
  }
  expect(answer.usage.reusedTokens).toBeGreaterThan(0);
}

describe("the whole loop on llama.cpp with random weights", { timeout: patience }, () => {
  it.each(tries([1], [1, 2, 3, 4]))(
    "answers, and reads only new tokens in each turn, seed %i",
    async (seed) => {
      const model = await load(seed, 4096);
      try {
        for (const strategy of strategies) {
          const calls = 2;
          const run = hound.ask("What did fuel cost in 2024?", { model, strategy, calls });
          const { answer, trace } = await checkRun(hound, run, calls);
          const turns = trace.steps.filter((step) => step.type === "turn");
          expect(turns.length).toBe(answer.usage.turns);
          for (const { failure, reply, format } of turns) {
            expect(failure).toBeNull();
            expect(format).not.toBeNull();
            // Even a truncated reply starts the way the schema forces it to.
            expect(reply?.content).toMatch(/^\{"/);
          }
          expect(answer.usage.promptTokens).toBeGreaterThan(0);
          expect(answer.usage.generatedTokens).toBeGreaterThan(0);
          if (strategy === "tools") expectReadOnce(trace, answer);
        }
      } finally {
        await model.unload();
      }
      // Without the model, the passages remain.
      const { answer } = await checkRun(hound, hound.ask("What did fuel cost?", { model }), 10);
      expect(answer.kind).toBe("passages");
      expect(answer.reason).not.toBeNull();
    },
  );

  it("ends with passages and one clear sentence if the context cannot hold the prompt", async () => {
    const model = await load(5, 512);
    try {
      const { answer } = await checkRun(
        hound,
        hound.ask("What did fuel cost?", { model, strategy: "tools" }),
        10,
      );
      expect(answer.kind).toBe("passages");
      expect(answer.reason).toContain("512 tokens");
    } finally {
      await model.unload();
    }
  });

  it.runIf(isLong)("stops midway when asked to, and answers the next question", async () => {
    const model = await load(6, 4096);
    try {
      const stop = new AbortController();
      const run = hound.ask("What did fuel cost?", {
        model,
        strategy: "tools",
        signal: stop.signal,
      });
      const ended = (async () => {
        for await (const event of run) if (event.type === "turn-start") stop.abort();
      })();
      await expect(ended).rejects.toMatchObject({ name: "AbortError" });
      const again = hound.ask("What did fuel cost?", { model, strategy: "tools", calls: 1 });
      await checkRun(hound, again, 1);
    } finally {
      await model.unload();
    }
  });
});
