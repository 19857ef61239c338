import type { EvaluationQuestion, GoldEvidence } from "../data-set.js";
import { fileDocuments } from "./documents.js";
import type { Fields } from "./fields.js";
import { type DataSetLayout, filesBelow, firstOf } from "./layout.js";
import { LeftOut, QuestionList } from "./question-list.js";
import { jsonLines } from "./source-lines.js";

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
