import { describe, expect, it } from "vitest";
import { item, layOutItems, linesOf, lostCharacters } from "./pdf-items.js";

/** Joins lines laid out as on a page. */
function joined(...lines: string[]): string[] {
  return linesOf(layOutItems(lines.map((line, row) => item(line, 50, 100 + row * 12))));
}

describe("a word hyphenated at a line's end", () => {
  it("joins a hyphenated word on its first line, without the hyphen", () => {
    expect(joined("the weather and the observa-", "tions of it")).toEqual([
      "the weather and the observations",
      "of it",
    ]);
  });

  it("keeps the punctuation after a hyphenated word", () => {
    expect(joined("some of the observa-", "tions, then others")).toEqual([
      "some of the observations,",
      "then others",
    ]);
  });

  it("joins a word whose rest is alone on the next line", () => {
    expect(joined("and some more observa-", "tions", "are here")).toEqual([
      "and some more observations",
      "are here",
    ]);
  });

  it.each([
    [
      "the page has it with a hyphen elsewhere",
      ["a long-term plan is a long-", "term plan"],
      "long-term",
    ],
    ["it has another hyphen before", ["talks that are face-to-", "face with them"], "face-to-face"],
    ["a name follows", ["the theorem of Cauchy-", "Schwarz is old"], "Cauchy-Schwarz"],
    ["two abbreviations meet", ["a paper of the USDA-", "SCS on soil"], "USDA-SCS"],
    ["one is usual", ["he met a well-", "known man"], "well-known"],
    ["one is usual behind it", ["he owes a short-", "term debt"], "short-term"],
    ["another stands behind", ["they are state-", "of-the-art ships"], "state-of-the-art"],
    ["an abbreviation stands before", ["wires that are STM-", "suspended hold"], "STM-suspended"],
  ])("a hyphenated word keeps its hyphen when %s", (_when, lines, word) => {
    expect(joined(...lines)[0]).toMatch(new RegExp(`${word}$`));
  });

  it.each([
    ["between capitals", ["GENERAL INFORMA-", "TION FOR ALL"], "INFORMATION"],
    [
      "of a name that the page also has unbroken",
      ["TraceMonkey is what Trace-", "Monkey was"],
      "TraceMonkey",
    ],
    [
      "before a part that has another hyphen",
      ["by the test of Meh-", "lich-III here"],
      "Mehlich-III",
    ],
    ["of a word that begins like another", ["members of the commit-", "tee met"], "committee"],
    ["that is soft", ["and more observa\u00ad", "tions here"], "observations"],
  ])("a hyphenated word loses its hyphen %s", (_which, lines, word) => {
    expect(joined(...lines)[0]).toMatch(new RegExp(`${word}$`));
  });

  it.each([
    ["a dash", ["he said - or so -", "that it was"]],
    ["a range", ["as in [3-", "5] and others"]],
    ["a number", ["the pages 12-", "14 of it"]],
  ])("distinguishes a hyphenated word from %s", (_what, lines) => {
    expect(joined(...lines)).toEqual(lines);
  });

  it("loses nothing but the hyphen", () => {
    const items = [item("the observa-", 50, 100), item("tions of it", 50, 112)];
    expect(lostCharacters(items, layOutItems(items))).toBe("-");
  });
});

it("drops the hyphens that browsers draw at line ends, also after another hyphen", () => {
  expect(joined("it is under-repre\u2010", "sented here")[0]).toBe("it is under-represented");
  expect(joined("a well\u2010known and long\u2010", "lived tree")[0]).toBe(
    "a well\u2010known and long\u2010lived",
  );
});
