import { expect, test } from "vitest";
import { pageCount, repeated, upTo } from "../../bench/documents.js";

const documents = [
  { file: 0, path: "a.pdf", pages: 30 },
  { file: 1, path: "b.pdf", pages: 50 },
];

test("takes documents until there are enough pages", () => {
  expect(upTo(documents, 20).map(({ path }) => path)).toEqual(["a.pdf"]);
  expect(upTo(documents, 31)).toEqual(documents);
  expect(upTo(documents, 1000)).toEqual(documents);
});

test("repeats documents under other paths", () => {
  const many = repeated(documents, 170);
  expect(many.map(({ path }) => path)).toEqual([
    "a.pdf",
    "b.pdf",
    "copy-2/a.pdf",
    "copy-2/b.pdf",
    "copy-3/a.pdf",
  ]);
  expect(pageCount(many)).toBe(190);
});

test("a larger collection starts with the smaller one", () => {
  expect(repeated(documents, 500).slice(0, 2)).toEqual(repeated(documents, 60));
});

test("does not loop over documents without pages", () => {
  expect(repeated([{ file: 0, path: "a.pdf", pages: 0 }], 10)).toEqual([]);
});
