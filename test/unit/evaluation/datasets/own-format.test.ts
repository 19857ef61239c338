import { expect, test } from "vitest";
import { checkEvidence } from "../../../../src/evaluation/datasets/fields.js";
import { askOwnDocuments } from "../../../../src/evaluation/datasets/layout.js";
import { smallDataSetFiles } from "../../../fixtures/evaluation/small-data-set-files.js";
import { jsonLinesOf, load } from "./memory-files.js";

const file = "questions.jsonl";
const report = "documents/report.pdf";

/** Loads questions about two documents. */
function loadLines(text: unknown): ReturnType<typeof load> {
  return load("own", {
    [file]: text,
    [report]: "",
    "documents/sub/plan.md": "",
    "documents/.x": "",
  });
}

test("reads documents, and questions with every kind of evidence", async () => {
  const set = await load("own", Object.fromEntries(smallDataSetFiles()));
  expect(set.documents.map(({ path }) => path)).toEqual([
    "documents/ferries.md",
    "documents/harbour-report.txt",
    "documents/lighthouse.md",
  ]);
  expect(set.notes).toEqual([]);
  expect(set.questions.map(({ id }) => id)).toEqual(["ships", "quay", "lamp", "fares", "mayor"]);
  const [ships, quay, lamp, fares, mayor] = set.questions;
  expect(ships).toEqual({
    id: "ships",
    text: "How many ships did the harbour of Ostrand handle in 2021?",
    answers: ["4,310"],
    unanswerable: false,
    evidence: [
      {
        unit: "page",
        document: "documents/harbour-report.txt",
        page: 1,
        text: "The harbour handled 4,310 ships",
      },
    ],
    documents: null,
    kind: "lookup",
    place: { file, line: 1, entry: "" },
  });
  expect(quay?.evidence).toMatchObject([{ unit: "page", page: 2, text: "" }]);
  expect(lamp?.evidence).toMatchObject([{ unit: "passage" }]);
  expect(fares?.evidence).toMatchObject([
    { unit: "cell", row: "Ostrand to Hvalsund", column: "Fare", text: "12 crowns" },
    { unit: "cell", row: "Ostrand to Selvika", column: "Fare", text: "19 crowns" },
  ]);
  expect(mayor).toMatchObject({ unanswerable: true, answers: [], evidence: [] });
});

test("fills in defaults", async () => {
  const { questions, notes } = await loadLines(
    jsonLinesOf(
      { question: "One?", answer: 7, evidence: [{ page: 2 }], documents: ["report.pdf"] },
      { question: "Two?", answers: "yes", evidence: [{ document: "sub\\plan.md" }], id: null },
      { question: "Three?", anwser: "no" },
    ),
  );
  expect(questions[0]).toMatchObject({
    answers: ["7"],
    documents: [report],
    evidence: [{ unit: "page", document: report, page: 2, text: "" }],
  });
  expect(questions[1]).toMatchObject({
    answers: ["yes"],
    documents: null,
    kind: null,
    evidence: [{ unit: "document", document: "documents/sub/plan.md", grade: 1 }],
  });
  expect(notes).toEqual([`${file}: fields that are not known were passed over: "anwser".`]);
});

test("gives a question without an id the same id even when lines move", async () => {
  const ids = async (...texts: string[]): Promise<string[]> => {
    const lines = jsonLinesOf(...texts.map((question) => ({ question })));
    return (await loadLines(lines)).questions.map(({ id }) => id);
  };
  const [one, two] = await ids("One?", "Two?");
  expect(one).not.toBe(two);
  expect(await ids("Zero?", "Two?", "One?")).toEqual([expect.any(String), two, one]);
});

test("accepts byte order marks, carriage returns and blank lines", async () => {
  const lines = '\ufeff{"question": "One?"}\r\n\r\n  {"question": "Two?"}\r\n';
  const { questions } = await loadLines(lines);
  expect(questions.map(({ text, place }) => [text, place?.line])).toEqual([
    ["One?", 1],
    ["Two?", 3],
  ]);
});

test.each<[fault: string, line: unknown, field: string, problem: string]>([
  ["no question", { id: 1 }, "question", "is missing; it must be a text."],
  ["a blank question", { question: " " }, "question", "must not be empty."],
  ["a question that is not text", { question: ["?"] }, "question", "must be a text, not a list."],
  ["an empty answer", { question: "?", answers: ["a", ""] }, "answers[1]", "must not be empty."],
  [
    "an answer that is an object",
    { question: "?", answers: [{}] },
    "answers[0]",
    "must be a text or a number, not an object.",
  ],
  [
    "a flag as text",
    { question: "?", unanswerable: "no" },
    "unanswerable",
    'must be true or false, not "no".',
  ],
  [
    "an answer to an unanswerable question",
    { question: "?", unanswerable: true, answer: "yes" },
    "unanswerable",
    "must not be true of a question that has answers.",
  ],
  [
    "evidence that is not a list",
    { question: "?", evidence: { page: 1 } },
    "evidence",
    "must be a list, not an object.",
  ],
  [
    "page 0",
    { question: "?", evidence: [{ document: "report.pdf", page: 0 }] },
    "evidence[0].page",
    "must be a page number from 1, not 0.",
  ],
  [
    "half a page",
    { question: "?", evidence: [{ document: "report.pdf", page: 1.5 }] },
    "evidence[0].page",
    "must be a page number from 1, not 1.5.",
  ],
  [
    "a missing document",
    { question: "?", evidence: [{ document: "raport.pdf" }] },
    "evidence[0].document",
    'names "raport.pdf", which is not in documents/.',
  ],
  [
    "no document among several",
    { question: "?", evidence: [{ page: 1 }] },
    "evidence[0].document",
    "is missing; it must name one of the 2 documents.",
  ],
  [
    "an unknown unit",
    { question: "?", evidence: [{ document: "report.pdf", unit: "line" }] },
    "evidence[0].unit",
    'must be one of document, page, passage, cell, not "line".',
  ],
  [
    "a passage without text",
    { question: "?", evidence: [{ document: "report.pdf", unit: "passage" }] },
    "evidence[0].text",
    "is missing; it must be a text.",
  ],
  [
    "a cell without its column",
    { question: "?", evidence: [{ document: "report.pdf", row: "Sales" }] },
    "evidence[0].column",
    "is missing; it must be a text or a number.",
  ],
  [
    "a grade of 0",
    { question: "?", evidence: [{ document: "report.pdf", grade: 0 }] },
    "evidence[0].grade",
    "must be a number above 0, not 0.",
  ],
])("names the line and the field of %s", async (_fault, line, field, problem) => {
  await expect(loadLines(jsonLinesOf({ question: "Fine?" }, line))).rejects.toMatchObject({
    code: "invalid-data",
    message: `${file}, line 2: "${field}" ${problem}`,
    data: { file, line: 2, field, faults: 1 },
  });
});

