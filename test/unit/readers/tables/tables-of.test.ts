import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Page } from "../../../../src/core/page.js";
import type { Table } from "../../../../src/core/table.js";
import { csvBlocks } from "../../../../src/readers/csv/parser.js";
import { openParts, textMetadata } from "../../../../src/readers/parts.js";
import { continueTables, tablesOf } from "../../../../src/readers/tables/tables-of.js";
import { item } from "../pdf-items.js";
import { grid, income, pageOf, rowsAt } from "./table-pages.js";

describe("the tables of a page", () => {
  it("recognises rows, columns, groups, periods and signs by alignment alone", () => {
    const page = pageOf([
      item("Income (in millions of dollars, except per share data)", 72, 86),
      item("Year Ended December 31,", 300, 100),
      ...rowsAt(114, income),
    ]);
    const [table, ...others] = tablesOf(page);
    expect(others).toEqual([]);
    expect(grid(table)).toEqual([
      "Year Ended December 31,",
      "2022 | 2021",
      "Revenue | 1,577 | 1,204",
      "Operating expenses:",
      "Salaries | (310) | (295)",
      "Rent | (24) | —",
      "Net income per share | 1.20 | 1.31",
    ]);
    expect(table?.headRows).toBe(2);
    expect(table?.columns.map(({ period }) => period && [period.kind, period.day])).toEqual([
      null,
      ["duration", "2022-12-31"],
      ["duration", "2021-12-31"],
    ]);
    expect(table?.rows.map(({ label, group }) => [...group, label])).toEqual([
      ["Revenue"],
      ["Operating expenses:"],
      ["Operating expenses:", "Salaries"],
      ["Operating expenses:", "Rent"],
      ["Net income per share"],
    ]);
    const numbers = table?.cells.flatMap(({ value, unit }) =>
      value ? [[value, unit?.scale]] : [],
    );
    expect(numbers).toEqual([
      ["1577", 6],
      ["1204", 6],
      ["-310", 6],
      ["-295", 6],
      ["-24", 6],
      ["1.2", null],
      ["1.31", null],
    ]);
    expect(table?.columns[1]?.unit).toMatchObject({
      scaleFrom: "caption",
      currencyFrom: "caption",
    });
  });

  it("recognises cells over several rows and columns if rules show them", () => {
    // Boxes of 100 by 20 points, three across and three down; the last two in the first column are
    // one.
    const across = [0, 1, 3].flatMap((row) => [72, 100 + 20 * row, 372, 100 + 20 * row]);
    const partly = [172, 140, 372, 140];
    const down = [0, 1, 3].flatMap((column) => [72 + 100 * column, 100, 72 + 100 * column, 160]);
    const lower = [272, 120, 272, 160];
    const page = pageOf(
      [
        item("Town", 76, 114),
        item("Ships", 240, 114),
        item("Altona", 76, 144),
        item("12", 176, 134),
        item("8", 276, 134),
        item("30", 176, 154),
        item("9", 276, 154),
      ],
      [...across, ...partly, ...down, ...lower],
    );
    const [table] = tablesOf(page);
    const places = table?.cells.map(({ row, endRow, column, endColumn, text }) => ({
      [text]: [row, endRow, column, endColumn],
    }));
    expect(places).toEqual([
      { Town: [0, 0, 0, 0] },
      { Ships: [0, 0, 1, 2] },
      { Altona: [1, 2, 0, 0] },
      { 12: [1, 1, 1, 1] },
      { 8: [1, 1, 2, 2] },
      { 30: [2, 2, 1, 1] },
      { 9: [2, 2, 2, 2] },
    ]);
    expect(table?.rows.map(({ label }) => label)).toEqual(["Altona", "Altona"]);
  });

  it("removes leader dots from labels, and keeps footnote marks separate", () => {
    const page = pageOf(
      rowsAt(100, [
        ["", "Tons", "Share"],
        ["Coal . . . . . . . .", "41", "18.5%"],
        ["Peat (1)", "7", "3.1%"],
        ["Wood", "12", "5.0%"],
      ]),
    );
    const [table] = tablesOf(page);
    expect(table?.rows.map(({ label }) => label)).toEqual(["Coal", "Peat", "Wood"]);
    expect(table?.cells.find(({ text }) => text === "Peat (1)")?.marks).toEqual(["(1)"]);
    const percent = table?.cells.filter(({ unit }) => unit?.percent).map(({ value }) => value);
    expect(percent).toEqual(["18.5", "3.1", "5"]);
  });

  it("keeps superscript footnote marks out of numbers, years and labels", () => {
    const raised = (text: string, left: number, baseline: number) =>
      item(text, left, baseline - 4, { size: 6 });
    const page = pageOf([
      ...rowsAt(100, [
        ["", "2022", "2021"],
        ["Revenue", "1,577", "1,204"],
        ["Rent", "458", "24"],
        ["Wages", "310", "295"],
      ]),
      ...[raised("2", 320.2, 100), raised("3", 410.2, 100), raised("1", 107.2, 114)],
      ...[raised("2", 320.2, 128), raised("a", 320.2, 142), raised("1,2", 410.2, 142)],
    ]);
    const [table] = tablesOf(page);
    expect(table?.columns.map(({ period }) => period?.year)).toEqual([undefined, 2022, 2021]);
    expect(table?.rows.map(({ label }) => label)).toEqual(["Revenue", "Rent", "Wages"]);
    const found = table?.cells.filter(({ marks }) => marks.length > 0);
    expect(found?.map(({ text, value, marks }) => [text, value, ...marks])).toEqual([
      ["2022²", null, "2"],
      ["2021³", null, "3"],
      ["Revenue¹", null, "1"],
      ["458²", "458", "2"],
      ["310^a", "310", "a"],
      ["295¹,²", "295", "1,2"],
    ]);
  });

  it("finds no tables in prose, lists, contents and the axes of charts", () => {
    const prose = Array.from({ length: 12 }, (_, line) => [
      item("The harbour counted its ships by hand, as", 72, 100 + 12 * line),
      item("every harbour did before the war began", 320, 100 + 12 * line),
    ]).flat();
    const list = Array.from({ length: 6 }, (_, line) => [
      item("•", 72, 100 + 14 * line),
      item("Take the second street on the left", 90, 100 + 14 * line),
    ]).flat();
    const contents = rowsAt(100, [
      ["Foreword", "3"],
      ["Harbours", "17"],
      ["Ships", "120"],
      ["Sources", "311"],
    ]);
    const axes = rowsAt(100, [
      ["", "500", "0.5"],
      ["", "400", "0.4"],
      ["", "300", "0.3"],
      ["", "200", "0.2"],
    ]);
    for (const items of [prose, list, contents, axes]) expect(tablesOf(pageOf(items))).toEqual([]);
  });

  it("reads a table although card numbers are masked by stars", async () => {
    const masked = `Visa ${"*".repeat(40)} ending`;
    const csv = `Card,2021,2022\n${masked} 1881,12,8\nMastercard ${"†".repeat(40)} old,30,9\n`;
    const document = await openParts(csvBlocks(csv, false), textMetadata(csv.length));
    const [table] = tablesOf(await document.readPage(1));
    expect(grid(table)[1]).toBe(`${masked} 1881 | 12 | 8`);
    expect(table?.cells.flatMap(({ marks }) => marks)).toEqual([]);
  });

  it("reads tables exactly if the format has real cells", async () => {
    const csv = "Town,2021,2022\nAltona,12,(8)\nBremen,30,9\n";
    const document = await openParts(csvBlocks(csv, false), textMetadata(csv.length));
    const [table] = tablesOf(await document.readPage(1));
    expect(grid(table)).toEqual(["Town | 2021 | 2022", "Altona | 12 | (8)", "Bremen | 30 | 9"]);
    expect(table?.columns.map(({ period }) => period?.year ?? null)).toEqual([null, 2021, 2022]);
    expect(table?.cells.flatMap(({ value }) => value ?? [])).toEqual(["12", "-8", "30", "9"]);
    expect(table?.box).toBeNull();
  });

  it("accepts years with note marks as headings", async () => {
    const csv = "In millions,2019,2018 (4),2017 (4)\nRevenue,39,38,37\nNet income,11,3,9\n";
    const document = await openParts(csvBlocks(csv, false), textMetadata(csv.length));
    const [table] = tablesOf(await document.readPage(1));
    expect(table?.headRows).toBe(1);
    expect(table?.columns.map(({ period }) => period?.year)).toEqual([undefined, 2019, 2018, 2017]);
  });

  it("accepts year-to-year comparisons as headings", async () => {
    const csv = ",2017,2016,Change\n,,,2017 vs. 2016\nRevenue,39,38,1\nNet income,11,3,8\n";
    const document = await openParts(csvBlocks(csv, false), textMetadata(csv.length));
    const [table] = tablesOf(await document.readPage(1));
    expect(table?.headRows).toBe(2);
    expect(table?.columns.map(({ period }) => period?.year ?? null)).toEqual([
      ...[null, 2017, 2016, null],
    ]);
  });

  it("continues a table with its headings on the next page", () => {
    const first = tablesOf(pageOf(rowsAt(100, income)));
    const rest = income.slice(3).map((row) => [...row]);
    const second = tablesOf(pageOf(rowsAt(100, rest), [], 2));
    const [, [continued] = []] = continueTables([first, second]);
    expect(continued?.columns.map(({ period }) => period?.year)).toEqual([undefined, 2022, 2021]);
    expect(continued?.continues).toBe(1);
    const elsewhere = tablesOf(pageOf(rowsAt(100, rest), [], 3));
    expect(continueTables([first, elsewhere])[1]).toEqual(elsewhere);
  });
});

