import { describe, expect, it } from "vitest";
import type { Page } from "../../../../src/core/page.js";
import type { Table } from "../../../../src/core/table.js";
import { tablesOf } from "../../../../src/readers/tables/tables-of.js";
import { item, itemEndingAt } from "../pdf-items.js";
import { grid, income, pageOf, rowsAt } from "./table-pages.js";

function years(table: Table | undefined): (number | null | undefined)[] {
  return (table?.columns ?? []).slice(1).map(({ period }) => period?.year);
}

describe("rows", () => {
  it("starts the rows below a group heading if rules separate all other rows", () => {
    const lines = [
      "Revenue",
      "Passengers",
      "Freight",
      "Total",
      "Costs",
      "Crew and staff of vessels",
      "Fuel",
    ];
    const headings = ["Revenue", "Costs"];
    const items = lines.flatMap((label, index) => {
      const at = 114 + 14 * index;
      if (headings.includes(label)) return [item(label, 72, at)];
      return [
        item(label, 72, at),
        itemEndingAt("48,620", 300, at),
        itemEndingAt("44,210", 360, at),
      ];
    });
    const rules = lines.flatMap((label, index) =>
      headings.includes(label) ? [] : [72, 118 + 14 * index, 360, 118 + 14 * index],
    );
    const page = pageOf(
      [itemEndingAt("2024", 300, 100), itemEndingAt("2023", 360, 100), ...items],
      [72, 104, 360, 104, ...rules],
    );
    const [table] = tablesOf(page);
    expect(table?.rows.map(({ label, group }) => [...group, label].join(" / "))).toEqual([
      ...["Revenue", "Revenue / Passengers", "Revenue / Freight", "Revenue / Total"],
      ...["Costs", "Costs / Crew and staff of vessels", "Costs / Fuel"],
    ]);
  });
});

describe("columns", () => {
  it("separates columns even for integers one space apart", () => {
    const rows = ["0-5", "6-11", "12-19", "20-29"].flatMap((label, index) => {
      const at = 114 + 14 * index;
      return [item(label, 72, at), item("1,087,948", 200, at), item("292,652", 248, at)];
    });
    const [table] = tablesOf(
      pageOf([item("Age", 72, 100), item("Men", 215, 100), item("Women", 253, 100), ...rows]),
    );
    expect(table?.columnCount).toBe(3);
    expect(grid(table)[1]).toBe("0-5 | 1,087,948 | 292,652");
  });

  it("starts a column at the currency sign, however far it is from its number", () => {
    const amounts = (label: string, first: string, second: string, at: number, sign: boolean) => [
      item(label, 72, at),
      itemEndingAt(first, 400, at),
      itemEndingAt(second, 500, at),
      ...(sign ? [item("$", 320, at), item("$", 412, at)] : []),
    ];
    const page = pageOf([
      item("2023", 340, 86),
      item("2022", 440, 86),
      ...amounts("Cash", "689", "775", 100, true),
      ...["Receivables", "Inventories", "Work", "Prepaid"].flatMap((label, index) =>
        amounts(label, "1,875", "1,935", 114 + 14 * index, false),
      ),
      ...amounts("Total", "5,308", "5,853", 170, true),
    ]);
    const [table] = tablesOf(page);
    expect(grid(table)[1]).toBe("Cash | $ 689 | $ 775");
    expect(years(table)).toEqual([2023, 2022]);
  });

  it("assigns columns to a heading if the line under it covers them", () => {
    const rows = ["Male", "Female", "Total"].flatMap((label, index) => {
      const at = 142 + 14 * index;
      return [
        item(label, 72, at),
        ...["11.5", "12.5", "13.5", "14.5"].map((each, column) =>
          itemEndingAt(each, 260 + 80 * column, at),
        ),
      ];
    });
    const page = pageOf(
      [
        item("Sound", 250, 100),
        item("In need of repair", 350, 100),
        ...["No.", "No.", "Share", "Ratio"].map((each, column) =>
          itemEndingAt(each, 260 + 80 * column, 120),
        ),
        ...rows,
      ],
      [310, 104, 510, 104],
    );
    const [table] = tablesOf(page);
    const head = table?.cells.find(({ text }) => text === "In need of repair");
    expect([head?.column, head?.endColumn]).toEqual([2, 4]);
  });

  it("assigns a year centred above two columns to both", () => {
    const page = pageOf([
      item("2015", 322, 86),
      item("2014", 502, 86),
      ...rowsAt(
        100,
        [
          ["Product sales", "2,447", "52", "2,786", "63"],
          ["Subscriptions", "2,217", "48", "1,622", "37"],
          ["Net revenues", "4,664", "100", "4,408", "100"],
        ],
        14,
        300,
      ),
    ]);
    expect(years(tablesOf(page)[0])).toEqual([2015, 2015, 2014, 2014]);
  });
});