test.each<[fault: string, content: string | Uint8Array, message: string]>([
  ["no JSON", "question,answer\n", `${file}, line 1 is not JSON: "question,answer"`],
  ["another JSON value", "[1]\n", `${file}, line 1 must be a JSON object, not a list.`],
  ["nothing at all", "", `${file} is empty: it has no lines.`],
  [
    "an incomplete last line",
    '{"question": "One?"}\n{"question": "Tw',
    `${file}, line 2 breaks off: the file ends before its JSON does, so it may be half written.`,
  ],
  [
    "invalid UTF-8",
    new Uint8Array([0x7b, 0x7d, 0x0a, 0xff, 0xfe, 0x0a]),
    `${file}, line 2 is not UTF-8 text. Save the file as UTF-8.`,
  ],
])("says what is wrong with a file that has %s", async (_fault, content, message) => {
  const failure = await loadLines(content).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "invalid-data" });
  const { data } = failure as { data: { list: string } };
  expect(data.list.split("\n").at(-1)).toBe(message);
});

test("rejects a line that is too long without reading it", async () => {
  const line = new Uint8Array(9 * 2 ** 20).fill(0x61);
  await expect(loadLines(line)).rejects.toMatchObject({
    code: "invalid-data",
    message: `${file}, line 1 is longer than 8 MiB, so this is no file of this kind.`,
  });
});

test("rejects a repeated id", async () => {
  const lines = jsonLinesOf({ id: "a", question: "One?" }, { id: "a", question: "Two?" });
  await expect(loadLines(lines)).rejects.toMatchObject({
    message: `${file}, line 2: "id" must be unique: "a" is also in line 1.`,
  });
  const twice = jsonLinesOf({ question: "One?" }, { question: "One?" });
  await expect(loadLines(twice)).rejects.toMatchObject({
    message: `${file}, line 2: "question" must be unique: the same is in line 1; give each an id.`,
  });
});

test("reports the first mistake, counts the others and lists them all", async () => {
  const wrong = { question: 1 };
  await expect(loadLines(jsonLinesOf(wrong, wrong, wrong))).rejects.toMatchObject({
    message: `${file}, line 1: "question" must be a text, not 1. (And 2 more faults.)`,
    data: { line: 1, faults: 3, list: expect.stringMatching(/line 1.*\n.*line 2.*\n.*line 3/) },
  });
});

test("stops at twenty mistakes", async () => {
  const lines = jsonLinesOf(...Array.from({ length: 50 }, () => ({ question: 1 })));
  await expect(loadLines(lines)).rejects.toMatchObject({
    message: expect.stringContaining("(And at least 19 more faults.)"),
    data: { faults: 20 },
  });
});

test("names evidence on pages that turn out not to exist", async () => {
  const set = await loadLines(
    jsonLinesOf(
      { question: "One?", evidence: [{ document: "report.pdf", page: 3 }] },
      {
        question: "Two?",
        evidence: [{ document: "sub/plan.md" }, { document: "report.pdf", page: 4 }],
      },
    ),
  );
  expect(() => checkEvidence(set, new Map([[report, 4]]))).not.toThrow();
  expect(() => checkEvidence(set, new Map())).not.toThrow();
  expect(() => checkEvidence(set, new Map([[report, 3]]))).toThrow(
    expect.objectContaining({
      code: "invalid-data",
      message: `${file}, line 2: "evidence[1]" names page 4 of ${report}, which has 3 pages.`,
      data: expect.objectContaining({ file, line: 2, field: "evidence[1]" }),
    }),
  );
});

test("limits every question to the documents with its evidence on request", async () => {
  const set = await loadLines(
    jsonLinesOf(
      { question: "One?", evidence: [{ document: "report.pdf", page: 3 }] },
      { question: "Two?" },
      { question: "Three?", evidence: [{ document: "report.pdf" }], documents: ["sub/plan.md"] },
    ),
  );
  expect(askOwnDocuments(set).questions.map(({ documents }) => documents)).toEqual([
    [report],
    null,
    ["documents/sub/plan.md"],
  ]);
});

test("an abort ends reading with the signal's reason", async () => {
  const reason = new Error("enough");
  const contents = { [file]: jsonLinesOf({ question: "One?" }), [report]: "" };
  await expect(load("own", contents, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});
