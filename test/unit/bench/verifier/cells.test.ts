import { expect, test } from "vitest";
import type { FigureQuestion } from "../../../bench/figure-questions/question.js";
import { isMoney, plainLabel } from "../../../bench/verifier/figure-cell.js";
import { filingCells, goldCell, goldFigure } from "../../../bench/verifier/filing-cells.js";
import { tatqaCells } from "../../../bench/verifier/table-cells.js";

const context = {
  table: {
    uid: "t1",
    table: [
      ["", "", "Years Ended September 30,"],
      ["", "2019", "2018"],
      ["Fixed Price", "$ 1,452.4", "$ 1,146.2"],
      ["Other", "44.1", "56.7"],
      ["Earnings per share", "1.25", "1.10"],
      ["Total sales", "$1,496.5", "$1,202.9"],
    ],
  },
  paragraphs: [],
  questions: [
    { answer: ["$1,496.5"], answer_type: "span", answer_from: "table", scale: "million" },
  ],
};

test("a cell has its row, period, scale, currency and context", () => {
  const cells = tatqaCells(context);
  expect(cells.map(({ label, period }) => `${label} ${period}`)).toEqual([
    "Fixed Price 2019",
    "Fixed Price 2018",
    "Earnings per share 2019",
    "Earnings per share 2018",
    "Total sales 2019",
    "Total sales 2018",
  ]);
  expect(cells[0]).toMatchObject({
    document: "context-t1.html",
    row: ["Fixed Price", "$ 1,452.4", "$ 1,146.2"],
    amount: { digits: "1,452.4", negative: false },
    ...{ scale: "million", unit: "$" },
    others: [{ period: "2018", amount: { digits: "1,146.2" } }],
  });
  // The only cell that is not in millions.
  expect(cells[2]).toMatchObject({ scale: null, unit: null, neighbours: [] });
});

test.each<[string, readonly string[]]>([
  ["quarters", ["", "Three months 2019", "Three months 2018"]],
  ["a year that heads two columns", ["", "2019", "2019"]],
  ["columns without a head", ["", "2019", ""]],
])("leaves out a table with %s", (_, head) => {
  const [, , ...rows] = context.table.table;
  const table = { uid: "t2", table: [head, ...rows] };
  expect(tatqaCells({ ...context, table })).toEqual([]);
});

test("amounts have no currency if the gold answers do not settle the scale", () => {
  const cells = tatqaCells({ ...context, questions: [] });
  expect(cells.every(({ scale, unit }) => scale === null && unit === null)).toBe(true);
});

test.each([
  ["Net deferred tax assets (Note 20)", "Net deferred tax assets"],
  ["Working capital (1)(2)", "Working capital"],
  ["Net income (loss)", "Net income (loss)"],
  ["Net cash provided by (used in) operations:", "Net cash provided by (used in) operations"],
  ["Total", null],
  ["Balance at January 1, 2018", null],
  ["Other", null],
])("writes the label %j as %j in a statement", (text, label) => {
  expect(plainLabel(text)).toBe(label);
});

test("amounts per share, counts and rates do not have the table's scale", () => {
  expect(isMoney("Net sales", "")).toBe(true);
  expect(isMoney("Basic", "Earnings per share")).toBe(false);
  expect(isMoney("Number of stores")).toBe(false);
  expect(isMoney("Effective tax rate")).toBe(false);
});

const question: FigureQuestion = {
  ...{ id: "f01", question: "Amazon net sales 2019", document: "AMAZON_2019_10K.pdf", page: 38 },
  ...{ row: "Total net sales", column: "2019", value: "280,522", unit: "millions of dollars" },
  ...{ also: [], kind: "income", named: true },
};

const page = `Year Ended December 31,
2018\t2019
Net product sales\t$\t141,915\t$ 160,408
Total net sales\t232,887\t280,522
Operating expenses:
Cost of sales\t139,156\t165,536
Diluted earnings per share\t$ 20.14\t$ 23.01
Changes in operating assets and liabilities:
Inventories\t(1,314)\t(3,278)`;

test("rows of a filing next to the requested one have its period, scale and unit", () => {
  const cells = filingCells({ question, text: page });
  expect(cells.map(({ label, amount: { digits } }) => `${label} ${digits}`)).toEqual([
    "Net product sales 160,408",
    "Total net sales 280,522",
    "Cost of sales 165,536",
  ]);
  for (const cell of cells) {
    expect(cell).toMatchObject({ company: "Amazon", period: "2019", scale: "million", unit: "$" });
  }
});

test("a gold answer matches the cell of its page with that amount", () => {
  const gold = goldFigure({
    question:
      "What is the year end FY2019 total amount of net sales for Amazon? Answer in millions.",
    answer: "$280522.00",
    evidence: [{ doc_name: "AMAZON_2019_10K", evidence_page_num: 37 }],
  });
  expect(gold).toMatchObject({ document: "AMAZON_2019_10K.pdf", page: 38, year: "2019" });
  expect(gold && goldCell(gold, page)).toMatchObject({
    ...{ label: "net sales", period: "2019", scale: "million" },
    row: ["Total net sales", "232,887", "280,522"],
  });
  expect(goldFigure({ question: "What is it?", answer: "24.26", evidence: [] })).toBeNull();
});
