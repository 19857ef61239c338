import { describe, expect, it, test } from "vitest";
import {
  parsePageList,
  pathFilter,
  readGrepOptions,
} from "../../../../src/search/grep/read-options.js";

describe("a list of pages", () => {
  test.each([
    ["3", [[3, 3]]],
    [
      "2-3,5",
      [
        [2, 3],
        [5, 5],
      ],
    ],
    [
      "5, 2-3",
      [
        [2, 3],
        [5, 5],
      ],
    ],
    ["1-4,3-6,7", [[1, 7]]],
    ["10-", [[10, 999_999_999]]],
    ["-4", [[1, 4]]],
  ])("reads a list of pages from %s", (list, ranges) => {
    expect(parsePageList(list)).toEqual(ranges.map(([from, to]) => ({ from, to })));
  });

  test.each(["", "0", "3-2", "a", "1,,2", "-", "1-2-3", "1.5"])(
    "rejects a list of pages: %j",
    (list) => {
      expect(() => parsePageList(list)).toThrow(
        expect.objectContaining({ code: "invalid-argument", data: { pages: list } }),
      );
    },
  );
});

describe("path globs", () => {
  const paths = ["10-K 2023.PDF", "filings/3M/10-k (1).pdf", "filings/notes.md", "a.b/[draft].txt"];
  test.each<[readonly string[], readonly string[], readonly number[]]>([
    [[], [], [0, 1, 2, 3]],
    [["*.pdf"], [], [0, 1]],
    [["10-k (1).pdf"], [], [1]],
    [["filings/*"], [], [2]],
    [["filings/**"], [], [1, 2]],
    [["filings/"], [], [1, 2]],
    [["/*.pdf"], [], [0]],
    [["**/*.{md,txt}"], [], [2, 3]],
    [["[!a]*.md"], [], [2]],
    [["[draft].txt"], [], [3]],
    [["notes.?d"], [], [2]],
    [["*.pdf", "*.md"], ["filings/**"], [0]],
    [["!*.pdf"], [], [2, 3]],
    [["nothing"], [], []],
    [[""], [""], [0, 1, 2, 3]],
    [["!", ""], [], [0, 1, 2, 3]],
    [["{*.pdf,*.md,*.txt,*.csv,*.html}"], [], [0, 1, 2, 3]],
  ])("path globs select paths that match %j but not %j", (include, exclude, expected) => {
    const passes = pathFilter(include, exclude);
    expect(paths.flatMap((path, index) => (passes(path) ? [index] : []))).toEqual(expected);
  });

  it("path globs take linear time where other engines need exponential time", () => {
    expect(pathFilter(["+(a|aa)+(a|aa)+(b)"], [])("a".repeat(60))).toBe(false);
  });

  it.each(["*a*a*a*a*a*a*a*b", "{*a*a*a,b}*a*a", "**/**/a/**/b/**/c/**/d"])(
    "path globs are refused if they could take too long: %s",
    (glob) => {
      expect(() => pathFilter([glob], [])).toThrow(
        expect.objectContaining({ code: "invalid-argument", data: { glob } }),
      );
    },
  );
});

describe("the options of a search", () => {
  it("accepts a single page as a number", () => {
    expect(readGrepOptions("x", { pages: 3 as never }).within).toEqual([{ from: 3, to: 3 }]);
  });

  it.each([
    ["include", 5],
    ["exclude", ["*.pdf", null]],
    ["documents", { d1: true }],
    ["pages", [2, 3]],
    ["ignoreCase", "false"],
    ["limit", "10"],
    ["context", null],
  ])("rejects the options of a search if %s is %j", (name, value) => {
    expect(() => readGrepOptions("x", { [name]: value })).toThrow(
      expect.objectContaining({
        code: "invalid-argument",
        message: expect.stringContaining(name),
      }),
    );
  });

  it("rejects a pattern that is not a text", () => {
    expect(() => readGrepOptions([7] as never, {})).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
  });
});
