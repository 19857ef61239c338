import fc from "fast-check";
import { expect, it } from "vitest";
import { clipRanges, type PageRange, pageRanges, pagesIn } from "../../../src/core/page.js";

const pages = fc
  .uniqueArray(fc.integer({ min: 1, max: 40 }))
  .map((numbers) => numbers.sort((a, b) => a - b));

function numbersIn(ranges: readonly PageRange[]): number[] {
  return ranges.flatMap(({ from, to }) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index),
  );
}

it("pageRanges joins consecutive pages into one range", () => {
  expect(pageRanges([1, 2, 3, 5, 9, 10])).toEqual([
    { from: 1, to: 3 },
    { from: 5, to: 5 },
    { from: 9, to: 10 },
  ]);
});

it("ranges contain exactly the pages they were made from", () => {
  fc.assert(
    fc.property(pages, (numbers) => {
      expect(numbersIn(pageRanges(numbers))).toEqual(numbers);
      expect(pagesIn(pageRanges(numbers))).toBe(numbers.length);
    }),
  );
});

it("clipRanges keeps only common pages", () => {
  fc.assert(
    fc.property(pages, pages, (one, other) => {
      const both = one.filter((number) => other.includes(number));
      expect(numbersIn(clipRanges(pageRanges(one), pageRanges(other)))).toEqual(both);
    }),
  );
});
