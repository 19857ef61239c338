import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  expectedTime,
  keepQuestionTime,
  questionTime,
} from "../../../../src/element/models/question-time.js";
import type { Trace } from "../../../../src/index.js";
import { recommendedCpuModels, recommendedModels } from "../../../../src/models/index.js";

const [small, large] = recommendedCpuModels as [
  (typeof recommendedCpuModels)[number],
  (typeof recommendedCpuModels)[number],
];
const [graphics] = recommendedModels as [(typeof recommendedModels)[number]];
const idOf = ({ file }: { readonly file: string }) =>
  `wllama:https://intranet.example/models/${file}`;

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A question that a model answered in turns of this many milliseconds. */
function question(id: string, times: readonly number[], kind = "answered"): Trace {
  const steps = times.map((total) => ({
    ...{ type: "turn", failure: null },
    reply: { usage: { promptTokens: 0, reusedTokens: null }, timing: { firstToken: 1, total } },
  }));
  // The rest of the question does not count as the model's time.
  const call = { type: "call", took: 999 };
  return { model: { id, name: "Measured" }, steps: [...steps, call], answer: { kind } } as never;
}

test("estimates nothing before a model has answered on this device", () => {
  expect(questionTime(idOf(small), small.parameters)).toBeNull();
  for (const nothing of ["", "null", "{", '{"times":[]}', '{"id":1}']) {
    kept.set("pagehound:question-time:wllama", nothing);
    expect(questionTime(idOf(small), small.parameters)).toBeNull();
  }
});

test("estimates a model of known size from its own times, and others on the same chip by size", () => {
  const unlisted = { id: "wllama:https://intranet.example/own.gguf", parameters: 2 };
  expect(expectedTime(unlisted)).toBeNull();
  const trace = question(unlisted.id, [8000]);
  expect(keepQuestionTime({ ...trace, model: { ...trace.model, ...unlisted } as never })).toBe(
    true,
  );
  expect(expectedTime(unlisted)).toBe(8000);
  expect(expectedTime({ ...unlisted, id: "wllama:other.gguf", parameters: 1 })).toBe(4000);
  expect(expectedTime({ ...unlisted, parameters: undefined })).toBeNull();
});

test("estimates a listed model from its own times, and others on the same chip by size", () => {
  expect(keepQuestionTime(question(idOf(small), [3000, 7000]))).toBe(true);
  expect(questionTime(idOf(small), small.parameters)).toEqual({
    ...{ milliseconds: 10_000, by: "Measured", sameModel: true, words: null },
  });
  expect(questionTime(idOf(large), large.parameters)).toEqual({
    milliseconds: expect.closeTo((10_000 * large.parameters) / small.parameters),
    ...{ by: "Measured", sameModel: false, words: null },
  });
  expect(questionTime(idOf(small), null)).toBeNull();
  const id = `web-llm:${graphics.variants.f16.id}`;
  expect(questionTime(id, graphics.parameters)).toBeNull();
  keepQuestionTime(question(id, [500]));
  expect(questionTime(id, graphics.parameters)?.milliseconds).toBe(500);
  expect(questionTime(idOf(small), small.parameters)?.milliseconds).toBe(10_000);
});

test("ignores questions without an answer and models of unknown size", () => {
  expect(keepQuestionTime(question(idOf(small), [10], "passages"))).toBe(false);
  expect(keepQuestionTime(question("wllama:https://intranet.example/own.gguf", [10]))).toBe(false);
  expect(keepQuestionTime({ ...question(idOf(small), [10]), model: null })).toBe(false);
  expect(kept.size).toBe(0);
});

test("ignores another model's times, and one slow question among many", () => {
  keepQuestionTime(question(idOf(large), [90_000]));
  for (const time of [1000, 1000, 600_000]) keepQuestionTime(question(idOf(small), [time]));
  expect(questionTime(idOf(small), small.parameters)?.milliseconds).toBe(1000);
});

test("the estimate is always one of the last ten measured times", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1e7 }), { minLength: 1 }), (times) => {
      kept.clear();
      for (const time of times) keepQuestionTime(question(idOf(small), [time]));
      const estimate = questionTime(idOf(small), small.parameters)?.milliseconds;
      expect(times.slice(-10)).toContain(estimate);
    }),
  );
});

test("a slow model gets a limit on the words it reads", () => {
  const id = idOf(small);
  const trace = (tokens: number, firstToken: number): Trace => {
    const usage = { promptTokens: tokens, reusedTokens: 0, completionTokens: 1 };
    const reply = { usage, timing: { firstToken, total: 9000 } };
    const steps = [{ type: "turn", failure: null, reply }];
    return { model: { id, name: "Measured" }, steps, answer: { kind: "answered" } } as never;
  };
  // 20 tokens a second are 200 in ten seconds, about 150 words.
  keepQuestionTime(trace(100, 5000));
  expect(questionTime(id, small.parameters)?.words).toBe(150);
  keepQuestionTime(trace(1000, 5000));
  expect(questionTime(id, small.parameters)?.words).toBeNull();
});
