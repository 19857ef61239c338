import { expect, test } from "vitest";
import { recallAt } from "../../../src/evaluation/metrics/ranking.js";
import { meanRecall } from "../../bench/recall.js";

const judged = (evidence: string[], ...ranked: string[]) => ({
  evidence: new Set(evidence),
  ranked,
});

test("recall is the share of the evidence pages that were found", () => {
  const one = judged(["a#1", "a#2"], "b#1", "a#2", "c#1", "c#2", "c#3", "a#1");
  expect(recallAt(one, 1)).toBe(0);
  expect(recallAt(one, 5)).toBe(0.5);
  expect(recallAt(one, 10)).toBe(1);
});

test("each question counts the same", () => {
  const found = judged(["a#1"], "a#1");
  const half = judged(["a#1", "a#2"], "a#1");
  expect(meanRecall([found, half], [1, 5])).toEqual({ 1: 0.75, 5: 0.75 });
});
