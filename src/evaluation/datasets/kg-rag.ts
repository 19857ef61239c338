import { fileName } from "../../core/paths.js";
import type { EvaluationQuestion } from "../data-set.js";
import { fileDocuments, LeftOut, QuestionList } from "./documents.js";
import { type Fields, shown } from "./fields.js";
import { type DataSetLayout, type DataSetReading, filesBelow } from "./layout.js";
import { csvRows, jsonLines } from "./source-files.js";

const lines = "questions.jsonl";
const folder = "docs";

/** What both forms of the data have in common. */
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
 * reports, as CSV of the original (columns Question, Source Docs, Question Type, Source Chunk Type,
 * Answer) or as JSON lines with `source_docs` as well. A pattern such as `*AAPL*` stands for all
 * documents whose name it matches. Questions without all their documents are left out: recall without
 * some of them would be another figure. Of an answer that ends with its sources there is also a form
 * without them.
 */
export const kgRag: DataSetLayout = {
  name: "kg-rag",
  description: "docs/ and questions.jsonl, or a CSV with the columns Question, Source Docs, Answer",
  matches: (paths) => questionFile(paths) !== null && filesBelow(paths, folder).length > 0,
  read: async (reading) => {
    const documents = filesBelow(reading.paths, folder);
    const list = new QuestionList();
    const leftOut = new LeftOut();
    for await (const { fields, names, id } of records(reading)) {
      const question = toQuestion(fields, names, id, documents);
      if (question === null) leftOut.add("some of the documents are not there", id);
      else list.add(question, fields, names === inLines ? "id" : "");
    }
    reading.notes.push(...leftOut.notes("question"));
    return { documents: fileDocuments(documents), questions: list.questions };
  },
};

/** The published CSV files go by several names; the first in name order is taken. */
function questionFile(paths: readonly string[]): string | null {
  if (paths.includes(lines)) return lines;
  return paths.filter((path) => /^[^/]+\.csv$/i.test(path)).sort()[0] ?? null;
}

async function* records(
  reading: DataSetReading,
): AsyncGenerator<{ fields: Fields; names: Names; id: string }> {
  const file = questionFile(reading.paths) ?? lines;
  if (file === lines) {
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

/** Null when a document that it needs is not there. */
function toQuestion(
  fields: Fields,
  names: Names,
  id: string,
  documents: readonly string[],
): EvaluationQuestion | null {
  const sources = sourcesOf(fields, names, documents);
  const answer = fields.label(names.answer);
  const plain = withoutSources(answer);
  const question: EvaluationQuestion = {
    id,
    text: fields.text(names.question),
    answers: [...new Set([plain, answer])].filter((one) => one !== ""),
    unanswerable: false,
    evidence: (sources ?? []).map((document) => ({ unit: "document", document, grade: 1 })),
    documents: null,
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

/** Null when one that is named, or any that the pattern stands for, is not there. */
function sourcesOf(
  fields: Fields,
  names: Names,
  documents: readonly string[],
): readonly string[] | null {
  const named = names === inLines ? fields.labels("source_docs") : [];
  if (named.length > 0) {
    const paths = [...new Set(named.map((name) => `${folder}/${name}`))];
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

/** A pattern with `*` for anything, against the name of a file with or without its ending. */
function matchesPattern(path: string, pattern: string): boolean {
  const name = fileName(path).toLowerCase();
  const pieces = pattern.toLowerCase().split("*");
  return holdsInOrder(name, pieces) || holdsInOrder(name.replace(/\.[^.]+$/, ""), pieces);
}

/** Whether a name is those pieces with anything between them. */
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
