import fc from "fast-check";
import { expect, test } from "vitest";
import {
  averagePrecision,
  normalisedGain,
  recallAt,
  relevantItems,
  setScores,
} from "../../../../src/evaluation/metrics/ranking.js";

const judgements = new Map([
  ["a", 3],
  ["b", 1],
  ["c", 2],
  ["d", 0],
  ["e", -1],
]);
const evidence = relevantItems(judgements);

test("gain is the grade, discounted by the logarithm of the rank, relative to the best order", () => {
  // Found: 2/log2(2) + 0/log2(3) + 3/log2(4) = 2 + 0 + 1.5 = 3.5.
  // Best: 3/1 + 2/1.584962501 + 1/2 = 3 + 1.261859507 + 0.5 = 4.761859507.
  expect(normalisedGain(["c", "x", "a"], judgements, 10)).toBeCloseTo(3.5 / 4.761859507, 8);
  // Of two places: 2, and the best 3 + 1.261859507.
  expect(normalisedGain(["c", "x", "a"], judgements, 2)).toBeCloseTo(2 / 4.261859507, 8);
});

test("average precision is the mean of the precision at the rank of each relevant item", () => {
  // Relevant at ranks 2 and 3, one not found: (1/2 + 2/3 + 0) / 3 = 7/18.
  expect(averagePrecision(["x", "a", "b"], judgements)).toBeCloseTo(7 / 18, 12);
});

test("average precision considers a thousand places", () => {
  const far = [...Array.from({ length: 1000 }, (_, index) => `x${index}`), "a"];
  expect(averagePrecision(far, judgements)).toBe(0);
  expect(averagePrecision(far.slice(1), judgements)).toBeCloseTo(1 / 1000 / 3, 12);
});

test("recall is the share of the evidence, precision that of the considered places", () => {
  const judged = { evidence, ranked: ["a", "x", "b"] };
  // One of three is among the first two; two of three in all.
  expect(recallAt(judged, 2)).toBeCloseTo(1 / 3, 12);
  expect(recallAt(judged, 100)).toBeCloseTo(2 / 3, 12);
});

test("judges a set by all of its items", () => {
  // Two of four retrieved, two of three wanted: F1 = 2 · 1/2 · 2/3 / (1/2 + 2/3) = 4/7.
  const scores = setScores({ evidence, ranked: ["a", "x", "b", "y"] });
  expect(scores.precision).toBe(0.5);
  expect(scores.recall).toBeCloseTo(2 / 3, 12);
  expect(scores.f1).toBeCloseTo(4 / 7, 12);
  expect(setScores({ evidence, ranked: [] })).toEqual({ precision: 0, recall: 0, f1: 0 });
});

const ids = fc.uniqueArray(fc.constantFrom(..."abcdefghijklmnop"));
const grades = fc.uniqueArray(fc.tuple(fc.constantFrom(..."abcdefghij"), fc.nat(3)), {
  selector: ([id]) => id,
});

function figures(ranked: readonly string[], judged: ReadonlyMap<string, number>): number[] {
  const relevant = { evidence: relevantItems(judged), ranked };
  return [
    normalisedGain(ranked, judged, 10),
    averagePrecision(ranked, judged),
    recallAt(relevant, 5),
    ...Object.values(setScores(relevant)),
  ];
}

test("every figure of a ranking is from 0 to 1", () => {
  fc.assert(
    fc.property(ids, grades, (ranked, judged) => {
      for (const figure of figures(ranked, new Map(judged))) {
        expect(figure).toBeGreaterThanOrEqual(0);
        expect(figure).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test("the best order of all evidence scores 1", () => {
  fc.assert(
    fc.property(grades, (judged) => {
      const best = judged.filter(([, grade]) => grade > 0).sort((one, other) => other[1] - one[1]);
      fc.pre(best.length > 0);
      const ranked = best.map(([id]) => id);
      expect(normalisedGain(ranked, new Map(judged), 10)).toBeCloseTo(1, 12);
      expect(averagePrecision(ranked, new Map(judged))).toBeCloseTo(1, 12);
    }),
  );
});

test("the order after the last evidence does not matter", () => {
  fc.assert(
    fc.property(ids, grades, (ranked, judged) => {
      const tail = ["v", "w", "x", "y", "z"];
      const map = new Map(judged);
      expect(figures([...ranked, ...tail], map)).toEqual(
        figures([...ranked, ...tail.toReversed()], map),
      );
    }),
  );
});
