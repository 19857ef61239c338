import type { EvaluationDocument, EvaluationQuestion, GoldEvidence } from "../data-set.js";
import { shown } from "./faults.js";
import type { Fields } from "./fields.js";
import { type DataSetLayout, firstOf, type Reading } from "./layout.js";
import { QuestionList } from "./question-list.js";
import { csvRows, listedFields, topFields } from "./source-files.js";
import { toolDocument } from "./tool-document.js";

const singleTools = ["plugin_des.json", "dataset/plugin_des.json"];
const singleQueries = ["single_tool_queries.csv", "dataset/data/all_clean_data.csv"];
const multiTools = ["big_tool_des.json", "dataset/big_tool_des.json"];
const multiQueries = ["multi_tool_queries.json", "dataset/data/multi_tool_query_golden.json"];

/**
 * ToolE of MetaTool (Huang et al., arXiv:2310.03128), requests for one tool: each tool is a document of
 * its name and description, and the evidence of a request is its tool. Requests are numbered from 1; a
 * request that comes twice with the same tool is asked twice.
 */
export const toole: DataSetLayout = {
  name: "toole",
  description: "plugin_des.json and single_tool_queries.csv (columns Query, Tool)",
  matches: (paths) => has(paths, singleTools) && has(paths, singleQueries),
  read: async (reading) => {
    const documents = await readTools(reading, pick(reading, singleTools));
    const list = new RequestList(documents);
    for (const fields of await csvRows(reading, pick(reading, singleQueries), ["Query", "Tool"])) {
      list.add(fields, fields.text("Query"), [fields.text("Tool")], "Tool");
      await reading.pause();
    }
    return { documents: [...documents.values()], questions: list.questions };
  },
};

/** ToolE, requests that need two tools of a smaller catalogue. */
export const tooleMulti: DataSetLayout = {
  name: "toole-multi",
  description: "big_tool_des.json and multi_tool_queries.json",
  matches: (paths) => has(paths, multiTools) && has(paths, multiQueries),
  read: async (reading) => {
    const documents = await readTools(reading, pick(reading, multiTools));
    const list = new RequestList(documents);
    for await (const fields of listedFields(reading, pick(reading, multiQueries))) {
      if (!fields.has("tool")) fields.list("tool");
      list.add(fields, fields.text("query"), fields.labels("tool"), "tool");
    }
    return { documents: [...documents.values()], questions: list.questions };
  },
};

function has(paths: readonly string[], wanted: readonly string[]): boolean {
  return firstOf(paths, wanted) !== null;
}

function pick({ paths }: Reading, wanted: readonly string[]): string {
  return firstOf(paths, wanted) ?? wanted[0] ?? "";
}

async function readTools(reading: Reading, file: string): Promise<Map<string, EvaluationDocument>> {
  const documents = new Map<string, EvaluationDocument>();
  const top = await topFields(reading, file);
  for (const name of Object.keys(top?.record ?? {})) {
    const description = top?.optionalText(name) ?? "";
    documents.set(name, toolDocument({ name, description, parameters: [] }));
  }
  return documents;
}

/** Requests as questions whose evidence are the tools to call, numbered from 1. */
class RequestList {
  readonly #documents: ReadonlyMap<string, EvaluationDocument>;
  readonly #list = new QuestionList();
  #count = 0;

  constructor(documents: ReadonlyMap<string, EvaluationDocument>) {
    this.#documents = documents;
  }

  get questions(): readonly EvaluationQuestion[] {
    return this.#list.questions;
  }

  /** @param field the field that names the tools */
  add(fields: Fields, text: string, tools: readonly string[], field: string): void {
    const paths = tools.map((name) => {
      const path = this.#documents.get(name)?.path;
      if (path === undefined && name !== "") {
        fields.fault(field, `names ${shown(name)}, which is not in the catalogue.`);
      }
      return path ?? "";
    });
    const evidence = [...new Set(paths)].map(
      (document): GoldEvidence => ({ unit: "document", document, grade: 1 }),
    );
    const question = {
      id: String(++this.#count),
      text,
      answers: [],
      unanswerable: false,
      evidence,
      documents: null,
      kind: null,
      place: fields.place,
    };
    this.#list.add(question, fields, field);
  }
}
