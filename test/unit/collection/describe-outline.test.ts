import { expect, it } from "vitest";
import { describeOutline } from "../../../src/collection/retrieval/describe.js";
import type { DocumentId, Heading } from "../../../src/core/document.js";
import { packPassages } from "../../../src/store/contents.js";

const heading = (level: number, page: number, start: number | null): Heading => ({
  text: "A heading",
  level,
  page,
  span: start === null ? null : { start, end: start + 9 },
});

/** Four passages of 100 characters: two on page 1, one on page 2, one on page 4. */
const entries = packPassages(
  [
    { page: 1, ordinal: 1, start: 0 },
    { page: 1, ordinal: 2, start: 110 },
    { page: 2, ordinal: 1, start: 0 },
    { page: 4, ordinal: 1, start: 20 },
  ].map((passage) => ({ ...passage, end: passage.start + 100, heading: -1 })),
);

const measured = (headings: readonly Heading[]) =>
  describeOutline("d3" as DocumentId, headings, entries, 80).map(({ id, lastPage, words }) => ({
    id,
    lastPage,
    words,
  }));

it("an outline distributes the words over sections, including subsections", () => {
  // The second heading is in the middle of a passage.
  expect(measured([heading(1, 1, 0), heading(2, 1, 160), heading(1, 2, 0)])).toEqual([
    { id: "d3.h1", lastPage: 1, words: 40 },
    { id: "d3.h2", lastPage: 1, words: 10 },
    { id: "d3.h3", lastPage: 4, words: 40 },
  ]);
});

it("an outline places a bookmark that matches nothing at the top of its page", () => {
  expect(measured([heading(1, 2, null), heading(1, 3, null)])).toEqual([
    { id: "d3.h1", lastPage: 2, words: 20 },
    { id: "d3.h2", lastPage: 4, words: 20 },
  ]);
});

it("an outline assigns no words to a section without text", () => {
  expect(measured([heading(1, 4, 130), heading(1, 9, null)])).toEqual([
    { id: "d3.h1", lastPage: 4, words: 0 },
    { id: "d3.h2", lastPage: 9, words: 0 },
  ]);
});
