import { expect, test } from "vitest";
import { answersOf } from "../../../../src/evaluation/datasets/tatqa.js";
import { operandsOf } from "../../../../src/evaluation/datasets/tatqa-cells.js";
import { htmlFormat } from "../../../../src/readers/registry.js";
import { load } from "./memory-files.js";

const file = "tatqa_dataset_dev.json";
const table = [
  ["", "", "Years ended June 30,", ""],
  ["", "2019", "2018", "2017"],
  ["", "", "(in millions)", ""],
  ["Current:", "", "", ""],
  ["Federal", "$ 14.5", "$ 12", "$ 9"],
  ["State", "7", "12", "4"],
  ["Deferred:", "", "", ""],
  ["Federal", "(3)", "4", "1"],
  ["State", "4", "1", "12"],
  ["Total", "$ 22.5", "$ 29", "$ 26"],
];

interface Question {
  readonly question: string;
  readonly answer: unknown;
  readonly derivation?: string;
  readonly answer_type?: string;
  readonly answer_from?: string;
  readonly rel_paragraphs?: readonly string[];
  readonly scale?: string;
}

function context(...questions: readonly Question[]): Record<string, unknown> {
  const rest = { derivation: "", answer_type: "span", answer_from: "table", rel_paragraphs: [] };
  return {
    table: { uid: "t1", table },
    paragraphs: [
      { uid: "p2", order: 2, text: "Second: a < b." },
      { uid: "p1", order: 1, text: "First." },
    ],
    questions: questions.map((one, index) => ({ uid: `q${index}`, scale: "", ...rest, ...one })),
  };
}

/** The cells of a question, as "row | column | text". */
async function cellsOf(question: Question): Promise<string[]> {
  const { questions } = await load("tatqa", { [file]: [context(question)] });
  return (questions[0]?.evidence ?? []).flatMap((gold) =>
    gold.unit === "cell" ? [`${gold.row} | ${gold.column} | ${gold.text}`] : [],
  );
}

test("a context becomes a web page that is read with its table and paragraphs in order", async () => {
  const { documents } = await load("tatqa", { [file]: [context()] });
  const [{ path, text } = { path: "", text: null }] = documents;
  expect(path).toBe("context-t1.html");
  const bytes = new TextEncoder().encode(text ?? "");
  const source = { bytes, path, password: undefined, assetsBase: "", recogniser: null };
  const page = await (await htmlFormat.open(source)).readPage(1);
  const lines = page.text.split("\n");
  expect(lines).toContain("Federal\t$ 14.5\t$ 12\t$ 9");
  expect(lines.filter((line) => /^(?:Total|First|Second)/.test(line))).toEqual([
    "Total\t$ 22.5\t$ 29\t$ 26",
    "First.",
    "Second: a < b.",
  ]);
});

test("the evidence is the cells, the paragraphs and the context", async () => {
  const { questions } = await load("tatqa", {
    [file]: [
      context({
        question: "What is the total in 2018?",
        answer: ["$ 29"],
        answer_from: "table-text",
        rel_paragraphs: ["2"],
        scale: "million",
      }),
    ],
  });
  const document = "context-t1.html";
  expect(questions).toEqual([
    {
      id: "q0",
      text: "What is the total in 2018?",
      answers: ["$ 29 million", "$29,000,000"],
      unanswerable: false,
      evidence: [
        { unit: "cell", document, row: "Total", column: "2018", text: "$ 29" },
        { unit: "passage", document, text: "Second: a < b." },
        { unit: "document", document, grade: 1 },
      ],
      documents: null,
      kind: "span",
      place: { file, line: null, entry: "[0].questions[0]" },
    },
  ]);
});

test("operands of a derivation are cells, regardless of their sign", async () => {
  expect(
    await cellsOf({
      question: "What is the change in deferred federal tax from 2018 to 2019?",
      answer: -7,
      answer_type: "arithmetic",
      derivation: "-3-4",
    }),
  ).toEqual(["Federal | 2019 | (3)", "Federal | 2018 | 4"]);
});

test("chooses among cells with the same text by the question", async () => {
  const state = { question: "What was the state tax in 2018?", answer: ["12"] };
  expect(await cellsOf(state)).toEqual(["State | 2018 | 12"]);
  const federal = { question: "What was the current federal tax in 2018?", answer: ["$ 12"] };
  expect(await cellsOf(federal)).toEqual(["Federal | 2018 | $ 12"]);
});

test("ignores headings over several columns when matching a single column", async () => {
  expect(
    await cellsOf({
      question: "What is the change in current state tax from 2017 to 2018?",
      answer: 8,
      answer_type: "arithmetic",
      derivation: "12-4",
    }),
  ).toEqual(["State | 2018 | 12", "State | 2017 | 4"]);
});

