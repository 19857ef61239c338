import { expect, test } from "vitest";
import {
  attainment,
  meanWithMargin,
  wilsonInterval,
} from "../../../../src/evaluation/metrics/metric-info.js";

test("attainment is relative to the baseline", () => {
  // Figures like those in the paper: 30.4 against 24.24.
  expect(attainment(0.304, 0.2424)).toBeCloseTo(1.2541, 4);
  expect(attainment(0.3, 0)).toBeNull();
});

test("the margin is 1.96 standard errors", () => {
  // Mean 2; squares 1 + 0 + 1 = 2; variance 2/2 = 1; 1.96 · √(1/3) = 1.1316.
  const { mean, count, margin } = meanWithMargin([1, 2, 3]);
  expect([mean, count]).toEqual([2, 3]);
  expect(margin).toBeCloseTo(1.1316, 4);
  expect(meanWithMargin([5])).toEqual({ mean: 5, count: 1, margin: 0 });
  expect(meanWithMargin([])).toEqual({ mean: 0, count: 0, margin: 0 });
});

test("Wilson's interval is valid near 0 and 1, and for few cases", () => {
  // Computed by hand from the formula.
  expect(wilsonInterval(8, 10)).toEqual([expect.closeTo(0.4902, 4), expect.closeTo(0.9433, 4)]);
  expect(wilsonInterval(0, 10)).toEqual([0, expect.closeTo(0.2775, 4)]);
  expect(wilsonInterval(1, 1)).toEqual([expect.closeTo(0.2065, 4), 1]);
  expect(wilsonInterval(0, 0)).toEqual([0, 1]);
});
