import { expect, it } from "vitest";
import { type RowList, RowWindow } from "../../../../src/element/documents/row-window.js";

/** So many rows of 50 pixels. */
function rows(length: number): RowList<string> {
  return {
    length,
    key: (index) => `row ${index}`,
    height: () => 50,
    draw: (index) => `drawn ${index}`,
  };
}

/** What is shown, briefly. */
const told = (shown: ReturnType<RowWindow["shown"]>) =>
  shown.map((one) => (one.isGap ? `${one.key}: ${one.height}` : one.index));

it("renders the visible rows and their neighbours, and reserves space for the rest", () => {
  const window = new RowWindow();
  const few = told(window.shown(rows(10), null));
  expect(few).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const many = told(window.shown(rows(10_000), null));
  expect(many).toHaveLength(33);
  expect(many.at(-1)).toBe(`gap 32: ${9_968 * 50}`);
});

it("keeps the row with the focus, wherever the list is scrolled to", () => {
  const window = new RowWindow();
  expect(window.scrolled(400_000, 500)).toBe(true);
  expect(window.scrolled(400_010, 500)).toBe(false);
  const shown = told(window.shown(rows(10_000), "row 3"));
  expect(shown.slice(0, 3)).toEqual(["gap 0: 150", 3, `gap 4: ${7_980 * 50}`]);
  expect(shown).toContain(8_000);
  expect(shown.length).toBeLessThan(60);
});
