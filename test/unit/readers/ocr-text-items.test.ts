import { describe, expect, it } from "vitest";
import type { PixelBox, SeenLine } from "../../../src/readers/ocr/recogniser.js";
import { isCredible, textItemsOf } from "../../../src/readers/ocr/scanned-pages.js";

const view = { scale: 2, width: 300, height: 400, upsideDown: false };

function box(x0: number, y0: number, x1: number, y1: number): PixelBox {
  return { x0, y0, x1, y1 };
}

function line(words: SeenLine["words"], baseline: PixelBox, height = 20): SeenLine {
  return { words, baseline, height, rightToLeft: false };
}

function word(text: string, confidence = 90, at = box(20, 40, 60, 60)): SeenLine["words"][number] {
  return { text, confidence, box: at };
}

describe("a word recognised in an image", () => {
  it("positions a recognised word on its line's baseline", () => {
    const [item] = textItemsOf([line([word("lamp")], box(20, 56, 220, 60))], view);
    expect(item).toMatchObject({ left: 10, top: 20, right: 30, bottom: 30, baseline: 29, turn: 0 });
  });

  it("positions a recognised word even if the page was drawn upside down", () => {
    const [item] = textItemsOf([line([word("lamp")], box(20, 56, 220, 60))], {
      ...view,
      upsideDown: true,
    });
    expect(item).toMatchObject({ left: 270, top: 370, right: 290, bottom: 380, turn: 2 });
    expect(item?.baseline).toBe(371);
  });

  it.each([
    [box(100, 20, 100, 220), 1],
    [box(220, 60, 20, 60), 2],
    [box(100, 220, 100, 20), 3],
  ])("gives a recognised word the direction of its baseline: %o", (baseline, turn) => {
    expect(textItemsOf([line([word("lamp")], baseline)], view)).toMatchObject([{ turn }]);
  });

  it("drops a recognised word if the engine's confidence is low", () => {
    const words = [word("lamp"), word("~|", 12), word(" ")];
    const items = textItemsOf([line(words, box(20, 60, 220, 60))], view);
    expect(items.map(({ text }) => text)).toEqual(["lamp "]);
  });
});

describe("the lines of a page", () => {
  it("gives the lines of a page one font size unless their heights differ a lot", () => {
    const baseline = box(20, 60, 220, 60);
    const heights = [19, 20, 20, 21, 34];
    const seen = heights.map((height) => line([word("lighthouse")], baseline, height));
    const sizes = textItemsOf(seen, view).map(({ size }) => size);
    expect(new Set(sizes.slice(0, 4)).size).toBe(1);
    expect(sizes[4]).toBeGreaterThan(1.5 * (sizes[0] ?? 0));
  });

  it("counts lines as text only if most characters were recognised with confidence", () => {
    const baseline = box(20, 60, 220, 60);
    const guess = word("uuf", 30);
    expect(isCredible([line([word("lighthouse"), guess], baseline)])).toBe(true);
    expect(isCredible([line([guess, guess, word("a")], baseline)])).toBe(false);
    expect(isCredible([])).toBe(false);
  });
});
