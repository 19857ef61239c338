import { describe, expect, it } from "vitest";
import { item, layOutItems, linesOf } from "./pdf-items.js";

const officers = [
  ["Ada Byron", "36", "Chief Executive Officer, Analytical Engines"],
  ["Grace Murray", "57", "Executive Vice President, Compilers"],
  ["Edsger Wybe", "47", "General Counsel; Secretary"],
  ["Barbara Jane", "60", "Chief Operating Officer"],
] as const;

/** Lines of 38 characters, in a column of 190 points. */
const column = (mark: string, count: number) =>
  Array.from({ length: count }, (_, row) => `some prose in line ${row} of column ${mark} goes on`);

describe("a table of words", () => {
  it("reads a table of words by rows even if the file draws it by columns", () => {
    const drawn = [0, 1, 2].flatMap((cell) =>
      officers.map((officer, row) => item(officer[cell] ?? "", 50 + cell * 110, 100 + row * 14)),
    );
    expect(linesOf(layOutItems(drawn))).toEqual(officers.map((officer) => officer.join("\t")));
  });
});

describe("columns of prose", () => {
  it("keeps columns of prose despite a line that extends into the gutter or a hanging mark", () => {
    const left = column("L", 10).map((line, row) => item(line, 50, 100 + row * 12));
    const right = column("R", 10).map((line, row) => item(line, 262, 104 + row * 12));
    left[4] = item("a line a little longer than the rest: L-", 54, 148);
    right[6] = item("“a line that begins with a quotation R", 258, 176);
    const lines = linesOf(layOutItems([...left, ...right])).filter((line) => line !== "");
    expect(lines.slice(0, 10).every((line) => /L/.test(line))).toBe(true);
    expect(lines.slice(10).every((line) => /R/.test(line))).toBe(true);
  });

  it("keeps a heading at the top of each column", () => {
    const columns = ["L", "R"].flatMap((mark, index) => [
      item(`Part ${mark} of two`, 50 + index * 220, 70),
      ...column(mark, 8).map((line, row) => item(line, 50 + index * 220, 100 + row * 12)),
    ]);
    const lines = linesOf(layOutItems(columns)).filter((line) => line !== "");
    expect(lines.indexOf("Part R of two")).toBe(9);
  });

  it("joins a paragraph that continues in the next column, and puts footnotes after it", () => {
    const items = [
      ...column("L", 8).map((line, row) => item(line, 50, 100 + row * 12)),
      item("1 A note at the foot of the column, set smaller.", 50, 220, { size: 7 }),
      item("and ends here, in the next column.", 262, 104),
      ...column("R", 8).map((line, row) => item(line, 262, 130 + row * 12)),
    ];
    const { text, lines } = layOutItems(items);
    const blockOf = (words: string) => {
      const at = text.indexOf(words);
      return lines.find(({ start, end }) => start <= at && at < end)?.block;
    };
    expect(blockOf("and ends here")).toBe(blockOf("line 7 of column L"));
    expect(text.indexOf("A note")).toBeGreaterThan(text.indexOf("line 7 of column R"));
  });
});
