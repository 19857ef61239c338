import { expect, test } from "vitest";
import { mean } from "../../../src/evaluation/metrics/metric-info.js";
import {
  differenceInterval,
  meanInterval,
  median,
  percentile,
  rateOf,
  rateText,
} from "../../bench/statistics.js";

test("percentiles lie between neighbours", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1])).toBe(2.5);
  const hundred = Array.from({ length: 101 }, (_, value) => 100 - value);
  expect(percentile(hundred, 0.95)).toBe(95);
  expect(percentile([7], 0.95)).toBe(7);
});

test("the interval contains the mean and is the same in every run", () => {
  const values = [0, 1, 1, 0, 1, 0, 0, 1, 1, 1];
  const [low, high] = meanInterval(values);
  expect(low).toBeGreaterThan(0.2);
  expect(low).toBeLessThan(mean(values));
  expect(high).toBeGreaterThan(mean(values));
  expect(meanInterval(values)).toEqual([low, high]);
});

test("more questions make the interval narrower", () => {
  const some = Array.from({ length: 40 }, (_, value) => value % 2);
  const width = ([low, high]: readonly [number, number]) => high - low;
  expect(width(meanInterval([...some, ...some, ...some, ...some]))).toBeLessThan(
    0.6 * width(meanInterval(some)),
  );
});

test("equal values give an interval of zero width", () => {
  expect(meanInterval([1, 1, 1])).toEqual([1, 1]);
});

test("differences are computed question by question", () => {
  expect(differenceInterval([1, 0], [1, 0])).toEqual([0, 0]);
  // Always better by the same amount, however much the questions differ.
  expect(differenceInterval([1, 0.5, 0.25], [0.75, 0.25, 0])).toEqual([0.25, 0.25]);
  expect(differenceInterval([1, 0], [0, 0])[1]).toBeGreaterThan(0);
});

test("the interval of a share stays within 0 and 1, and matches published values", () => {
  // The published Wilson intervals for 10 of 20 and 0 of 10.
  const [low, high] = rateOf(10, 20).interval;
  expect(low).toBeCloseTo(0.2993, 4);
  expect(high).toBeCloseTo(0.7007, 4);
  expect(rateOf(0, 10).interval[0]).toBe(0);
  expect(rateOf(0, 10).interval[1]).toBeCloseTo(0.2775, 4);
  expect(rateText(rateOf(10, 20))).toBe("10 of 20, 50.0 % [29.9, 70.1]");
  expect(rateText(rateOf(0, 0))).toBe("–");
});
