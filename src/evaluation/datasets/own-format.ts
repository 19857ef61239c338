import type { EvaluationQuestion, EvidenceUnit, GoldEvidence } from "../api.js";
import { type Fields, shown } from "./fields.js";
import {
  type DataSetLayout,
  fileDocuments,
  filesBelow,
  nameFinder,
  QuestionList,
} from "./layout.js";

import { jsonLines } from "./source-files.js";

const file = "questions.jsonl";
const folder = "documents";
const units: readonly EvidenceUnit[] = ["document", "page", "passage", "cell"];
const known = new Set("id question answer answers unanswerable evidence documents kind".split(" "));

type FindDocument = (fields: Fields, name: string, value: string) => string;

/**
 * The layout for your own documents: they are in the folder `documents/`, and `questions.jsonl` has
 * one question per line, as a JSON object such as
 *
 *     {"question": "Who runs the harbour?", "answers": ["Ida Melling"], "evidence": [{"document": "report.pdf", "page": 3}]}
 *
 * Only `question` is required. The fields:
 *
 * - `question`: the text of the question.
 * - `answers`: texts or numbers, any of which is right; `answer` for only one. Without them, only what
 *   is retrieved and what it costs can be judged.
 * - `unanswerable`: true if the documents contain no answer, so that the right reply is to say so.
 *   False by default.
 * - `evidence`: where the answer is, as a list of places. Each has a `document`, optional if there is
 *   only one, and one of:
 *   - `page`, counting from 1, and perhaps the relevant `text` on it;
 *   - `row` and `column`, the labels of a table cell, and perhaps its `text`;
 *   - `text` alone: this passage;
 *   - nothing else: the document as a whole, perhaps with a `grade` above 0 for how relevant it is (1
 *     by default).
 *   `unit` (`document`, `page`, `passage` or `cell`) may say which of them it is.
 * - `documents`: the only documents that are asked; all by default.
 * - `kind`: a word by which tables group the questions.
 * - `id`: unique; made from the text of the question by default, so that it stays when lines move.
 *
 * Documents are named by their path in `documents/`, with or without that folder before it. Null is
 * the same as a missing field. Unknown fields are skipped and reported.
 */
export const ownFormat: DataSetLayout = {
  name: "own",
  description:
    'questions.jsonl (a line each: {"question", "answers", "evidence": [{"document", "page"}], …}) and documents/ with the files',
  matches: (paths) => paths.includes(file) && filesBelow(paths, folder).length > 0,
  read: async (reading) => {
    const documents = filesBelow(reading.paths, folder);
    const find = nameFinder(documents, folder);
    const list = new QuestionList();
    const unknown = new Set<string>();
    for await (const fields of jsonLines(reading, file)) {
      for (const name of Object.keys(fields.record)) if (!known.has(name)) unknown.add(name);
      list.add(toQuestion(fields, find), fields, fields.has("id") ? "id" : "question");
    }
    if (unknown.size > 0) {
      const names = [...unknown].slice(0, 10).map(shown).join(", ");
      reading.notes.push(`${file}: fields that are not known were passed over: ${names}.`);
    }
    return { documents: fileDocuments(documents), questions: list.questions };
  },
};

function toQuestion(fields: Fields, find: FindDocument): EvaluationQuestion {
  const text = fields.text("question");
  const answers = [...fields.labels("answers"), ...fields.labels("answer")];
  const unanswerable = fields.flag("unanswerable");
  if (unanswerable && answers.length > 0) {
    fields.fault("unanswerable", "must not be true of a question that has answers.");
  }
  const documents = fields.labels("documents").map((name) => find(fields, "documents", name));
  const only = documents.length === 1 ? documents[0] : undefined;
  return {
    id: fields.optionalLabel("id") || (text && questionId(text)),
    text,
    answers,
    unanswerable,
    evidence: fields.records("evidence").map((place) => toEvidence(place, find, only)),
    documents: fields.has("documents") ? documents : null,
    kind: fields.optionalText("kind") || null,
    place: fields.place,
  };
}

function toEvidence(fields: Fields, find: FindDocument, only: string | undefined): GoldEvidence {
  const named = fields.has("document") ? fields.text("document") : undefined;
  const document =
    named === undefined && only !== undefined ? only : find(fields, "document", named ?? "");
  const unit = unitOf(fields);
  if (unit === "page") {
    const page = fields.count("page", 1, "a page number");
    return { unit, document, page, text: fields.optionalText("text") };
  }
  if (unit === "cell") {
    const row = fields.label("row");
    const column = fields.label("column");
    return { unit, document, row, column, text: fields.optionalLabel("text") };
  }
  if (unit === "passage") return { unit, document, text: fields.text("text") };
  return { unit, document, grade: fields.has("grade") ? grade(fields) : 1 };
}

/** The unit that the evidence states, or else the one that its fields imply. */
function unitOf(fields: Fields): EvidenceUnit {
  if (fields.has("unit")) {
    const unit = units.find((one) => one === fields.record.unit);
    if (unit !== undefined) return unit;
    fields.fault("unit", `must be one of ${units.join(", ")}, not ${shown(fields.record.unit)}.`);
    return "document";
  }
  if (fields.has("page")) return "page";
  if (fields.has("row") || fields.has("column")) return "cell";
  return fields.has("text") ? "passage" : "document";
}

function grade(fields: Fields): number {
  const value = fields.record.grade;
  if (typeof value === "number" && value > 0) return value;
  fields.fault("grade", `must be a number above 0, not ${shown(value)}.`);
  return 1;
}

const prime = 0x100000001b3n;
const start = 0xcbf29ce484222325n;

/** FNV-1a with 64 bits over the UTF-16 code units. */
function questionId(text: string): string {
  let hash = start;
  for (let at = 0; at < text.length; at++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(at))) * prime);
  }
  return `q-${hash.toString(16).padStart(16, "0")}`;
}
