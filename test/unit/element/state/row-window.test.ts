import { expect, it } from "vitest";
import { type RowList, RowWindow } from "../../../../src/element/documents/row-window.js";

/** This many rows of 50 pixels each. */
function rows(length: number): RowList<string> {
  return {
    length,
    key: (index) => `row ${index}`,
    indexOf: (key) => {
      const index = Number(key.slice("row ".length));
      return index < length ? index : -1;
    },
    top: (index) => index * 50,
    draw: (index) => `drawn ${index}`,
  };
}

/** The visible state in short. */
const inShort = (shown: ReturnType<RowWindow["shown"]>) =>
  shown.map((one) => (one.isGap ? `${one.key}: ${one.height}` : one.index));

/** The visible state once all rows near the view are drawn. */
function whole(window: RowWindow, all: RowList<string>, ...kept: string[]) {
  let shown = window.shown(all, ...kept);
  while (!window.isWhole) shown = window.shown(all, ...kept);
  return shown;
}

it("renders the visible rows and their neighbours, and reserves space for the rest", () => {
  const window = new RowWindow();
  const few = inShort(whole(window, rows(10)));
  expect(few).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const many = inShort(whole(window, rows(10_000)));
  expect(many).toHaveLength(33);
  expect(many.at(-1)).toBe(`gap 32: ${9_968 * 50}`);
});

it("reads only a few of many rows, wherever the list is scrolled to", () => {
  const window = new RowWindow();
  window.scrolled(400_000, 500);
  const all = rows(10_000);
  const seen = new Set<number>();
  window.shown({ ...all, key: (index) => String(seen.add(index) && index) }, "row 3");
  expect(seen.size).toBeLessThan(60);
});

it("draws the rows in view first, and a few more around them with each step", () => {
  const window = new RowWindow();
  const all = rows(10_000);
  whole(window, all);
  window.scrolled(400_000, 500);
  const drawn = (): number[] => window.shown(all).flatMap((one) => (one.isGap ? [] : one.index));
  const inView = Array.from({ length: 10 }, (_, at) => 8_000 + at);
  let before: readonly number[] = [];
  do {
    const now = drawn();
    expect(now).toEqual(expect.arrayContaining([...inView, ...before]));
    expect(now.length - before.length).toBeLessThan(20);
    before = now;
  } while (!window.isWhole);
  expect(before).toContain(8_000 - 16);
  expect(before).toContain(8_009 + 16);
  // The next step of a slow scroll draws only what is new.
  expect(window.scrolled(400_400, 500)).toBe(true);
  expect(drawn()).toContain(8_017 + 16);
  expect(window.isWhole).toBe(true);
});

it("fills an empty list a few rows at a time, in order", () => {
  const window = new RowWindow();
  const drawn = (length: number): number[] =>
    window.shown(rows(length)).flatMap((one) => (one.isGap ? [] : one.index));
  let before = 0;
  do {
    const now = drawn(30);
    expect(now).toEqual(now.map((_, index) => index));
    expect(now.length - before).toBeLessThanOrEqual(4);
    before = now.length;
  } while (!window.isWhole);
  expect([before, window.isShort]).toEqual([30, true]);
  // From then on, new rows in view do not wait.
  window.scrolled(0, 1_500);
  expect(drawn(45).length).toBeGreaterThan(40);
  expect(window.isShort).toBe(true);
  drawn(10_000);
  expect(window.isShort).toBe(false);
});

it("keeps the row with the focus, wherever the list is scrolled to", () => {
  const window = new RowWindow();
  expect(window.scrolled(400_000, 500)).toBe(true);
  expect(window.scrolled(400_010, 500)).toBe(false);
  const shown = inShort(whole(window, rows(10_000), "row 3"));
  expect(shown.slice(0, 3)).toEqual(["gap 0: 150", 3, `gap 4: ${7_980 * 50}`]);
  expect(shown).toContain(8_000);
  expect(shown.length).toBeLessThan(60);
});
