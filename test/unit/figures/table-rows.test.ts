import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numbersIn } from "../../../src/figures/find-numbers.js";
import { isHeadRow, tableHeadAbove } from "../../../src/figures/table-rows.js";

const statement = `CONSOLIDATED BALANCE SHEETS
(in millions, except per share data)

December 31,

2016\t2017

ASSETS

Current assets:

Inventories\t11,461\t16,047`;

describe("tableHeadAbove", () => {
  it("returns the unit, period and years of a continued table", () => {
    expect(tableHeadAbove(statement, "Total assets\t$ 83,402\t$ 131,310")).toBe(
      "in millions; December 31; 2016 | 2017",
    );
    expect(
      tableHeadAbove(statement, "Current liabilities:\nAccounts payable\t25,309\t34,616"),
    ).toBe("in millions; December 31; 2016 | 2017");
  });

  it("includes a descriptive row above the years", () => {
    const above =
      "\tThree Months Ended June 30,\tSix Months Ended June 30,\n2023\t2022\t2023\t2022\nSales\t1\t2\t3\t4";
    expect(tableHeadAbove(above, "Cost\t5\t6\t7\t8")).toBe(
      "Three Months Ended June 30, | Six Months Ended June 30; 2023 | 2022 | 2023 | 2022",
    );
  });

  it("returns the first row of a table without years, if it has no numbers", () => {
    expect(tableHeadAbove("All routes.\nRoute\tBoats\nNorth\t12", "South\t8")).toBe(
      "Route | Boats",
    );
    expect(tableHeadAbove("All routes.\nNorth\t12", "South\t8")).toBeNull();
  });

  it.each([
    ["prose", "Inventories rose to 16,047 in 2017."],
    ["a head of its own", "2018\t2019\nNet sales\t1,200\t1,300"],
    ["a title", "Cash flows\nNet income\t596\t2,371"],
    ["rows of words", "Seattle\tWashington"],
  ])("returns null for %s", (_, text) => {
    expect(tableHeadAbove(statement, text)).toBeNull();
  });

  it("ignores headings before prose, or far above", () => {
    const row = "Total assets\t$ 83,402\t$ 131,310";
    expect(tableHeadAbove(`${statement}\nThese are the balance sheets.`, row)).toBeNull();
    expect(tableHeadAbove(`${statement}${"\nOther\t12\t13".repeat(200)}`, row)).toBeNull();
  });

  it("keeps the years of a long heading", () => {
    const above = `In thousands of dollars${" of every kind".repeat(4)}\nYear Ended December 31,${"\tRestated figures".repeat(8)}\n2016\t2017`;
    const head = tableHeadAbove(above, "Sales\t1\t2") ?? "";
    expect(head).toMatch(/2016 \| 2017$/);
    expect(head.length).toBeLessThanOrEqual(160);
  });
});

it("recognises a row of years as headings, but not a row with amounts", () => {
  expect(isHeadRow("Year Ended December 31,\t2016\t2017")).toBe(true);
  expect(isHeadRow("Net sales\t1,577\t1,284")).toBe(false);
  expect(isHeadRow("Debt due 2021\t1,577\t1,284")).toBe(false);
  expect(isHeadRow("In 2016 and 2017")).toBe(false);
});

it("recognises the same rows of years by patterns as by reading their numbers", () => {
  const parts = [
    ...["\t", "\t", "\t", " ", "$", "$ ", "(", ")", ",", ".", "-", "—", "%", "½", "²", "二", "٢"],
    ...["2019", "2018", "2100", "1899", "31", "7", "313", "1,234", "12,345,678", "0.7", "4.2.1"],
    ...[
      "EUR",
      "million",
      "May",
      "December 31, ",
      "Dec. 31, ",
      "Note ",
      "(in millions)",
      "June 30,",
      "億",
      "US$",
    ],
  ];
  const line = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((some) => some.join(""));
  const inCells = fc.array(line, { maxLength: 4 }).map((some) => some.join("\t"));
  fc.assert(
    fc.property(fc.oneof(line, inCells), (row) => {
      const kinds = numbersIn(row).map(({ kind }) => kind);
      const isHead =
        row.includes("\t") &&
        /\p{Nd}{4}/u.test(row) &&
        kinds.includes("year") &&
        !kinds.includes("quantity");
      expect(isHeadRow(row)).toBe(isHead);
    }),
    { numRuns: 500 },
  );
});
