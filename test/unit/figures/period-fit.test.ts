import { describe, expect, it } from "vitest";
import type { TablePeriod } from "../../../src/core/table.js";
import { fiscalCalendar, periodFactor, wantedPeriods } from "../../../src/figures/period-fit.js";
import { periodIn } from "../../../src/figures/periods.js";
import { tablesOf } from "../../../src/readers/tables/tables-of.js";
import { pagesOf } from "../collection/figure-collection.js";

/** Tables with one table that has these column headings. */
async function tablesIn(heads: readonly string[]) {
  const rows = [
    ["", ...heads],
    ["-", ...heads.map(() => "-")],
    ["Revenue", ...heads.map((_, index) => `1,00${index}`)],
    ["Costs", ...heads.map((_, index) => `80${index}`)],
  ];
  const text = rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  return (await pagesOf("report.md", text)).flatMap((page) => tablesOf(page));
}

/** The column that best matches a question. */
function wantedPeriod(
  question: string,
  columns: readonly string[],
  { calendar = null, asksMoment = false }: Partial<Parameters<typeof periodFactor>[0]> = {},
): string | undefined {
  const scoring = { asked: wantedPeriods(question), calendar, asksMoment };
  const periods = columns.map((head): TablePeriod | null => periodIn([head]));
  const factors = periods.map((period) => periodFactor(scoring, period, false));
  return columns[factors.indexOf(Math.max(...factors))];
}

describe("a fiscal calendar", () => {
  it("derives a fiscal calendar from the longest period that ends on a day", async () => {
    const months = await tablesIn([
      "Nine Months Ended October 29, 2023",
      "Nine Months Ended October 30, 2022",
    ]);
    expect(fiscalCalendar(months, [])).toEqual({ endMonth: 1, namedBefore: 0 });
    const year = await tablesIn(["Year Ended February 3, 2018", "Year Ended January 28, 2017"]);
    expect(fiscalCalendar(year, [])).toEqual({ endMonth: 1, namedBefore: 0 });
    expect(fiscalCalendar(await tablesIn(["2018", "2017"]), [])).toBeNull();
  });

  it("names years after their start if the document does so", async () => {
    const weeks = await tablesIn([
      "13 Weeks Ended April 29, 2023",
      "13 Weeks Ended April 30, 2022",
    ]);
    const first = "First quarter of fiscal 2023. Better than in the first quarter of fiscal 2022.";
    expect(fiscalCalendar(weeks, [first])).toEqual({ endMonth: 1, namedBefore: 1 });
    const ended = "Fiscal 2022 is the year ended January 28, 2023.";
    expect(fiscalCalendar(weeks, [ended])).toEqual({ endMonth: 1, namedBefore: 1 });
    const other = "In the first quarter of fiscal 2024 more was sold than in that of fiscal 2023.";
    expect(fiscalCalendar(weeks, [other])).toEqual({ endMonth: 1, namedBefore: 0 });
  });

  it("treats a fiscal year that ends in December as the calendar year", async () => {
    const year = await tablesIn(["Year Ended December 31, 2019", "Year Ended December 31, 2018"]);
    const text = "More than in the fourth quarter of fiscal 2018.";
    expect(fiscalCalendar(year, [text])).toEqual({ endMonth: 12, namedBefore: 0 });
  });
});

describe("the requested column", () => {
  const quarters = ["Three Months Ended July 30, 2023", "Three Months Ended October 29, 2023"];
  const [second, third] = quarters;
  const january = { endMonth: 1, namedBefore: 0 };

  it("chooses the column of the fiscal quarter", () => {
    expect(wantedPeriod("third quarter of fiscal 2024", quarters, { calendar: january })).toBe(
      third,
    );
    expect(wantedPeriod("second quarter of fiscal 2024", quarters, { calendar: january })).toBe(
      second,
    );
  });

  it("chooses the column of the calendar quarter if no fiscal year is known", () => {
    expect(wantedPeriod("Q3 2023", quarters)).toBe(second);
  });

  it("chooses the column of the quarter's last day for balances", () => {
    const days = ["January 28, 2023", "July 29, 2023"];
    const scoring = { calendar: january, asksMoment: true };
    expect(wantedPeriod("at the end of Q2 fiscal 2024", days, scoring)).toBe(days[1]);
  });

  it.each([
    ["first half of 2023", "Six Months Ended June 30, 2023"],
    ["nine months to September 2023", "Nine Months Ended September 30, 2023"],
    ["second quarter of 2023", "Three Months Ended June 30, 2023"],
    ["2022", "Year Ended December 31, 2022"],
  ])("for “%s”, chooses the column “%s”", (question, column) => {
    const columns = [
      "Three Months Ended June 30, 2023",
      "Six Months Ended June 30, 2023",
      "Nine Months Ended September 30, 2023",
      "Three Months Ended June 30, 2022",
      "Year Ended December 31, 2022",
    ];
    expect(wantedPeriod(question, columns)).toBe(column);
  });
});
