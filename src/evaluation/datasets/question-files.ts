import { fileName } from "../../core/index.js";
import type { EvaluationDocument, EvaluationQuestion, GoldEvidence } from "../api.js";
import { type Fields, shown } from "./fields.js";
import {
  type DataSetLayout,
  type DataSetReading,
  fileDocuments,
  filesBelow,
  firstOf,
  LeftOut,
  madePath,
  plainQuestion,
  QuestionList,
  wholeDocuments,
} from "./layout.js";
import { csvRows, jsonLines, topFields } from "./source-files.js";

const financeBenchFiles = [
  "questions.jsonl",
  "financebench_open_source.jsonl",
  "data/financebench_open_source.jsonl",
];
const financeBenchFolder = "pdfs";
const withoutPdf = "questions_without_pdf.jsonl";

/**
 * FinanceBench (Islam et al., arXiv:2311.11944): questions about filings, with the pages of the
 * evidence, which the data counts from 0. Every question is asked of all documents; its evidence is
 * those pages, in the order of the data, and then their documents. Questions about a missing PDF
 * are left out.
 */
export const financebench: DataSetLayout = {
  name: "financebench",
  description: "questions.jsonl (or financebench_open_source.jsonl) and pdfs/",
  matches: (paths) =>
    firstOf(paths, financeBenchFiles) !== null && filesBelow(paths, financeBenchFolder).length > 0,
  read: async (reading) => {
    const documents = filesBelow(reading.paths, financeBenchFolder);
    const available = new Set(documents);
    const list = new QuestionList();
    const leftOut = new LeftOut();
    for await (const fields of jsonLines(
      reading,
      firstOf(reading.paths, financeBenchFiles) ?? "",
    )) {
      const question = financeBenchQuestion(fields);
      if (question.evidence.every(({ document }) => available.has(document))) {
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

function financeBenchQuestion(fields: Fields): EvaluationQuestion {
  const mainDocument = pathOf(fields.text("doc_name"));
  const pages = fields.records("evidence").map(
    (one): GoldEvidence => ({
      unit: "page",
      document: one.has("doc_name") ? pathOf(one.text("doc_name")) : mainDocument,
      page: one.count("evidence_page_num", 0, "a page number") + 1,
      text: one.optionalText("evidence_text"),
    }),
  );
  if (pages.length === 0 && !fields.has("evidence")) fields.list("evidence");
  return {
    ...plainQuestion,
    id: fields.label("financebench_id"),
    text: fields.text("question"),
    answers: [fields.label("answer")],
    evidence: [
      ...pages,
      ...wholeDocuments([mainDocument, ...pages.map(({ document }) => document)]),
    ],
    kind: fields.optionalText("question_type") || null,
    place: fields.place,
  };
}

function pathOf(name: string): string {
  return `${financeBenchFolder}/${name}.pdf`;
}

const file = "questions.jsonl";
const withoutContext =
  "is missing. It has the text that is asked about; questions about files need them in a folder documents/.";

/**
 * Questions of FinQA (Chen et al., arXiv:2109.00122), each with the text of its page, table
 * included, in the field `context`. Every context becomes a text document named after its first
 * question. A question without an answer is kept, to judge retrieval.
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
      // Reported like this because people who forget the folder of their own documents end up here.
      if (!fields.has("context")) fields.fault("context", withoutContext);
      const document = documents.get(context) ?? {
        path: madePath(id, ".txt"),
        text: context,
      };
      documents.set(context, document);
      const answer = fields.optionalLabel("answer").trim();
      if (answer === "") unanswered += 1;
      const question = {
        ...plainQuestion,
        id,
        text: fields.text("question"),
        answers: answer === "" ? [] : [answer],
        evidence: wholeDocuments([document.path]),
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
 * Data sets of LlamaHub (`LabelledRagDataset` of LlamaIndex): `rag_dataset.json`, or a file whose
 * name starts like that, and the documents in `source_files/`. The reference contexts are the
 * evidence, as passages; with several documents the data does not say which one contains a passage,
 * and `document` is empty. Questions are numbered from 1.
 */
export const llamahub: DataSetLayout = {
  name: "llamahub",
  description: "rag_dataset.json and source_files/",
  matches: (paths) => llamaHubFile(paths) !== null && filesBelow(paths, llamaHubFolder).length > 0,
  read: async (reading) => {
    const documents = filesBelow(reading.paths, llamaHubFolder);
    const [only = ""] = documents.length === 1 ? documents : [];
    const list = new QuestionList();
    const top = await topFields(reading, llamaHubFile(reading.paths) ?? "");
    if (top && !top.has("examples")) top.list("examples");
    for (const [index, fields] of (top?.records("examples") ?? []).entries()) {
      const evidence = fields
        .labels("reference_contexts")
        .map((text): GoldEvidence => ({ unit: "passage", document: only, text }));
      const answer = fields.optionalLabel("reference_answer");
      const question = {
        ...plainQuestion,
        id: String(index + 1),
        text: fields.text("query"),
        answers: answer.trim() === "" ? [] : [answer],
        evidence,
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

function llamaHubFile(paths: readonly string[]): string | null {
  return paths.filter((path) => /^rag_dataset[^/]*\.json$/.test(path)).sort()[0] ?? null;
}

const kgRagLines = "questions.jsonl";
const kgRagFolder = "docs";

/** The fields that both forms of the data have. */
interface Names {
  readonly question: string;
  readonly answer: string;
  readonly kind: string;
  readonly pattern: string;
}

const inLines: Names = {
  question: "question",
  answer: "answer",
  kind: "question_type",
  pattern: "source_docs_pattern",
};
const inColumns: Names = {
  question: "Question",
  answer: "Answer",
  kind: "Question Type",
  pattern: "Source Docs",
};

/**
 * KG-RAG data sets of Docugami (github.com/docugami/KG-RAG-datasets): questions over one or several
 * reports, as the original CSV (columns Question, Source Docs, Question Type, Source Chunk Type,
 * Answer) or as JSON lines that also have `source_docs`. A pattern such as `*AAPL*` stands for all
 * documents whose names match it. Questions that lack any of their documents are left out, because
 * recall would mean something else. An answer that ends with its sources also counts without them.
 */
export const kgRag: DataSetLayout = {
  name: "kg-rag",
  description: "docs/ and questions.jsonl, or a CSV with the columns Question, Source Docs, Answer",
  matches: (paths) => kgRagFile(paths) !== null && filesBelow(paths, kgRagFolder).length > 0,
  read: async (reading) => {
    const documents = filesBelow(reading.paths, kgRagFolder);
    const list = new QuestionList();
    const leftOut = new LeftOut();
    for await (const { fields, names, id } of records(reading)) {
      const question = kgRagQuestion(fields, names, id, documents);
      if (question === null) leftOut.add("some of the documents are not there", id);
      else list.add(question, fields, names === inLines ? "id" : "");
    }
    reading.notes.push(...leftOut.notes("question"));
    return { documents: fileDocuments(documents), questions: list.questions };
  },
};

/** The published CSV files have various names; the first in name order is used. */
function kgRagFile(paths: readonly string[]): string | null {
  if (paths.includes(kgRagLines)) return kgRagLines;
  return paths.filter((path) => /^[^/]+\.csv$/i.test(path)).sort()[0] ?? null;
}

async function* records(
  reading: DataSetReading,
): AsyncGenerator<{ fields: Fields; names: Names; id: string }> {
  const file = kgRagFile(reading.paths) ?? kgRagLines;
  if (file === kgRagLines) {
    for await (const fields of jsonLines(reading, file)) {
      yield { fields, names: inLines, id: fields.label("id") };
    }
    return;
  }
  const rows = await csvRows(reading, file, [inColumns.question, inColumns.answer]);
  for (const [index, fields] of rows.entries()) {
    yield { fields, names: inColumns, id: String(index + 1) };
  }
}

/** Null if a document that it needs is missing. */
function kgRagQuestion(
  fields: Fields,
  names: Names,
  id: string,
  documents: readonly string[],
): EvaluationQuestion | null {
  const sources = sourcesOf(fields, names, documents);
  const answer = fields.label(names.answer);
  const plain = withoutSources(answer);
  const question: EvaluationQuestion = {
    ...plainQuestion,
    id,
    text: fields.text(names.question),
    answers: [...new Set([plain, answer])].filter((one) => one !== ""),
    evidence: wholeDocuments(sources ?? []),
    kind: fields.optionalText(names.kind) || null,
    place: fields.place,
  };
  return sources === null ? null : question;
}

/** An answer without a last line such as "SOURCE(S): 2023 Q1 AAPL.pdf". */
function withoutSources(answer: string): string {
  const ended = answer.trimEnd();
  const lastLine = ended.slice(ended.lastIndexOf("\n") + 1);
  const at = lastLine.search(/(?:\*\*)?SOURCE(?:\(S\)|S)?\**:/i);
  return at < 0 ? answer : ended.slice(0, ended.length - lastLine.length + at).trimEnd();
}

/** Null if a named document is missing, or a pattern matches none. */
function sourcesOf(
  fields: Fields,
  names: Names,
  documents: readonly string[],
): readonly string[] | null {
  const named = names === inLines ? fields.labels("source_docs") : [];
  if (named.length > 0) {
    const paths = [...new Set(named.map((name) => `${kgRagFolder}/${name}`))];
    return paths.every((path) => documents.includes(path)) ? paths : null;
  }
  const pattern = fields.optionalText(names.pattern).trim();
  if (pattern === "") return [];
  if (pattern.length > 1000) {
    fields.fault(names.pattern, `must be a pattern such as *AAPL*, not ${shown(pattern)}.`);
    return [];
  }
  const matching = documents.filter((path) => matchesPattern(path, pattern));
  return matching.length > 0 ? matching : null;
}

/** Whether a file name, with or without its extension, matches a pattern with `*` for anything. */
function matchesPattern(path: string, pattern: string): boolean {
  const name = fileName(path).toLowerCase();
  const pieces = pattern.toLowerCase().split("*");
  return holdsInOrder(name, pieces) || holdsInOrder(name.replace(/\.[^.]+$/, ""), pieces);
}

/** True if a name consists of these pieces, in order, with anything between them. */
function holdsInOrder(name: string, pieces: readonly string[]): boolean {
  const [first = "", ...others] = pieces;
  const last = others.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const piece of others) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