describe("rows", () => {
  it("keeps rows apart if a label starts farther left than the label above", () => {
    const page = pageOf([
      ...rowsAt(100, [["", "2022", "2021"]]),
      item("Asian", 82, 114),
      itemEndingAt("174", 320, 114),
      itemEndingAt("192", 410, 114),
      item("American Indian or", 82, 128),
      itemEndingAt("51", 320, 128),
      itemEndingAt("55", 410, 128),
      item("native", 88, 138),
      item("Sex", 72, 148),
      ...rowsAt(162, [
        ["  Male", "2,862", "2,962"],
        ["  Female", "2,909", "2,795"],
      ]),
    ]);
    const labels = tablesOf(page)[0]?.rows.map(({ label }) => label);
    expect(labels).toEqual(["Asian", "American Indian or native", "Sex", "Male", "Female"]);
  });

  const texts = [
    ["the board", "meets once", "in spring"],
    ["a member", "may be heard", "in writing"],
    ["the chair", "is elected", "for a year"],
    ["an auditor", "is named", "by members"],
  ];
  /** Rows of two lines, the second of which has only the last cell. */
  const wordy = (gap: number) => [
    ...["Who", "What", "When"].map((each, column) => item(each, 72 + 150 * column, 100)),
    ...texts.flatMap((row, index) => {
      const at = 100 + gap + index * (12 + gap);
      const cells = row.map((text, column) => item(text, 72 + 150 * column, at));
      return [...cells, item("and no other", 372, at + 12)];
    }),
  ];
  const expected = [
    "Who | What | When",
    ...texts.map(([a, b, c]) => `${a} | ${b} | ${c} and no other`),
  ];

  it("separates rows of words at whitespace", () => {
    expect(grid(tablesOf(pageOf(wordy(20)))[0])).toEqual(expected);
  });

  it("separates rows of words at rules", () => {
    const rules = [0, 1, 2, 3, 4].flatMap((row) => [72, 105 + 25 * row, 470, 105 + 25 * row]);
    expect(grid(tablesOf(pageOf(wordy(13), rules))[0])).toEqual(expected);
  });

  it("keeps the order of right-to-left words", () => {
    const hebrew = (text: string, right: number, at: number) =>
      itemEndingAt(text, right, at, { rightToLeft: true });
    const page = pageOf([
      ...[114, 128, 142].flatMap((at) => [
        item("2.6", 100, at),
        item("3.2", 180, at),
        hebrew("סך", 430, at),
        hebrew("הכל", 415, at),
      ]),
      item("2014", 100, 100),
      item("2013", 180, 100),
    ]);
    expect(tablesOf(page)[0]?.cells.some(({ text }) => text === "סך הכל")).toBe(true);
  });
});

