import { expect, test } from "vitest";
import { BadInput } from "../../../../cli/bad-input.js";
import { holdsFigure, judgeShown } from "../../../bench/figure-questions/judge.js";
import {
  type FigureQuestion,
  ownQuestions,
  readFigureQuestions,
} from "../../../bench/figure-questions/question.js";

const question: FigureQuestion = {
  ...{
    id: "f01",
    question: "capex 2019",
    document: "report.pdf",
    page: 3,
    row: "Capital expenditures",
  },
  ...{ column: "2019", value: "(1,689)", unit: "millions of dollars", kind: "cash flow" },
  ...{ also: [{ document: "other.pdf", page: 9 }], named: false },
};

const text = "Net income\t1,577\t1,432\nCapital expenditures\t(1,689)\t(1,343)";
const row = { start: text.indexOf("Capital"), end: text.length };
const first = { start: 0, end: row.start - 1 };

function shown(path: string, page: number, ...marked: { start: number; end: number }[]) {
  return { path, page, heading: null, text, marked };
}

test("counts a figure on its page as marked, and elsewhere only as found", () => {
  expect(judgeShown(question, [shown("report.pdf", 3, row)])).toEqual({
    ...{ first: true, any: true, markedFirst: true, marked: true, unmarked: false },
  });
  expect(judgeShown(question, [shown("other.pdf", 9)])).toMatchObject({
    ...{ first: true, marked: false, unmarked: true },
  });
  expect(judgeShown(question, [shown("report.pdf", 4, row)])).toMatchObject({
    ...{ first: false, any: false, marked: false },
  });
});

test("finds a short figure by its label on the page", () => {
  const short = {
    ...question,
    value: "662",
    also: [{ document: "report.pdf", page: 7, row: "Total" }],
  };
  const total = { ...shown("report.pdf", 7), text: "Total\t662" };
  expect(judgeShown(short, [total])).toMatchObject({ first: true });
  expect(judgeShown(short, [{ ...total, page: 3 }])).toMatchObject({ first: false });
});

test("distinguishes the first mark of all passages from later ones", () => {
  const passages = [shown("report.pdf", 3, first), shown("report.pdf", 3, row)];
  expect(judgeShown(question, passages)).toMatchObject({ markedFirst: false, marked: true });
  expect(judgeShown(question, [])).toMatchObject({ first: false, unmarked: true });
});

test.each([
  ["Capital expenditures 1,689", "(1,689)", true],
  ["Capital expenditures 11,689", "(1,689)", false],
  ["Capital expenditures 1,689.5", "(1,689)", false],
  ["a capital rate of 21.9%", "21.9 %", true],
  ["a total of\n$1.9 billion for capital", "$1.9 billion", true],
  // A short figure that appears by chance.
  ["Interest expense 662", "662", false],
  ["Capital expenditures 662", "662", true],
])("in %j the figure %j is at %j", (line, value, holds) => {
  expect(holdsFigure(line, value, "Capital expenditures")).toBe(holds);
});

test("the questions of this repository are valid, distinct, and contain no text of the filings", async () => {
  const questions = await readFigureQuestions(ownQuestions);
  expect(questions.length).toBeGreaterThanOrEqual(72);
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
  expect(new Set(questions.map(({ document }) => document)).size).toBeGreaterThanOrEqual(25);
  const named = questions.filter((one) => one.named).length;
  expect(named).toBeGreaterThan(questions.length * 0.45);
  expect(named).toBeLessThan(questions.length * 0.55);
  for (const { row: label, column, value } of questions) {
    expect(Math.max(label.length, column?.length ?? 0, value.length)).toBeLessThan(100);
  }
});

test("reports a missing file", async () => {
  await expect(readFigureQuestions("nowhere.jsonl")).rejects.toThrow(BadInput);
});
