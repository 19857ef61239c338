import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toolCallScore } from "../../../../src/evaluation/metrics/comparisons.js";
import {
  attainment,
  meanWithMargin,
  wilsonInterval,
} from "../../../../src/evaluation/metrics/metric-info.js";

const price = { tool: "Stock_Price", arguments: { ticker: "AAPL" } };
const ticker = { tool: "Get_Stock_Ticker", arguments: { company_name: "Ford" } };

describe("tool calls", () => {
  test("tool calls with a wrong name score half, as in the paper's first example", () => {
    // Name 0, key 1, value 1: 0.25 + 0.25.
    expect(toolCallScore([price], [{ ...price, tool: "Get_Stock_Price" }])).toEqual({
      names: 0,
      keys: 1,
      values: 1,
      weighted: 0.5,
    });
  });

  test("tool calls with one of two keys wrong score 7/8, as in the paper's second example", () => {
    // Names 2/2, keys 1/2, values 2/2: 0.5 + 0.125 + 0.25.
    const made = [price, { ...ticker, arguments: { company: "Ford" } }];
    expect(toolCallScore([price, ticker], made)).toEqual({
      names: 1,
      keys: 0.5,
      values: 1,
      weighted: 0.875,
    });
  });

  test("missing tool calls score 0, and unexpected ones are ignored", () => {
    expect(toolCallScore([price, ticker], [ticker])?.weighted).toBe(0.5);
    expect(toolCallScore([price], [ticker, price, ticker])?.weighted).toBe(1);
    expect(toolCallScore([price], [])?.weighted).toBe(0);
    expect(toolCallScore([], [price])).toBeNull();
  });

  test("tool calls match only one expected call each", () => {
    expect(toolCallScore([price, price], [price])?.weighted).toBe(0.5);
  });

  test("compares the values of tool calls as plain text, even inside lists and records", () => {
    const expected = { tool: "t", arguments: { a: "5", b: ["X ", { c: 1, d: true }] } };
    const made = { tool: "t", arguments: { a: 5, b: ["x", { d: "true", c: "1" }] } };
    expect(toolCallScore([expected], [made])?.values).toBe(1);
  });

  test("tool calls score 1 if all are made, in any order, and stay within 0 to 1", () => {
    const call = fc.record({
      tool: fc.constantFrom("a", "b", "c"),
      arguments: fc.dictionary(fc.constantFrom("k", "l", "m"), fc.constantFrom("1", "2", "3")),
    });
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 5 }), fc.array(call), (one, other) => {
        expect(toolCallScore(one, one.toReversed())?.weighted).toBeCloseTo(1, 12);
        const { weighted } = toolCallScore(one, other) ?? { weighted: -1 };
        expect(weighted).toBeGreaterThanOrEqual(0);
        expect(weighted).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });
});

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