describe("a table", () => {
  const bands = (rows: readonly number[]) =>
    rows
      .flatMap((top) => [
        [72, top, 410, top],
        [72, top + 12, 410, top + 12],
        [72, top, 72, top + 12],
        [410, top, 410, top + 12],
      ])
      .flat();

  it("extends a table beyond the coloured bands of some of its rows", () => {
    const page = pageOf(rowsAt(100, income), bands([104, 132, 160]));
    const tables = tablesOf(page);
    expect(tables).toHaveLength(1);
    expect(years(tables[0])).toEqual([2022, 2021]);
  });

  it("gives both parts of a table the same headings", () => {
    const page = pageOf([
      ...rowsAt(100, income),
      item("Shareholders' equity of the company and of all others who hold a share in it", 72, 200),
      ...rowsAt(240, [
        ["Capital", "4,021", "4,431"],
        ["Earnings", "865", "534"],
        ["Total", "4,886", "4,965"],
      ]),
    ]);
    const tables = tablesOf(page);
    expect(tables.map(years)).toEqual([
      [2022, 2021],
      [2022, 2021],
    ]);
    expect(tables[1]?.continues).toBe(null);
  });

  it("ends a table where another heading with periods starts", () => {
    const page = pageOf([
      ...rowsAt(100, income),
      item("Revenue by segment", 72, 198),
      item("Three Months Ended", 150, 212),
      item("Nine Months Ended", 330, 212),
      ...["April 30, 2023", "May 1, 2022", "April 30, 2023", "May 1, 2022"].map((each, column) =>
        item(each, 140 + 95 * column, 226),
      ),
      ...[240, 254, 268].flatMap((at) => [
        item("Networks", 72, at),
        ...["4,460", "3,672", "7,880", "2,112"].map((each, column) =>
          itemEndingAt(each, 205 + 95 * column, at),
        ),
      ]),
    ]);
    const tables = tablesOf(page);
    expect(tables.map(({ columnCount }) => columnCount)).toEqual([3, 5]);
    expect(years(tables[1])).toEqual([2023, 2022, 2023, 2022]);
  });

  it("ends a table where another heading with periods starts next to its title", () => {
    const part = (title: string, top: number, figures: readonly string[]) => [
      item("Three Months Ended", 190, top),
      item("Twelve Months Ended", 360, top),
      item(title, 72, top + 14),
      ...["January 28", "January 29", "January 28", "January 29"].map((day, column) =>
        item(`${day}, ${2023 - (column % 2)}`, 170 + 90 * column, top + 14),
      ),
      ...["Revenue", "Gross profit", "Operating income"].flatMap((label, row) => [
        item(label, 72, top + 28 + 14 * row),
        ...figures.map((figure, column) =>
          itemEndingAt(figure, 230 + 90 * column, top + 28 + 14 * row),
        ),
      ]),
    ];
    const tables = tablesOf(
      pageOf([
        ...part("Home", 100, ["13,531", "14,993", "42,794", "47,830"]),
        ...part("Abroad", 184, ["1,204", "1,372", "3,504", "3,931"]),
      ]),
    );
    expect(tables.map(({ columns }) => columns[0]?.heads)).toEqual([["Home"], ["Abroad"]]);
    expect(tables.map(years)).toEqual([
      [2023, 2022, 2023, 2022],
      [2023, 2022, 2023, 2022],
    ]);
  });

  it("keeps the first group's label below the headings if bands separate all lines", () => {
    const lines: readonly (readonly string[])[] = [
      ["", "2022", "2021"],
      ["Assets"],
      ["Current assets:"],
      ["  Cash", "636,449", "737,877"],
      ["  Inventories", "190,282", "199,422"],
      ["Total assets", "826,731", "937,299"],
    ];
    const page = pageOf(rowsAt(100, lines), bands([106, 134, 162]));
    const [table] = tablesOf(page);
    expect(table?.headRows).toBe(1);
    expect(grid(table)[1]).toBe("Assets");
  });

  it("finds the title far above a table if nothing is in between", () => {
    const title = [item("Statements of Income", 72, 50), item("Acme and its companies", 72, 64)];
    const captionOf = (page: Page) => tablesOf(page)[0]?.caption?.text;
    expect(captionOf(pageOf([...title, ...rowsAt(114, income)]))).toBe(
      "Statements of Income Acme and its companies",
    );
    const text = [1, 2, 3, 4, 5].map((line) =>
      item(`Line ${line} of some text`, 72, 20 + 12 * line),
    );
    expect(captionOf(pageOf([...text, ...rowsAt(140, income)]))).toBeUndefined();
  });

  it("reads exact values, however the numbers are written", () => {
    const rows = [
      ["Revenue", "1.577,50", "(12,5)"],
      ["Costs", "-1.204", "€ 3,10"],
      ["Share", "5,2%", "0,40"],
      ["Units", "1 234", "007"],
    ];
    const [table] = tablesOf(pageOf(rowsAt(100, [["", "2022", "2021"], ...rows])));
    const values = table?.cells.flatMap(({ value, head }) =>
      head || value === null ? [] : [value],
    );
    expect(values).toEqual(["1577.5", "-12.5", "-1204", "3.1", "5.2", "0.4", "1234", "7"]);
  });
});

describe("the recognised tables", () => {
  /** A page with every position changed. */
  function moved(page: Page, place: (x: number) => number, shaken: (box: number) => number): Page {
    const { geometry } = page;
    if (!geometry) return page;
    const boxes = geometry.boxes.map(
      (each, index) => place(each) + (index % 2 === 1 ? shaken(index >> 2) : 0),
    );
    const rules = geometry.rules?.map(place);
    return { ...page, geometry: { ...geometry, boxes, ...(rules ? { rules } : {}) } };
  }

  it("recognises the same tables regardless of the size of the page, its origin, or unsteady baselines", () => {
    const page = pageOf(rowsAt(100, income), [250, 104, 410, 104]);
    const expected = grid(tablesOf(page)[0]);
    const shake = (box: number) => ((box * 7) % 5) / 10 - 0.2;
    const none = () => 0;
    const changed = [
      moved(page, (x) => 0.6 * x, none),
      moved(page, (x) => 1.9 * x, none),
      moved(page, (x) => x + 4.37, none),
      moved(page, (x) => x, shake),
    ];
    for (const each of changed) expect(grid(tablesOf(each)[0])).toEqual(expected);
  });
});
