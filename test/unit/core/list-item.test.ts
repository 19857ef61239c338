import { expect, it } from "vitest";
import { isListItem, itemMark, withoutItemMark } from "../../../src/core/text/list-item.js";

it.each([
  ["• Close the valve.", "• "],
  ["(2) Close the valve.", "(2) "],
  ["b. Close the valve.", "b. "],
  ["[x] Close the valve.", "[x] "],
  ["2.10 Fees", "2.10 "],
  ["3.11. /media", "3.11. "],
  ["1.4.2 rooms", "1.4.2 "],
  ["2.5 kg of flour", ""],
  ["30 days before departure", ""],
])("finds the mark that begins “%s”", (text, mark) => {
  expect(itemMark(text)).toBe(mark);
  expect(withoutItemMark(text)).toBe(text.slice(mark.length));
});

it("does not take the number of a section for a list item", () => {
  expect(isListItem("2.10 Fees")).toBe(false);
  expect(isListItem("2) Fees")).toBe(true);
});
