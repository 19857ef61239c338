import fc from "fast-check";
import { expect, it } from "vitest";
import {
  firstOnPage,
  packedLength,
  packPassages,
  unpackPassage,
} from "../../../src/store/contents.js";

it("passages survive packing and unpacking", () => {
  const passage = fc.record({
    page: fc.integer({ min: 1, max: 100_000 }),
    ordinal: fc.integer({ min: 1, max: 1000 }),
    start: fc.nat(1_000_000),
    end: fc.nat(1_000_000),
    heading: fc.integer({ min: -1, max: 10_000 }),
  });
  fc.assert(
    fc.property(fc.array(passage), (passages) => {
      const entries = packPassages(passages);
      expect(
        Array.from({ length: packedLength(entries) }, (_, i) => unpackPassage(entries, i)),
      ).toEqual(passages);
    }),
  );
});

it("finds the first passage on or after a page", () => {
  const pages = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 30 });
  fc.assert(
    fc.property(pages, fc.integer({ min: 1, max: 14 }), (numbers, page) => {
      const ordered = numbers.sort((a, b) => a - b);
      const entries = packPassages(
        ordered.map((number) => ({ page: number, ordinal: 1, start: 0, end: 1, heading: -1 })),
      );
      const first = ordered.findIndex((number) => number >= page);
      expect(firstOnPage(entries, page)).toBe(first < 0 ? ordered.length : first);
    }),
  );
});
