import { expect, test } from "vitest";
import { measures } from "../../../bench/ir/metrics.js";

const judgements = new Map([
  ["a", 2],
  ["b", 1],
  ["c", 1],
  ["d", 0],
  ["e", -1],
]);

test("each measure matches its definition", () => {
  const ranked = ["b", "x", "a"];
  const figures = Object.fromEntries(
    measures.map(({ name, of }) => [name, of(ranked, judgements)]),
  );
  // Gain found: 1 / log2(2) + 2 / log2(4) = 2. Best: 2 / log2(2) + 1 / log2(3) + 1 / log2(4) = 3.130929754.
  expect(figures["nDCG@10"]).toBeCloseTo(2 / 3.130929754, 8);
  // Relevant at ranks 1 and 3, one not found: (1/1 + 2/3 + 0) / 3.
  expect(figures.MAP).toBeCloseTo(5 / 9, 12);
  expect(figures["R@10"]).toBeCloseTo(2 / 3, 12);
  expect(figures["R@100"]).toBeCloseTo(2 / 3, 12);
  // Divided by the depth, even if fewer are found.
  expect(figures["P@30"]).toBeCloseTo(2 / 30, 12);
});

test("documents judged 0 or less, and unjudged ones, score nothing", () => {
  for (const { of } of measures) expect(of(["d", "e", "x"], judgements)).toBe(0);
});

test("an empty result scores nothing", () => {
  for (const { of } of measures) expect(of([], judgements)).toBe(0);
});
