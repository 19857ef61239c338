import { describe, expect, it } from "vitest";
import { itemRanges, type PageGeometry, spanBoxes } from "../../../src/core/page.js";

// Text "Hello wide\nworld" in items "Hello wi-" (its hyphen dropped), "de" and "world".
const geometry: PageGeometry = {
  runs: Uint32Array.from([0, 8, 0, 0, 8, 2, 1, 0, 11, 5, 2, 0]),
  boxes: Float32Array.from([10, 20, 100, 32, 10, 34, 30, 46, 10, 48, 60, 60]),
  lengths: Uint32Array.from([9, 2, 5]),
};

describe("itemRanges", () => {
  it("finds the parts of items that show a span", () => {
    expect(itemRanges(geometry, { start: 6, end: 13 })).toEqual([
      { item: 0, start: 6, end: 8 },
      { item: 1, start: 0, end: 2 },
      { item: 2, start: 0, end: 2 },
    ]);
  });

  it("finds nothing for characters that are not on the page", () => {
    expect(itemRanges(geometry, { start: 10, end: 11 })).toEqual([]);
  });

  it("finds nothing for an empty span", () => {
    expect(itemRanges(geometry, { start: 3, end: 3 })).toEqual([]);
  });
});

describe("spanBoxes", () => {
  it("distributes an item's width over its characters", () => {
    expect(spanBoxes(geometry, { start: 12, end: 14 })).toEqual([
      { left: 20, top: 48, right: 40, bottom: 60 },
    ]);
  });
});
