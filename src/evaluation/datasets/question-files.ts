import type { EvaluationDocument, EvaluationQuestion, GoldEvidence } from "../data-set.js";
import { fileDocuments, LeftOut, madePath, QuestionList } from "./documents.js";
import type { Fields } from "./fields.js";
import { type DataSetLayout, filesBelow, firstOf } from "./layout.js";
import { jsonLines, topFields } from "./source-files.js";

const files = [
  "questions.jsonl",
  "financebench_open_source.jsonl",
  "data/financebench_open_source.jsonl",
];
const folder = "pdfs";
const withoutPdf = "questions_without_pdf.jsonl";

/**
 * FinanceBench (Islam et al., arXiv:2311.11944): questions about filings, with the pages of the
 * evidence, which the data counts from 0. Every question is asked of all documents; its evidence are
 * first those pages, in the order of the data, then their documents. Questions about a PDF that is not
 * there are left out.
 */
export const financebench: DataSetLayout = {
  name: "financebench",
  description: "questions.jsonl (or financebench_open_source.jsonl) and pdfs/",
  matches: (paths) => firstOf(paths, files) !== null && filesBelow(paths, folder).length > 0,
  read: async (reading) => {
    const documents = filesBelow(reading.paths, folder);
    const there = new Set(documents);
    const list = new QuestionList();
    const leftOut = new LeftOut();
    for await (const fields of jsonLines(reading, firstOf(reading.paths, files) ?? "")) {
      const question = toQuestion(fields);
      if (question.evidence.every(({ document }) => there.has(document))) {
        list.add(question, fields, "financebench_id");
      } else {
        leftOut.add("the PDF is not there", question.id);
      }
    }
    if (reading.paths.includes(withoutPdf)) {
      for await (const fields of jsonLines(reading, withoutPdf)) {
        leftOut.add(
          `there is no PDF for what is in ${withoutPdf}`,
          fields.label("financebench_id"),
        );
      }
    }
    reading.notes.push(...leftOut.notes("question"));
    return { documents: fileDocuments(documents), questions: list.questions };
  },
};

function toQuestion(fields: Fields): EvaluationQuestion {
  const own = pathOf(fields.text("doc_name"));
  const pages = fields.records("evidence").map(
    (one): GoldEvidence => ({
      unit: "page",
      document: one.has("doc_name") ? pathOf(one.text("doc_name")) : own,
      page: one.count("evidence_page_num", 0, "a page number") + 1,
      text: one.optionalText("evidence_text"),
    }),
  );
  if (pages.length === 0 && !fields.has("evidence")) fields.list("evidence");
  const documents = new Set([own, ...pages.map(({ document }) => document)]);
  return {
    id: fields.label("financebench_id"),
    text: fields.text("question"),
    answers: [fields.label("answer")],
    unanswerable: false,
    evidence: [
      ...pages,
      ...[...documents].map((document) => ({ unit: "document" as const, document, grade: 1 })),
    ],
    documents: null,
    kind: fields.optionalText("question_type") || null,
    place: fields.place,
  };
}

function pathOf(name: string): string {
  return `${folder}/${name}.pdf`;
}

const file = "questions.jsonl";
const withoutContext =
  "is missing. It has the text that is asked about; questions about files need them in a folder documents/.";

/**
 * Questions of FinQA (Chen et al., arXiv:2109.00122), each with the text of its page, table included, in
 * the field `context`. Every context becomes a text document named after its first question. A question
 * without an answer stays, for what is retrieved.
 */
export const finqa: DataSetLayout = {
  name: "finqa",
  description: 'questions.jsonl alone (a line each: {"id", "question", "context", "answer"})',
  matches: (paths) =>
    paths.includes(file) &&
    ["documents", "pdfs", "docs"].every((folder) => filesBelow(paths, folder).length === 0),
  read: async (reading) => {
    const list = new QuestionList();
    const documents = new Map<string, EvaluationDocument>();
    let unanswered = 0;
    for await (const fields of jsonLines(reading, file)) {
      const id = fields.label("id");
      const context = fields.has("context") ? fields.text("context") : "";
      // Who has forgotten the folder of their own documents ends up here.
      if (!fields.has("context")) fields.fault("context", withoutContext);
      const document = documents.get(context) ?? {
        path: madePath(id, ".txt"),
        text: context,
      };
      documents.set(context, document);
      const answer = fields.optionalLabel("answer").trim();
      if (answer === "") unanswered += 1;
      const question = {
        id,
        text: fields.text("question"),
        answers: answer === "" ? [] : [answer],
        unanswerable: false,
        evidence: [{ unit: "document" as const, document: document.path, grade: 1 }],
        documents: null,
        kind: null,
        place: fields.place,
      };
      list.add(question, fields, "id");
    }
    if (unanswered > 0)
      reading.notes.push(`Questions without an answer in the data: ${unanswered}.`);
    return { documents: [...documents.values()], questions: list.questions };
  },
};

const llamaHubFolder = "source_files";

/**
 * Data sets of LlamaHub (`LabelledRagDataset` of LlamaIndex): `rag_dataset.json`, or a file whose name
 * begins like that, and the documents in `source_files/`. The reference contexts are the evidence, as
 * passages; with several documents the data does not say in which of them a passage stands, and
 * `document` is empty. Questions are numbered from 1.
 */
export const llamahub: DataSetLayout = {
  name: "llamahub",
  description: "rag_dataset.json and source_files/",
  matches: (paths) => questionFile(paths) !== null && filesBelow(paths, llamaHubFolder).length > 0,
  read: async (reading) => {
    const documents = filesBelow(reading.paths, llamaHubFolder);
    const [only = ""] = documents.length === 1 ? documents : [];
    const list = new QuestionList();
    const top = await topFields(reading, questionFile(reading.paths) ?? "");
    if (top && !top.has("examples")) top.list("examples");
    for (const [index, fields] of (top?.records("examples") ?? []).entries()) {
      const evidence = fields
        .labels("reference_contexts")
        .map((text): GoldEvidence => ({ unit: "passage", document: only, text }));
      const answer = fields.optionalLabel("reference_answer");
      const question = {
        id: String(index + 1),
        text: fields.text("query"),
        answers: answer.trim() === "" ? [] : [answer],
        unanswerable: false,
        evidence,
        documents: null,
        kind: null,
        place: { ...fields.place, entry: `examples[${index}]` },
      };
      list.add(question, fields, "query");
    }
    if (documents.length > 1) {
      reading.notes.push(
        "The data does not say in which document a passage stands: evidence of passages names none.",
      );
    }
    return { documents: fileDocuments(documents), questions: list.questions };
  },
};

function questionFile(paths: readonly string[]): string | null {
  return paths.filter((path) => /^rag_dataset[^/]*\.json$/.test(path)).sort()[0] ?? null;
}
