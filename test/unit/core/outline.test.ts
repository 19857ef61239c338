import { expect, it } from "vitest";
import {
  type DocumentId,
  type Heading,
  headingId,
  parseHeadingId,
  sectionEnds,
} from "../../../src/core/document.js";

const headings = (...levels: number[]): Heading[] =>
  levels.map((level) => ({ text: "A heading", level, page: 1, span: null }));

it("ids contain document and heading, and can be parsed", () => {
  expect(headingId("d3" as DocumentId, 11)).toBe("d3.h12");
  expect(parseHeadingId("d3.h12")).toEqual({ document: "d3", index: 11 });
  for (const text of ["d3", "d3.h0", "d3.h", "d03.h1", "d3.p1.s1", " d3.h1"]) {
    expect(parseHeadingId(text)).toBeNull();
  }
});

it("a section ends at the next heading of its level or a higher one", () => {
  expect(sectionEnds(headings(1, 2, 2, 1, 3, 2))).toEqual([3, 2, 3, 6, 5, 6]);
  expect(sectionEnds(headings(3, 2, 1))).toEqual([1, 2, 3]);
  expect(sectionEnds([])).toEqual([]);
});
