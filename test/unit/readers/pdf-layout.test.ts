import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TextItem } from "../../../src/readers/pdf/text-item.js";
import { item, itemEndingAt, layOutItems, linesOf, lostCharacters } from "./pdf-items.js";

const words = ["fog", "harbour", "the", "lamp", "keeper", "of", "ledger", "wind", "a", "bell"];
const word = fc.constantFrom(...words);

/** A line of prose that fills a column of `characters`, its last word cut to fit. */
function proseLine(characters: number): fc.Arbitrary<string> {
  return fc
    .array(word, { minLength: characters, maxLength: characters })
    .map((some) => some.join(" ").slice(0, characters).replace(/ $/, "s"));
}

interface Prose {
  readonly items: TextItem[];
  /** The text of each column, its lines joined by spaces. */
  readonly columns: string[];
}

/** Columns of prose, each drawn to its end before the next, with separate baselines. */
function prose(columnCount: number): fc.Arbitrary<Prose> {
  const width = columnCount === 2 ? 240 : 155;
  return fc
    .record({
      gutter: fc.integer({ min: 12, max: 30 }),
      starts: fc.array(fc.integer({ min: 0, max: 11 }), { minLength: 3, maxLength: 3 }),
      lines: fc.array(fc.array(proseLine(width / 5), { minLength: 12, maxLength: 30 }), {
        minLength: columnCount,
        maxLength: columnCount,
      }),
    })
    .map(({ gutter, starts, lines }) => ({
      items: lines.flatMap((column, index) =>
        column.map((line, row) =>
          item(line, 50 + index * (width + gutter), 100 + (starts[index] ?? 0) + row * 12),
        ),
      ),
      columns: lines.map((column) => column.join(" ")),
    }));
}

describe("columns", () => {
  it.each([2, 3])("reads columns of prose one after the other: %i columns", (count) => {
    fc.assert(
      fc.property(prose(count), ({ items, columns }) => {
        const layout = layOutItems(items);
        expect(layout.text.replace(/\s+/g, " ").trim()).toBe(columns.join(" "));
        expect(lostCharacters(items, layout)).toBe("");
      }),
      { numRuns: 60 },
    );
  });

  it("separates columns at full-width text, in reading order", () => {
    const column = Array.from({ length: 8 }, (_, row) => `some prose in line ${row} of a column`);
    const items = [
      item("A title that stands across both of the columns of this page", 60, 60, { size: 16 }),
      ...column.map((line, row) => item(`${line} L`, 50, 100 + row * 12)),
      ...column.map((line, row) => item(`${line} R`, 300, 100 + row * 12)),
      item(
        "A note that runs from the left edge of the page to the right, below all of it.",
        50,
        240,
      ),
    ];
    const lines = linesOf(layOutItems(items)).filter((line) => line !== "");
    expect(lines[0]).toMatch(/^A title/);
    expect(lines.slice(1, 9).every((line) => line.endsWith("L"))).toBe(true);
    expect(lines.slice(9, 17).every((line) => line.endsWith("R"))).toBe(true);
    expect(lines[17]).toMatch(/^A note/);
  });

  it("reads columns from the right if the text runs right to left", () => {
    const style = { rightToLeft: true };
    const lines = Array.from({ length: 8 }, () => "מילים אחדות בשורה של טור צר אחד");
    const items = [
      ...lines.map((line, row) => item(`${line} א`, 300, 100 + row * 12, style)),
      ...lines.map((line, row) => item(`${line} ב`, 100, 100 + row * 12, style)),
    ];
    const ends = linesOf(layOutItems(items))
      .filter((line) => line !== "")
      .map((line) => line.at(-1));
    expect(ends).toEqual([...lines.map(() => "א"), ...lines.map(() => "ב")]);
  });
});

