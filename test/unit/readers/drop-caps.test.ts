import { describe, expect, it } from "vitest";
import type { TextItem } from "../../../src/readers/pdf/text-item.js";
import { item, layOutItems, linesOf, lostCharacters } from "./pdf-items.js";

/**
 * A letter as tall as several lines, which start next to it, with the rest of its paragraph below.
 */
function paragraph(letter: string, lines: readonly string[], below: readonly string[]): TextItem[] {
  const foot = 100 + 12 * (lines.length - 1);
  const size = (12 * (lines.length - 1)) / 0.72 + 10;
  const initial = { ...item(letter, 50, foot, { size }), right: 50 + 0.7 * size };
  return [
    initial,
    ...lines.map((line, row) => item(line, initial.right + 3, 100 + 12 * row)),
    ...below.map((line, row) => item(line, 50, foot + 12 * (row + 1))),
  ];
}

const rest = ["before the war, and nobody was paid", "for the work, as the ledgers tell us,"];
const below = ["neither in money nor in kind, and the", "harbour was sold to a company then."];

describe("a large initial over several lines", () => {
  it.each([
    ["The", paragraph("T", ["he quay of the harbour was built", ...rest], below)],
    ["The", paragraph("T", ["he quay of the harbour was built", rest[0] as string], below)],
    ["A quay", paragraph("A", ["quay of the harbour was built", ...rest], below)],
    ["After", paragraph("A", ["fter the harbour had been built", ...rest], below)],
    ["“It", paragraph("“I", ["t is the harbour that was built", ...rest], below)],
  ])("joins a large initial to the first word of the first line: %s", (word, items) => {
    for (const drawn of [items, [...items.slice(1), ...items.slice(0, 1)]]) {
      const layout = layOutItems(drawn);
      const [first, second] = linesOf(layout);
      expect(first).toMatch(new RegExp(`^${word} `));
      expect(second).toBe(rest[0]);
      expect(lostCharacters(drawn, layout)).toBe("");
    }
  });

  it("distinguishes a large initial from a one-letter word by the other words of the page", () => {
    const items = paragraph(
      "A",
      ["merica has harbours like that", ...rest],
      ["and there is more of it in America,", "as the ledgers of the office say."],
    );
    expect(linesOf(layOutItems(items))[0]).toBe("America has harbours like that");
  });

  it("does not recognise an initial next to a single line, or above lines", () => {
    const heading = [item("T", 50, 100, { size: 24 }), item("he quay", 62, 100)];
    expect(linesOf(layOutItems(heading))).toEqual(["The quay"]);
    const grade = [
      item("A", 50, 90, { size: 30 }),
      ...below.map((line, row) => item(line, 50, 112 + 12 * row)),
    ];
    expect(linesOf(layOutItems(grade))[0]).toBe("A");
  });
});
