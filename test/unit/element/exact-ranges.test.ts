import { expect, test } from "vitest";
import { exactRanges, isSeen, seenBoxes } from "../../../src/core/exact-ranges.js";
import { turnedBox } from "../../../src/element/viewer/mark-layer.js";

/** "Trace-" and "Monkey" on two lines, joined in the text; a separate cell; a no-break space. */
const items = ["Trace-", "Monkey runs", "", "12\u00a0%"];
const text = "TraceMonkey runs\t12 %";
const page = {
  text,
  geometry: {
    runs: Uint32Array.of(0, 5, 0, 0, 5, 11, 1, 0, 17, 4, 3, 0),
    boxes: new Float32Array(16),
    lengths: Uint32Array.from(items, (item) => item.length),
  },
};

test("finds a span in the items it came from, across a joined hyphen and a separator", () => {
  expect(exactRanges(page, { start: 0, end: text.length }, items)).toEqual([
    { item: 0, start: 0, end: 5 },
    { item: 1, start: 0, end: 11 },
    { item: 3, start: 0, end: 4 },
  ]);
  expect(exactRanges(page, { start: 3, end: 8 }, items)).toEqual([
    { item: 0, start: 3, end: 5 },
    { item: 1, start: 0, end: 3 },
  ]);
});

test("returns nothing if one letter differs from the displayed text", () => {
  const other = ["Trace-", "Monkey runt", "", "12\u00a0%"];
  expect(exactRanges(page, { start: 0, end: text.length }, other)).toBeNull();
  // The part that agrees can still be marked.
  expect(exactRanges(page, { start: 0, end: 11 }, other)).not.toBeNull();
});

test("returns nothing if the items are not those of the stored page", () => {
  expect(exactRanges(page, { start: 0, end: 5 }, items.slice(0, 3))).toBeNull();
  expect(exactRanges({ text, geometry: null }, { start: 0, end: 5 }, items)).toBeNull();
});

test("returns nothing if a letter of the span is not on the page", () => {
  const gap = { ...page, geometry: { ...page.geometry, runs: page.geometry.runs.slice(4) } };
  expect(exactRanges(gap, { start: 0, end: 11 }, items)).toBeNull();
});

test("returns nothing for a span outside the text, or of separators only", () => {
  expect(exactRanges(page, { start: 15, end: 99 }, items)).toBeNull();
  expect(exactRanges(page, { start: 16, end: 17 }, items)).toBeNull();
});

test("finds a letter whose accent is drawn separately", () => {
  const accented = {
    text: "Müller",
    geometry: {
      runs: Uint32Array.of(0, 6, 0, 0),
      boxes: new Float32Array(4),
      lengths: Uint32Array.of(6),
    },
  };
  expect(exactRanges(accented, { start: 0, end: 6 }, ["Muller"])).not.toBeNull();
  expect(exactRanges(accented, { start: 0, end: 6 }, ["Mutter"])).toBeNull();
});

test("marks recognised words at their positions, and parts of words by their letters", () => {
  // "harbour " and "master " as recognised side by side; the spaces were not recognised.
  const seen = {
    text: "harbour master",
    geometry: {
      runs: Uint32Array.of(0, 8, 0, 0, 8, 6, 1, 0),
      boxes: Float32Array.of(10, 20, 80, 30, 90, 20, 150, 30),
      lengths: Uint32Array.of(8, 7),
    },
  };
  const [top, bottom] = [20, 30];
  expect(seenBoxes(seen, { start: 0, end: 14 })).toEqual([
    { left: 10, top, right: 80, bottom },
    { left: 90, top, right: 150, bottom },
  ]);
  expect(seenBoxes(seen, { start: 4, end: 7 })).toEqual([{ left: 50, top, right: 80, bottom }]);
  expect(isSeen(seen, { start: 4, end: 14 })).toBe(true);
  // The text of stamps and notes comes from the file, and was not recognised.
  expect(isSeen({ ...seen, text: `${seen.text}\nRECEIVED` }, { start: 8, end: 20 })).toBe(false);
  expect(isSeen({ text: seen.text, geometry: null }, { start: 0, end: 7 })).toBe(false);
});

test("rotates a box with its page, back to the start after four quarter turns", () => {
  const box = { left: 10, top: 20, right: 30, bottom: 25 };
  const paper = { width: 100, height: 200 };
  expect(turnedBox(box, paper, 90)).toEqual({ left: 175, top: 10, right: 180, bottom: 30 });
  expect(turnedBox(box, paper, 180)).toEqual({ left: 70, top: 175, right: 90, bottom: 180 });
  expect(turnedBox(box, paper, 270)).toEqual({ left: 20, top: 70, right: 25, bottom: 90 });
  expect(turnedBox(box, paper, 0)).toEqual(box);
});