describe("tables", () => {
  const label = fc.array(word, { minLength: 1, maxLength: 5 }).map((some) => some.join(" "));
  const amount = fc
    .tuple(fc.integer({ min: 0, max: 99_999_999 }), fc.constantFrom("", "$", "(", "%"))
    .map(([number, style]) => {
      const figure = number.toLocaleString("en-US");
      if (style === "(") return `(${figure})`;
      return style === "%" ? `${number % 100}%` : figure;
    });

  it("never splits tables into columns, however they are drawn", () => {
    const grid = fc.record({
      labels: fc.array(label, { minLength: 3, maxLength: 20 }),
      columns: fc.integer({ min: 1, max: 5 }),
      amounts: fc.array(amount, { minLength: 100, maxLength: 100 }),
      byColumn: fc.boolean(),
    });
    fc.assert(
      fc.property(grid, ({ labels, columns, amounts, byColumn }) => {
        const rows = labels.map((text, row) => [
          item(text, 50, 100 + row * 14),
          ...Array.from({ length: columns }, (_, column) =>
            itemEndingAt(amounts[row * columns + column] ?? "1", 320 + column * 70, 100 + row * 14),
          ),
        ]);
        const drawn = byColumn
          ? Array.from({ length: columns + 1 }, (_, column) =>
              rows.flatMap((row) => row[column] ?? []),
            )
          : rows;
        const items = drawn.flat();
        const layout = layOutItems(items);
        const expected = rows.map((row) => row.map(({ text }) => text).join("\t"));
        expect(linesOf(layout)).toEqual(expected);
        expect(layout.lines.every(({ kind }) => kind === "row")).toBe(true);
        expect(lostCharacters(items, layout)).toBe("");
      }),
      { numRuns: 100 },
    );
  });

  it("separates a cell that nearly touches the next where other rows begin that cell", () => {
    const cells = [
      ["Drug", "Dose", "When"],
      ["Tar", "75 mg", "at noon"],
      ["Atorvastatinum", "80 mg", "at night"],
      ["Oar oil", "5 mg", "twice"],
    ];
    const items = cells.flatMap((row, index) =>
      row.map((text, column) => item(text, [50, 129, 200][column] ?? 0, 100 + index * 14)),
    );
    expect(linesOf(layOutItems(items))).toEqual(cells.map((row) => row.join("\t")));
  });

  it("keeps words together whose gap has no cell above or below", () => {
    const items = [
      item("Drug", 50, 100),
      item("Dose", 150, 100),
      item("Atorvastatinum", 50, 114),
      item("retard", 129, 114),
      item("80 mg", 200, 114),
      item("Tar", 50, 128),
      item("75 mg", 150, 128),
    ];
    expect(linesOf(layOutItems(items))[1]).toBe("Atorvastatinum retard\t80 mg");
  });

  it("keeps signs with their amounts, and a dash in a separate cell", () => {
    const items = [
      item("Net income", 50, 100),
      item("$", 250, 100),
      itemEndingAt("1,234", 320, 100),
      item("—", 360, 100),
      itemEndingAt("(56", 460, 100),
      item(")", 470, 100),
      itemEndingAt("7", 520, 100),
      item("%", 540, 100),
    ];
    expect(linesOf(layOutItems(items))).toEqual(["Net income\t$ 1,234\t—\t(56 )\t7 %"]);
  });

  it("keeps labels without amounts among the rows of a table", () => {
    const row = (label: string, at: number, amount: string) => [
      item(label, 50, at),
      itemEndingAt(amount, 500, at),
    ];
    const items = [
      ...row("Cash", 100, "12"),
      item("Current liabilities:", 50, 114),
      ...row("Accounts payable", 128, "7"),
    ];
    const { lines } = layOutItems(items);
    expect(lines.map(({ kind, block }) => [kind, block])).toEqual([
      ["row", 0],
      ["row", 0],
      ["row", 0],
    ]);
  });
});

