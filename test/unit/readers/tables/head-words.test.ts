import { describe, expect, it } from "vitest";
import { cellUnit, periodIn, unitIn } from "../../../../src/readers/tables/head-words.js";

describe("the time that heads name", () => {
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
  ] as const)("%j", (heads, kind, day, months) => {
    expect(periodIn(heads)).toMatchObject({ kind, day, months });
  });

  it("finds no period if none or two are named", () => {
    expect(periodIn(["Net sales"])).toBeNull();
    expect(periodIn(["2022 vs. 2021", "Change"])).toBeNull();
    expect(periodIn(["$ 2,015"])).toBeNull();
  });
});

describe("what numbers are counted in", () => {
  const unit = (...texts: [string, "head" | "caption"][]) =>
    unitIn(
      texts.map(([text, from]) => ({ text, from })),
      null,
    );

  it("is what the nearest words say", () => {
    const said = unit(["€ million", "head"], ["(in thousands of dollars)", "caption"]);
    expect(said).toMatchObject({
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

  it("differs for amounts per share, percents and shares, as the caption says", () => {
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
