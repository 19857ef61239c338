import { expect, it } from "vitest";
import { amountsIn, isInTier } from "../../../src/figures/tiers.js";

it.each([
  [{ value: 3, unit: "years" }, "2 to 5 years", "", true],
  [{ value: 3, unit: "years" }, "up to 2 years", "", false],
  [{ value: 7, unit: "years" }, "above 5 years", "", true],
  [{ value: 18, unit: "months" }, "1 to 2 years", "", true],
  [{ value: 7, unit: "years" }, "6 to 10", "Years with us", true],
  // Nothing says what 6 to 10 are.
  [{ value: 7, unit: "years" }, "6 to 10", "Team", null],
  [{ value: 7, unit: null }, "6 to 10", "Team", null],
  [{ value: 7, unit: "kg" }, "6 to 10 years", "", null],
  [{ value: 7, unit: "years" }, "7 years", "", null],
  [{ value: 7, unit: "years" }, "Head office", "", null],
])("says whether %o is in the range “%s” below “%s”", (amount, cell, head, expected) => {
  expect(isInTier(amount, cell, head)).toBe(expected);
});

it("reads the amounts of a question with their units", () => {
  expect(amountsIn("sick pay after 3 years")).toEqual([{ value: 3, unit: "years" }]);
  expect(amountsIn("Who was born in 1967?")).toEqual([]);
});