describe("lines", () => {
  it("keeps superscripts and subscripts in place", () => {
    const items = [
      item("a claim", 50, 100),
      item("12", 85, 96, { size: 6 }),
      item(" and H", 91, 100),
      item("2", 121, 102, { size: 6 }),
      item("O in one line", 124, 100),
      item("The line below it", 50, 113),
    ];
    expect(linesOf(layOutItems(items))).toEqual([
      "a claim¹² and H₂O in one line",
      "The line below it",
    ]);
  });

  it("puts spaces where words have gaps between them", () => {
    const items = [
      item("two", 50, 100),
      item("words", 68, 100),
      item("joi", 100, 100),
      item("ned", 115.2, 100),
    ];
    expect(linesOf(layOutItems(items))).toEqual(["two words joined"]);
  });

  it("puts no space between characters of a script without spaces", () => {
    const items = [item("港の", 50, 100), item("案内", 63, 100)];
    expect(linesOf(layOutItems(items))).toEqual(["港の案内"]);
  });

  it("keeps a separated bullet as part of its list item", () => {
    const items = [
      item("•", 50, 100),
      item("the first of the things, which takes two lines because it is long", 75, 100),
      item("and goes on here", 75, 112),
      item("•", 50, 124),
      item("the second", 75, 124),
    ];
    const { lines, text } = layOutItems(items);
    expect(lines.map(({ kind, block, start }) => [kind, block, text[start]])).toEqual([
      ["list-item", 0, "•"],
      ["list-item", 0, "a"],
      ["list-item", 1, "•"],
    ]);
  });

  it("reads lines of right-to-left text from right to left", () => {
    const style = { rightToLeft: true };
    const items = [item("שלום", 200, 100, style), item("עולם", 175, 100, style)];
    expect(linesOf(layOutItems(items))).toEqual(["שלום עולם"]);
  });
});

describe("rotated text", () => {
  it("reads rotated text line by line after the upright text", () => {
    const up = (text: string, x: number, bottom: number): TextItem => ({
      ...item(text, 0, 0),
      ...{ left: x - 8, right: x + 2, top: bottom - text.length * 5, bottom },
      ...{ baseline: x, turn: 3 },
    });
    const items = [
      up("Printed in March", 20, 500),
      up("by the press", 32, 500),
      item("The page itself, which has more text", 80, 100),
    ];
    const layout = layOutItems(items);
    expect(linesOf(layout)).toEqual([
      "The page itself, which has more text",
      "",
      "Printed in March",
      "by the press",
    ]);
    expect(layout.lines[1]).toMatchObject({ top: 420, bottom: 500 });
  });
});

describe("form fields", () => {
  it("reads form fields next to their labels, without geometry", () => {
    const items = [item("Name:", 50, 100)];
    const layout = layOutItems(items, { fields: [item("Ada", 140, 100)] });
    expect(linesOf(layout)).toEqual(["Name:\tAda"]);
    expect([...layout.geometry.runs]).toEqual([0, 5, 0, 0]);
  });
});

describe("the layout of any page", () => {
  it("loses no text of a page and shows none twice", () => {
    const anywhere = fc.record({
      text: fc.string({ unit: fc.constantFrom(..."ab c1.\t\u00a0"), maxLength: 12 }),
      left: fc.integer({ min: 0, max: 560 }),
      baseline: fc.integer({ min: 10, max: 780 }),
      size: fc.integer({ min: 1, max: 30 }),
      turn: fc.constantFrom(0, 0, 0, 1, 2, 3, null),
    });
    fc.assert(
      fc.property(fc.array(anywhere, { maxLength: 60 }), (places) => {
        const items = places.map(({ text, left, baseline, size, turn }) =>
          item(text, left, baseline, { size, turn: turn as TextItem["turn"] }),
        );
        const layout = layOutItems(items);
        expect(lostCharacters(items, layout)).toBe("");
        let reached = 0;
        for (const { start, end } of layout.lines) {
          expect(start).toBeGreaterThanOrEqual(reached);
          expect(end).toBeGreaterThan(start);
          reached = end + 1;
        }
        const { runs } = layout.geometry;
        for (let at = 0; at < runs.length; at += 4) {
          const [start = 0, length = 0, index = 0, offset = 0] = runs.subarray(at, at + 4);
          const shown = items[index]?.text.slice(offset, offset + length);
          expect(layout.text.slice(start, start + length)).toBe(shown);
        }
      }),
      { numRuns: 200 },
    );
  });
});
