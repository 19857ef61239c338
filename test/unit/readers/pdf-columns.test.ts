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

  it("reads columns with many lines of formulas and of a chart's numbers one after the other", () => {
    const left = column("L", 12).flatMap((line, row) => [
      item(line, 50, 100 + row * 36),
      ...["1 2", "3 4"].map((signs, below) => item(signs, 120, 112 + row * 36 + below * 12)),
    ]);
    const right = column("R", 12).flatMap((line, row) => [
      item(line, 262, 106 + row * 36),
      ...["5 6", "7 8"].map((signs, below) => item(signs, 350, 118 + row * 36 + below * 12)),
    ]);
    const lines = linesOf(layOutItems([...left, ...right])).filter((line) => /column/.test(line));
    expect(lines.slice(0, 12).every((line) => /L/.test(line))).toBe(true);
    expect(lines.slice(12).every((line) => /R/.test(line))).toBe(true);
  });

  it("keeps a heading at the top of each column", () => {
    const columns = ["L", "R"].flatMap((mark, index) => [
      item(`Part ${mark} of two`, 50 + index * 220, 70),
      ...column(mark, 8).map((line, row) => item(line, 50 + index * 220, 100 + row * 12)),
    ]);
    const lines = linesOf(layOutItems(columns)).filter((line) => line !== "");
    expect(lines.indexOf("Part R of two")).toBe(9);
  });

  it("joins a paragraph that continues in the next column with a name or a number", () => {
    const left = column("L", 8).map((line, row) => item(line, 50, 100 + row * 12));
    const continued = (first: string, indent = 0) =>
      layOutItems([
        ...left,
        item(first, 262 + indent, 100),
        ...column("R", 8).map((line, row) => item(line, 262, 112 + row * 12)),
      ]).lines.map(({ block }) => block);
    expect(new Set(continued("1843 in London, where the engine was shown")).size).toBe(1);
    expect(new Set(continued("Another paragraph begins with this line", 12)).size).toBe(2);
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

describe("justified lines", () => {
  /** Words with the same space between them, up to a right edge. */
  const spread = (words: string, left: number, right: number, baseline: number) => {
    const parts = words.split(" ");
    const width = parts.reduce((sum, word) => sum + word.length * 5, 0);
    const space = (right - left - width) / (parts.length - 1);
    let at = left;
    return parts.map((word) => {
      const placed = item(word, at, baseline);
      at += word.length * 5 + space;
      return placed;
    });
  };

  it("reads columns of prose as text, however wide their spaces are", () => {
    const lines = [
      "the advances made in botany and of all in",
      "chemistry led medicine in medieval",
      "times to develop into pharmacology, as one",
    ];
    const items = lines.flatMap((line, row) => spread(line, 50, 272, 100 + row * 12));
    expect(linesOf(layOutItems(items))).toEqual(lines);
  });

  it("reads aligned cells, and words below a line that is not full, as rows", () => {
    const rows = [
      ["apples", "pears", "plums"],
      ["red", "green", "blue"],
    ];
    const cells = rows.flatMap((row, at) =>
      row.map((cell, index) => item(cell, 50 + index * 60, 100 + at * 12)),
    );
    expect(linesOf(layOutItems(cells))).toEqual(rows.map((row) => row.join("\t")));
    const single = [
      item("The orchard has these", 50, 100),
      ...spread("apples pears gooseberries", 50, 200, 112),
    ];
    expect(linesOf(layOutItems(single)).at(-1)).toBe("apples\tpears\tgooseberries");
  });
});
