import fc from "fast-check";
import { expect, it } from "vitest";
import { packedLength, packPassages, unpackPassage } from "../../../src/store/pack-passages.js";

it("passages come back from their packed form", () => {
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
