import { expect, it } from "vitest";
import { DistinctPaths, freePath, numberedPath } from "../../../src/core/paths.js";

it("a number precedes the extension of a file, or ends a name without one", () => {
  expect(numberedPath("report.pdf", 2)).toBe("report (2).pdf");
  expect(numberedPath("a.b/report.tar.gz", 12)).toBe("a.b/report.tar (12).gz");
  expect(numberedPath("a.b/notes", 2)).toBe("a.b/notes (2)");
  expect(numberedPath("a/.hidden", 2)).toBe("a/.hidden (2)");
  expect(numberedPath("a/report.pdf", 2, "folder")).toBe("a/report.pdf (2)");
});

it("returns a free path unchanged, or with the first free number", () => {
  const taken = new Set(["a.pdf", "a (2).pdf", "a (4).pdf"]);
  expect(freePath("b.pdf", (path) => taken.has(path))).toBe("b.pdf");
  expect(freePath("a.pdf", (path) => taken.has(path))).toBe("a (3).pdf");
});

it("files with the same name get numbers that no other file already has", () => {
  const written = ["a.pdf", "a.pdf", "a (2).pdf", "a.pdf", "b.pdf"];
  const distinct = new DistinctPaths(written);
  expect(written.map((path) => distinct.take(path))).toEqual([
    ...["a.pdf", "a (3).pdf", "a (2).pdf", "a (4).pdf", "b.pdf"],
  ]);
});

it("the file with the exact name keeps the path, whichever comes first", () => {
  const distinct = new DistinctPaths(["e\u0301.txt", "\u00e9.txt"]);
  expect(distinct.take("\u00e9.txt", "e\u0301.txt")).toBe("\u00e9 (2).txt");
  expect(distinct.take("\u00e9.txt", "\u00e9.txt")).toBe("\u00e9.txt");
});

it("numbering thousands of files of one name is fast", () => {
  const distinct = new DistinctPaths(["a.pdf"]);
  let [calls, last] = [0, ""];
  const counting = new DistinctPaths(["a.pdf"], (path) => {
    calls++;
    return path;
  });
  for (let file = 1; file <= 5000; file++) {
    last = distinct.take("a.pdf");
    counting.take("a.pdf");
  }
  expect([last, calls]).toEqual(["a (5000).pdf", 4999]);
});