test("finds no cell for a value in several cells that the question does not distinguish", async () => {
  expect(await cellsOf({ question: "Which amount is it?", answer: ["12"] })).toEqual([]);
  const { notes } = await load("tatqa", {
    [file]: [context({ question: "Which amount is it?", answer: ["12"] })],
  });
  expect(notes).toEqual([
    "Questions answered from the table alone whose cells could not be told: 1.",
  ]);
});

test("labels are evidence if the answer is a label", async () => {
  const spans = { question: "What is above the total?", answer: ["State"] };
  expect(await cellsOf(spans)).toEqual(["State |  | State"]);
  const count = {
    question: "In how many years was the total below 28 million?",
    answer: "2",
    answer_type: "count",
    derivation: "2019##2017",
  };
  expect(await cellsOf(count)).toEqual([" | 2019 | 2019", " | 2017 | 2017"]);
});

test("finds no cells for an answer from the text, even if one has its value", async () => {
  const question = { question: "How many states?", answer: ["7"], answer_from: "text" };
  expect(await cellsOf(question)).toEqual([]);
});

test.each([
  ["(28,128-25,633)/25,633", [28128, 25633]],
  ["(428 + 381 + 463) / 3", [428, 381, 463]],
  ["24.9 / 33.5 - 1", [24.9, 33.5]],
  ["7,845/10,647 * 100", [7845, 10647]],
  ["(2020:0.6),(2019:.8)", [0.6, 0.8]],
  ["3 - 1", [3, 1]],
  ["(-238-(-168))/-168", [238, 168]],
  ["(2.7%+1.0%)/2", [2.7, 1]],
  ["$(7) + $5", [7, 5]],
  ["2019##2018", []],
  ["locate and analyze net income in row 5", []],
  ["", []],
])("finds the operands of %s", (derivation, operands) => {
  expect(operandsOf(derivation)).toEqual(operands);
});

test("rejects amounts and derivations that are too long", () => {
  const long = "1+".repeat(500_000);
  expect(operandsOf(long)).toEqual([]);
  for (const span of [long, "1".repeat(1_000_000), `5${" ".repeat(1_000_000)}x`]) {
    expect(answersOf([span], "million", "arithmetic")).toEqual([span]);
  }
});

test.each<[spans: string[], scale: string, type: string, answers: string[]]>([
  [["26.87"], "percent", "arithmetic", ["26.87%", "26.87 percent"]],
  [["-94"], "million", "arithmetic", ["-94 million", "-94,000,000"]],
  [["$1,496.5"], "million", "span", ["$1,496.5 million", "$1,496,500,000"]],
  [["0.05"], "thousand", "arithmetic", ["0.05 thousand", "50"]],
  [["36%"], "percent", "span", ["36%"]],
  [["2019"], "million", "span", ["2019"]],
  [["120259"], "", "arithmetic", ["120,259", "120259"]],
  [["cost-plus"], "thousand", "span", ["cost-plus"]],
  [["5"], "constructor", "span", ["5 constructor"]],
  [
    ["7", "8"],
    "thousand",
    "multi-span",
    ["7 thousand, 8 thousand", "7 thousand and 8 thousand", "7,000, 8,000", "7,000 and 8,000"],
  ],
  [[], "", "span", []],
])("writes %j in %j (%s) as a person would", (spans, scale, type, answers) => {
  expect(answersOf(spans, scale, type)).toEqual(answers);
});

test.each([
  ["a question", context({ question: "", answer: ["1"] }), '"[0].questions[0].question" must not'],
  [
    "a paragraph",
    context({ question: "?", answer: ["1"], rel_paragraphs: ["9"] }),
    '"[0].questions[0].rel_paragraphs" names paragraph "9"',
  ],
  ["an origin", context({ question: "?", answer: ["1"], answer_from: "x" }), "answer_from"],
  [
    "a table",
    { ...context(), table: { uid: "t", table: [1] } },
    '"[0].table.table[0]" must be a list',
  ],
  ["a list of questions", { ...context(), questions: "?" }, '"[0].questions" must be a list'],
  ["a context", 7, '"[0]" must be an object, not 7.'],
])("names the entry with an invalid part: %s", async (_what, entry, message) => {
  await expect(load("tatqa", { [file]: [entry] })).rejects.toMatchObject({
    code: "invalid-data",
    message: expect.stringContaining(message),
  });
});

test("rejects a repeated context or question", async () => {
  const twice = [context({ question: "?", answer: ["1"] }), context({ question: "?", answer: [] })];
  await expect(load("tatqa", { [file]: twice })).rejects.toMatchObject({
    data: { list: expect.stringMatching(/table\.uid.*\n.*"q0" is also in \[0\]/) },
  });
});
