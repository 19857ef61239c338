import { expect, it } from "vitest";
import { numberedThings } from "../../../src/figures/numbered-things.js";
import { haveOtherNumber, orderedThings } from "../../../src/figures/ordered-things.js";

it.each([
  ["What does plot 245 give?", [{ kind: "plot", number: "245" }]],
  [
    "Who paid invoice no. A-17 and room #4?",
    [
      { kind: "invoice", number: "a-17" },
      { kind: "room", number: "4" },
    ],
  ],
  ["revenue in 2023, May 3, Q3 and FY19, the year ended 30 June 2021", []],
])("finds the numbered things in “%s”", (text, things) => {
  expect(numberedThings(text)).toEqual(things);
});

it("finds things that an ordinal numbers", () => {
  expect(orderedThings("the third year and the 2nd coat")).toEqual([
    { kind: "year", number: "3" },
    { kind: "coat", number: "2" },
  ]);
});

it.each([
  ["third year", "Italian, second year", true],
  ["third year", "second year, third year", false],
  ["third year", "second floor", false],
])("tells “%s” from what “%s” is about", (query, text, isOther) => {
  expect(haveOtherNumber(orderedThings(text), orderedThings(query))).toBe(isOther);
});
