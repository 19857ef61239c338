import { expect, test } from "vitest";
import {
  averagePrecision,
  measures,
  normalisedGain,
  precision,
  recall,
} from "../../../bench/ir/metrics.js";

const judgements = new Map([
  ["a", 2],
  ["b", 1],
  ["c", 1],
  ["d", 0],
  ["e", -1],
]);

test("gain is the grade, discounted by the logarithm of the rank", () => {
  // Found: 1 / log2(2) + 2 / log2(4) = 2. Best: 2 / log2(2) + 1 / log2(3) + 1 / log2(4) = 3.130929754.
  expect(normalisedGain(["b", "x", "a"], judgements, 10)).toBeCloseTo(2 / 3.130929754, 8);
  // Of two places, the best has 2 / log2(2) + 1 / log2(3) = 2.630929754.
  expect(normalisedGain(["b", "x", "a"], judgements, 2)).toBeCloseTo(1 / 2.630929754, 8);
  expect(normalisedGain(["a", "c", "b"], judgements, 10)).toBe(1);
});

test("average precision is the mean precision at the ranks of all relevant documents", () => {
  // Relevant at ranks 1 and 3, one not found: (1/1 + 2/3 + 0) / 3.
  expect(averagePrecision(["b", "x", "a"], judgements)).toBeCloseTo(5 / 9, 12);
  expect(averagePrecision(["a", "b", "c"], judgements)).toBe(1);
});

test("what stands beyond the first thousand hits is not found", () => {
  const far = [...Array.from({ length: 1000 }, (_, index) => `x${index}`), "a"];
  expect(averagePrecision(far, judgements)).toBe(0);
  expect(averagePrecision(far.slice(1), judgements)).toBeCloseTo(1 / 1000 / 3, 12);
});

test("recall is the share of the relevant, precision that of the places looked at", () => {
  expect(recall(["b", "x", "a"], judgements, 2)).toBeCloseTo(1 / 3, 12);
  expect(recall(["b", "x", "a"], judgements, 100)).toBeCloseTo(2 / 3, 12);
  expect(precision(["b", "x", "a"], judgements, 2)).toBe(0.5);
  // Divided by the depth also when fewer are found.
  expect(precision(["b", "x", "a"], judgements, 30)).toBeCloseTo(2 / 30, 12);
});

test("documents judged 0 or less, and those not judged, are worth nothing", () => {
  for (const { of } of measures) expect(of(["d", "e", "x"], judgements)).toBe(0);
});

test("nothing found is worth nothing", () => {
  for (const { of } of measures) expect(of([], judgements)).toBe(0);
});
