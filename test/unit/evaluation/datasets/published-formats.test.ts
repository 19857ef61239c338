import { expect, test } from "vitest";
import { jsonLinesOf, load } from "./memory-files.js";

const filing = {
  financebench_id: "fb-1",
  doc_name: "ACME_2020",
  question: "What did Acme sell?",
  answer: "Anvils",
  question_type: "domain-relevant",
  evidence: [
    { evidence_text: "Anvils and more", doc_name: "ACME_2020", evidence_page_num: 0 },
    { evidence_text: "Anvils", evidence_page_num: 4 },
  ],
};

test("FinanceBench: pages count from 0, and questions without their PDF are left out", async () => {
  const other = { ...filing, financebench_id: "fb-2", doc_name: "OTHER_2020", evidence: [] };
  const { questions, documents, notes } = await load("financebench", {
    "questions.jsonl": jsonLinesOf(filing, other),
    "questions_without_pdf.jsonl": jsonLinesOf({ financebench_id: "fb-3" }),
    "pdfs/ACME_2020.pdf": "",
    "pdfs/ACME_2019.pdf": "",
  });
  expect(documents).toEqual([
    { path: "pdfs/ACME_2019.pdf", text: null },
    { path: "pdfs/ACME_2020.pdf", text: null },
  ]);
  const document = "pdfs/ACME_2020.pdf";
  expect(questions).toMatchObject([
    {
      id: "fb-1",
      answers: ["Anvils"],
      kind: "domain-relevant",
      documents: null,
      evidence: [
        { unit: "page", document, page: 1, text: "Anvils and more" },
        { unit: "page", document, page: 5, text: "Anvils" },
        { unit: "document", document, grade: 1 },
      ],
    },
  ]);
  expect(notes).toEqual([
    "1 question left out (fb-2): the PDF is not there.",
    "1 question left out (fb-3): there is no PDF for what is in questions_without_pdf.jsonl.",
  ]);
});

test("FinanceBench: names the field of an invalid page", async () => {
  const wrong = { ...filing, evidence: [{ evidence_page_num: -1 }] };
  await expect(
    load("financebench", { "questions.jsonl": jsonLinesOf(wrong), "pdfs/ACME_2020.pdf": "" }),
  ).rejects.toMatchObject({
    message:
      'questions.jsonl, line 1: "evidence[0].evidence_page_num" must be a page number from 0, not -1.',
  });
});

const quarters = {
  "docs/2022 Q3 AAPL.pdf": "",
  "docs/2023 Q1 AAPL.pdf": "",
  "docs/2023 Q1 NVDA.pdf": "",
};

test("KG-RAG: finds sources by name, else by pattern", async () => {
  const record = {
    question: "Sales?",
    answer: "More.\n\nSOURCE(S): 2022 Q3 AAPL.pdf",
    question_type: "Multi",
  };
  const { questions, notes } = await load("kg-rag", {
    "questions.jsonl": jsonLinesOf(
      { ...record, id: "a", source_docs_pattern: "*AAPL*", source_docs: ["2022 Q3 AAPL.pdf"] },
      { ...record, id: "b", source_docs_pattern: "*AAPL*" },
      { ...record, id: "c", source_docs: ["2022 Q3 AAPL.pdf", "2021 Q3 AAPL.pdf"] },
    ),
    ...quarters,
  });
  expect(questions.map(({ evidence }) => evidence.map(({ document }) => document))).toEqual([
    ["docs/2022 Q3 AAPL.pdf"],
    ["docs/2022 Q3 AAPL.pdf", "docs/2023 Q1 AAPL.pdf"],
  ]);
  expect(questions[0]).toMatchObject({ answers: ["More.", record.answer], kind: "Multi" });
  expect(notes).toEqual(["1 question left out (c): some of the documents are not there."]);
});

test("KG-RAG: reads the original CSV, with answers over several lines", async () => {
  const csv = [
    "\ufeffQuestion,Source Docs,Question Type,Source Chunk Type,Answer",
    '"How, then?",*2023 q1*,Single-Doc,Table,"First ""line""',
    'second line"',
    "And now?,*INTC*,Single-Doc,Text,No",
    "Last?,*nvda*,Multi-Doc,Text,Yes",
    "",
  ].join("\r\n");
  const { questions, notes } = await load("kg-rag", { "qna_data.csv": csv, ...quarters });
  expect(questions).toMatchObject([
    {
      id: "1",
      text: "How, then?",
      answers: ['First "line"\r\nsecond line'],
      evidence: [{ document: "docs/2023 Q1 AAPL.pdf" }, { document: "docs/2023 Q1 NVDA.pdf" }],
      place: { file: "qna_data.csv", line: 2 },
    },
    { id: "3", evidence: [{ document: "docs/2023 Q1 NVDA.pdf" }], place: { line: 5 } },
  ]);
  expect(notes).toEqual(["1 question left out (2): some of the documents are not there."]);
});

