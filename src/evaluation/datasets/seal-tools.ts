import type { EvaluationDocument, GoldEvidence } from "../data-set.js";
import { shown } from "./faults.js";
import type { Fields } from "./fields.js";
import { choosePart, type DataSetLayout, type Reading } from "./layout.js";
import { QuestionList } from "./question-list.js";
import { jsonLines } from "./source-lines.js";
import { toolDocument } from "./tool-document.js";

const tools = "tool.jsonl";

/**
 * Seal-Tools (Wu et al., arXiv:2405.08355): a catalogue of tools, each of which becomes a document, and
 * requests (a part of them: `dev`, `test_in_domain`, …) whose evidence are the tools to call. The kind
 * of a request is `single` or `multiple`, by the number of its calls.
 */
export const sealTools: DataSetLayout = {
  name: "seal-tools",
  description: "tool.jsonl and requests such as dev.jsonl",
  matches: (paths) => paths.includes(tools) && partsOf(paths).size > 0,
  read: async (reading) => {
    const documents = await readTools(reading);
    const list = new QuestionList();
    for await (const fields of jsonLines(reading, choosePart(partsOf(reading.paths), reading))) {
      const evidence = toolsToCall(fields, documents);
      const question = {
        id: fields.label("id"),
        text: fields.text("query"),
        answers: [],
        unanswerable: false,
        evidence,
        documents: null,
        kind: evidence.length > 1 ? "multiple" : "single",
        place: fields.place,
      };
      list.add(question, fields, "id");
    }
    return { documents: [...documents.values()], questions: list.questions };
  },
};

/** Files of requests by the name of their part. */
function partsOf(paths: readonly string[]): Map<string, string> {
  const files = paths.filter((path) => /^(?:train|dev|test)[^/]*\.jsonl$/.test(path));
  return new Map(files.map((file) => [file.replace(/\.jsonl$/, ""), file]));
}

async function readTools(reading: Reading): Promise<Map<string, EvaluationDocument>> {
  const documents = new Map<string, EvaluationDocument>();
  for await (const fields of jsonLines(reading, tools)) {
    const name = fields.text("api_name");
    const described = fields.has("parameters") ? fields.child("parameters") : null;
    const parameters = Object.keys(described?.record ?? {}).map((parameter) => ({
      name: parameter,
      description: described?.child(parameter)?.optionalText("description") ?? "",
    }));
    if (name !== "" && documents.has(name)) {
      fields.fault("api_name", `must be unique: ${shown(name)} came before.`);
    }
    const description = fields.optionalText("api_description");
    documents.set(name, toolDocument({ name, description, parameters }));
  }
  return documents;
}

function toolsToCall(
  fields: Fields,
  documents: ReadonlyMap<string, EvaluationDocument>,
): GoldEvidence[] {
  if (!fields.has("calling")) fields.list("calling");
  const paths = fields.records("calling").map((call) => {
    const name = call.text("api");
    const path = documents.get(name)?.path;
    if (path === undefined && name !== "") {
      call.fault("api", `names ${shown(name)}, which is not in ${tools}.`);
    }
    return path ?? "";
  });
  return [...new Set(paths)].map((document) => ({ unit: "document", document, grade: 1 }));
}
