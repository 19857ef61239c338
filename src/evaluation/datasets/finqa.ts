import type { EvaluationDocument } from "../data-set.js";
import { madePath } from "./documents.js";
import { type DataSetLayout, filesBelow } from "./layout.js";
import { QuestionList } from "./question-list.js";
import { jsonLines } from "./source-lines.js";

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