describe("any page", () => {
  const anyText = fc.constantFrom(
    "Coal",
    "12",
    "(3.5)",
    "$",
    "2021",
    "—",
    "and so on",
    "7 %",
    "a b",
  );
  const anyItems = fc.array(
    fc
      .tuple(anyText, fc.integer({ min: 20, max: 560 }), fc.integer({ min: 2, max: 60 }))
      .map(([text, left, line]) => item(text, left, 12 * line)),
    { maxLength: 80 },
  );
  const anyRules = fc
    .array(
      fc
        .tuple(fc.nat(20), fc.nat(20), fc.nat(20), fc.boolean())
        .map(([at, from, length, across]) => {
          const [start, end] = [30 * from, 30 * (from + length + 1)];
          return across ? [start, 36 * at, end, 36 * at] : [30 * at, start, 30 * at, end];
        }),
      { maxLength: 40 },
    )
    .map((rules) => rules.flat());

  it("finds only tables whose cells do not overlap and match the page's text", () => {
    fc.assert(
      fc.property(anyItems, anyRules, (items, rules) => {
        const page = pageOf(items, rules);
        const tables = tablesOf(page);
        expect(tablesOf(structuredClone(page))).toEqual(tables);
        for (const table of tables) checkTable(table, page);
      }),
      { numRuns: 300 },
    );
  });
});

function checkTable(
  { cells, rowCount, columnCount, rows, headRows, span }: Table,
  page: Page,
): void {
  const seen = new Set<string>();
  expect(rows).toHaveLength(rowCount - headRows);
  for (const { row, endRow, column, endColumn, spans, text, box } of cells) {
    expect(row >= 0 && row <= endRow && endRow < rowCount).toBe(true);
    expect(column >= 0 && column <= endColumn && endColumn < columnCount).toBe(true);
    expect(spans.map(({ start, end }) => page.text.slice(start, end)).join(" ")).toBe(text);
    expect(spans.every(({ start, end }) => start >= span.start && end <= span.end)).toBe(true);
    expect(text.trim()).not.toBe("");
    expect(box && box.left < box.right && box.top < box.bottom).toBe(true);
    for (let at = row; at <= endRow; at++) {
      for (let across = column; across <= endColumn; across++) {
        expect(seen.has(`${at} ${across}`)).toBe(false);
        seen.add(`${at} ${across}`);
      }
    }
  }
}