test.each([
  ["a column", "Question,Reply\nWhy?,So\n", 'qna.csv, line 1: "Answer" is missing'],
  ["a cell", "Question,Answer\nWhy?,So\nHow?\n", 'qna.csv, line 3: "Answer" is missing'],
  ["rows", "Question,Answer\n", "qna.csv has no rows."],
  ["the end of a quote", 'Question,Answer\n"Why?,So\n', "qna.csv, line 2 is no CSV"],
  ["anything", " \n", "qna.csv is empty."],
])("KG-RAG: says where a CSV lacks %s", async (_what, csv, message) => {
  await expect(load("kg-rag", { "qna.csv": csv, ...quarters })).rejects.toMatchObject({
    code: "invalid-data",
    message: expect.stringContaining(message),
  });
});

test("LlamaHub: takes contexts as passages of the single document", async () => {
  const examples = [
    { query: "Why?", reference_contexts: ["Because of it."], reference_answer: "Because." },
    { query: "How?", reference_contexts: [], reference_answer: "" },
  ];
  const { questions } = await load("llamahub", {
    "rag_dataset.json": { examples },
    "card.json": {},
    "source_files/essay.txt": "Because of it.",
  });
  expect(questions).toMatchObject([
    {
      id: "1",
      answers: ["Because."],
      evidence: [{ unit: "passage", document: "source_files/essay.txt", text: "Because of it." }],
      place: { file: "rag_dataset.json", line: null, entry: "examples[0]" },
    },
    { id: "2", answers: [], evidence: [] },
  ]);
});

test("LlamaHub: names no document for passages if there are several", async () => {
  const examples = [{ query: "Why?", reference_contexts: ["It."], reference_answer: "Because." }];
  const { questions, notes } = await load("llamahub", {
    "rag_dataset.json": { examples },
    "source_files/one.txt": "",
    "source_files/two.txt": "",
  });
  expect(questions[0]?.evidence).toEqual([{ unit: "passage", document: "", text: "It." }]);
  expect(notes).toHaveLength(1);
});

test.each([
  [
    "half written",
    '{"examples": [\n{"query": "Wh',
    "rag_dataset.json, line 2 is not complete JSON",
  ],
  ["of another form", "[]", "must be a JSON object, not a list."],
  ["without examples", "{}", '"examples" is missing; it must be a list.'],
  [
    "with a wrong query",
    { examples: [{ query: 3 }] },
    '"examples[0].query" must be a text, not 3.',
  ],
])("LlamaHub: says what is wrong with a file %s", async (_what, content, message) => {
  await expect(
    load("llamahub", { "rag_dataset.json": content, "source_files/essay.txt": "" }),
  ).rejects.toMatchObject({ code: "invalid-data", message: expect.stringContaining(message) });
});

test("FinQA: every context is one document", async () => {
  const { questions, documents, notes } = await load("finqa", {
    "questions.jsonl": jsonLinesOf(
      { id: "q/1", question: "One?", context: "A table.", answer: "14%" },
      { id: "q2", question: "Two?", context: "A table.", answer: "" },
      { id: "q3", question: "Three?", context: "Another.", answer: "3" },
    ),
  });
  expect(documents).toEqual([
    { path: "q%2F1.txt", text: "A table." },
    { path: "q3.txt", text: "Another." },
  ]);
  expect(questions.map(({ answers, evidence }) => [answers, evidence[0]?.document])).toEqual([
    [["14%"], "q%2F1.txt"],
    [[], "q%2F1.txt"],
    [["3"], "q3.txt"],
  ]);
  expect(notes).toEqual(["Questions without an answer in the data: 1."]);
});

test("FinQA: reports a missing folder of documents", async () => {
  const lines = jsonLinesOf({ id: "q1", question: "One?", answer: "14%" });
  await expect(load("finqa", { "questions.jsonl": lines })).rejects.toMatchObject({
    code: "invalid-data",
    message: expect.stringMatching(
      /^questions\.jsonl, line 1: "context" is missing\..*documents\/\.$/,
    ),
  });
});
