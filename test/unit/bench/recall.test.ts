import { expect, test } from "vitest";
import { differenceInterval, meanRecall, recallAt } from "../../bench/recall.js";

const judged = (evidence: string[], ...ranked: string[]) => ({
  evidence: new Set(evidence),
  ranked,
});

test("recall is the share of the evidence pages that is found", () => {
  const one = judged(["a#1", "a#2"], "b#1", "a#2", "c#1", "c#2", "c#3", "a#1");
  expect(recallAt(one, 1)).toBe(0);
  expect(recallAt(one, 5)).toBe(0.5);
  expect(recallAt(one, 10)).toBe(1);
});

test("each question counts the same", () => {
  const found = judged(["a#1"], "a#1");
  const half = judged(["a#1", "a#2"], "a#1");
  expect(meanRecall([found, half])).toEqual({ 1: 0.75, 5: 0.75, 10: 0.75, 20: 0.75 });
});

test("differences are taken question by question", () => {
  const better = [judged(["a#1"], "a#1"), judged(["a#1"], "x#1")];
  const worse = [judged(["a#1"], "x#1"), judged(["a#1"], "x#1")];
  expect(differenceInterval(better, better, 5)).toEqual([0, 0]);
  expect(differenceInterval(better, worse, 5)[1]).toBeGreaterThan(0);
});
