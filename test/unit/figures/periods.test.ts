import { describe, expect, it } from "vitest";
import type { Table } from "../../../src/core/table.js";
import { columnPeriods } from "../../../src/figures/period-columns.js";
import { datesIn, lengthsIn, periodIn, periodsIn, yearsIn } from "../../../src/figures/periods.js";
import { cellUnit, unitIn } from "../../../src/figures/table-units.js";

describe("the period in column headings", () => {
  it.each([
    [["Year Ended December 31,", "2022"], "duration", "2022-12-31", 12],
    [["Three Months Ended", "June 25, 2022"], "duration", "2022-06-25", 3],
    [["Thirteen Weeks Ended", "April 29, 2023"], "duration", "2023-04-29", null],
    [["September 25, 2021"], "date", "2021-09-25", null],
    [["31. Dezember 2021"], "date", "2021-12-31", null],
    [["2021-03-31"], "date", "2021-03-31", null],
    [["Q3 2021", "Actual"], "quarter", null, 3],
    [["FY22"], "year", null, null],
    [["2010", "Number"], "year", null, null],
  ] as const)("reads the period from %j", (heads, kind, day, months) => {
    expect(periodIn(heads)).toMatchObject({ kind, day, months });
  });

  it("finds no period if the headings name none, or two", () => {
    expect(periodIn(["Net sales"])).toBeNull();
    expect(periodIn(["2022 vs. 2021", "Change"])).toBeNull();
    expect(periodIn(["$ 2,015"])).toBeNull();
  });
});

describe("the periods in a text", () => {
  it.each([
    ["net sales in 2019 and FY22", [2019, null, null], [2022, null, null]],
    ["Q3 2023 against 3Q22", [2023, 3, null], [2022, 3, null]],
    ["the third quarter of fiscal 2021 and the first half", [2021, 3, null], [null, null, 1]],
    ["Q1 FY'24, then 2. Quartal", [2024, 1, null], [null, 2, null]],
  ] as const)("reads the periods in “%s” in order", (text, ...expected) => {
    expect(periodsIn(text).map(({ year, quarter, half }) => [year, quarter, half])).toEqual(
      expected,
    );
  });

  it("does not read amounts as periods", () => {
    expect(periodsIn("$2,019 and 2019.5 and 20 % in Q2 15.5 percent")).toMatchObject([
      { year: null, quarter: 2 },
    ]);
  });

  it("includes the years inside a range of years", () => {
    expect(yearsIn("from 2017 to 2020")).toEqual([2017, 2020, 2018, 2019]);
  });

  it.each([
    ["three months and 26 weeks", [3, 6]],
    ["the quarter and the full year", [3, 12]],
    ["year to date, nine months", []],
  ] as const)("reads the stated length of a period: %s", (text, months) => {
    expect(lengthsIn(text)).toEqual(months);
  });

  it.each([
    ["June 30, 2022", null, ["6-30"]],
    ["am 3. März", null, ["3-3"]],
    ["03.04.2021", 2021, ["4-3"]],
    ["3/4/2021", 2021, ["3-4", "4-3"]],
    ["2021-12-31", 2021, ["12-31"]],
    ["12.25.2021", 2021, ["12-25"]],
  ] as const)("reads the day %s", (text, year, days) => {
    const [date] = datesIn(text);
    expect(date?.year).toBe(year);
    expect(date?.days.map(({ month, day }) => `${month}-${day}`)).toEqual(days);
  });
});

describe("the periods of columns", () => {
  const noUnit = { scale: null, scaleFrom: null, currency: null, currencyFrom: null };
  const column = (number: number, period: string | null = null) => ({
    ...{ column: number, heads: [], period: period === null ? null : periodIn([period]) },
    unit: { ...noUnit, percent: false, percentFrom: null },
  });
  const cell = (row: number, at: number, value: string) => ({
    ...{ row, endRow: row, column: at, endColumn: at, head: false, box: null },
    ...{ text: value, spans: [], value, unit: null, marks: [] },
  });
  const table = (caption: string, ...columns: ReturnType<typeof column>[]): Table => ({
    ...{ page: 1, box: null, span: { start: 0, end: 0 }, caption: { text: caption, spans: [] } },
    ...{ headRows: 0, rowCount: 2, columnCount: 3, rows: [], columns, continues: null },
    cells: [cell(1, 1, "2022"), cell(1, 2, "2021"), cell(2, 1, "5"), cell(2, 2, "6")],
  });
  const years = (...args: Parameters<typeof columnPeriods>) =>
    [...columnPeriods(...args)].map(([at, { year }]) => [at, year]);

  it("takes the periods of columns from their headings", () => {
    expect(years(table("2019 2018", column(0), column(1, "2020"), column(2)))).toEqual([[1, 2020]]);
  });

  it("takes the periods of columns from a row of years above the current row", () => {
    const found = years(table("", column(0), column(1), column(2)), 2);
    expect(found).toEqual([
      [1, 2022],
      [2, 2021],
    ]);
  });

  it("takes the years at the end of the caption as periods, one for each column with numbers", () => {
    const head = "Year ended December 31, (in millions) 2019 2018";
    const found = columnPeriods(table(head, column(0), column(1), column(2)));
    expect(found.get(1)).toMatchObject({ text: "2019", year: 2019, day: "2019-12-31" });
    expect(years(table("2019 2018 2017", column(0), column(1), column(2)))).toEqual([]);
  });
});

describe("the unit of numbers", () => {
  const unit = (...texts: [string, "head" | "caption"][]) =>
    unitIn(
      texts.map(([text, from]) => ({ text, from })),
      null,
    );

  it("takes the unit of a number from the nearest words", () => {
    const found = unit(["€ million", "head"], ["(in thousands of dollars)", "caption"]);
    expect(found).toMatchObject({
      scale: 6,
      scaleFrom: "head",
      currency: "€",
      currencyFrom: "head",
    });
    expect(unitIn([], 3)).toMatchObject({ scale: 3, scaleFrom: "page", currency: null });
    expect(unit(["% of sales", "head"], ["(in millions)", "caption"])).toMatchObject({
      ...{ percent: true, scale: null },
    });
  });

  it("applies the caption's scale except to amounts per share, percentages and shares", () => {
    const caption = "(In millions, except shares, which are in thousands, and per share amounts)";
    const column = unit([caption, "caption"]);
    expect(column.scale).toBe(6);
    const scaleOf = (cell: string, ...labels: string[]) =>
      cellUnit(column, cell, labels, null, caption).scale;
    expect(scaleOf("120", "Net income")).toBe(6);
    expect(scaleOf("1.20", "Earnings per share")).toBeNull();
    expect(scaleOf("14.5%", "Margin")).toBeNull();
    expect(scaleOf("16,162", "Basic", "Shares outstanding")).toBe(3);
  });
});
