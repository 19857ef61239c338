import { type DescribedTool, type ToolDocument, toolDocumentOf } from "../../search/index.js";
import type { CatalogueTool, EvaluationDocument, EvaluationQuestion } from "../api.js";
import { type Fields, shown } from "./fields.js";
import {
  choosePart,
  type DataSetLayout,
  type DataSetReading,
  firstOf,
  madePath,
  plainQuestion,
  QuestionList,
  wholeDocuments,
} from "./layout.js";
import { csvRows, jsonLines, listedFields, topFields } from "./source-files.js";

const singleTools = ["plugin_des.json", "dataset/plugin_des.json"];
const singleQueries = ["single_tool_queries.csv", "dataset/data/all_clean_data.csv"];
const multiTools = ["big_tool_des.json", "dataset/big_tool_des.json"];
const multiQueries = ["multi_tool_queries.json", "dataset/data/multi_tool_query_golden.json"];

/**
 * ToolE of MetaTool (Huang et al., arXiv:2310.03128), requests for one tool: each tool is a
 * document of its name and description, and the evidence of a request is its tool. Requests are
 * numbered from 1; a request that occurs twice with the same tool is asked twice.
 */
export const toole: DataSetLayout = {
  name: "toole",
  description: "plugin_des.json and single_tool_queries.csv (columns Query, Tool)",
  matches: (paths) => has(paths, singleTools) && has(paths, singleQueries),
  read: async (reading) => {
    const catalogue = await readTools(reading, pick(reading, singleTools));
    const list = new RequestList();
    for (const fields of await csvRows(reading, pick(reading, singleQueries), ["Query", "Tool"])) {
      list.add(
        fields,
        fields.text("Query"),
        catalogue.paths(fields, "Tool", [fields.text("Tool")]),
      );
      await reading.pause();
    }
    return { ...catalogue.content, questions: list.questions };
  },
};

/** ToolE, requests that need two tools of a smaller catalogue. */
export const tooleMulti: DataSetLayout = {
  name: "toole-multi",
  description: "big_tool_des.json and multi_tool_queries.json",
  matches: (paths) => has(paths, multiTools) && has(paths, multiQueries),
  read: async (reading) => {
    const catalogue = await readTools(reading, pick(reading, multiTools));
    const list = new RequestList();
    for await (const fields of listedFields(reading, pick(reading, multiQueries))) {
      if (!fields.has("tool")) fields.list("tool");
      list.add(
        fields,
        fields.text("query"),
        catalogue.paths(fields, "tool", fields.labels("tool")),
      );
    }
    return { ...catalogue.content, questions: list.questions };
  },
};

function has(paths: readonly string[], wanted: readonly string[]): boolean {
  return firstOf(paths, wanted) !== null;
}

function pick({ paths }: DataSetReading, wanted: readonly string[]): string {
  return firstOf(paths, wanted) ?? wanted[0] ?? "";
}

async function readTools(reading: DataSetReading, file: string): Promise<Catalogue> {
  const catalogue = new Catalogue();
  const top = await topFields(reading, file);
  for (const name of Object.keys(top?.record ?? {})) {
    catalogue.add({ name, description: top?.optionalText(name) ?? "" });
  }
  return catalogue;
}

/** Tools with the documents that represent them. */
class Catalogue {
  readonly #name: string;
  readonly #documents = new Map<string, EvaluationDocument>();
  readonly #tools: CatalogueTool[] = [];

  /** @param name how faults call it */
  constructor(name = "the catalogue") {
    this.#name = name;
  }

  get content() {
    return { documents: [...this.#documents.values()], tools: this.#tools };
  }

  /** Adds a tool, whose name this field states; a repeated name is a fault. */
  addNamed(fields: Fields, field: string, described: Omit<DescribedTool, "name">): void {
    const name = fields.text(field);
    if (name !== "" && this.#documents.has(name)) {
      fields.fault(field, `must be unique: ${shown(name)} came before.`);
    }
    this.add({ ...described, name });
  }

  add(described: DescribedTool): void {
    const tool = toolDocumentOf(described);
    const document = markdownOf(tool);
    this.#documents.set(tool.name, document);
    this.#tools.push({ path: document.path, tool });
  }

  /** The documents of tools that a field names; an unknown one is a fault. */
  paths(fields: Fields, field: string, names: readonly string[]): string[] {
    return names.map((name) => {
      const path = this.#documents.get(name)?.path;
      if (path === undefined && name !== "") {
        fields.fault(field, `names ${shown(name)}, which is not in ${this.#name}.`);
      }
      return path ?? "";
    });
  }
}

/** Requests as questions whose evidence is the tools to call, numbered from 1 unless named. */
class RequestList {
  readonly #list = new QuestionList();
  #count = 0;

  get questions(): readonly EvaluationQuestion[] {
    return this.#list.questions;
  }

  add(
    fields: Fields,
    text: string,
    tools: readonly string[],
    named: Partial<Pick<EvaluationQuestion, "id" | "kind">> = {},
  ): void {
    const id = String(++this.#count);
    const evidence = wholeDocuments(tools);
    const question = { ...plainQuestion, id, text, evidence, place: fields.place, ...named };
    this.#list.add(question, fields, "id");
  }
}

/**
 * A tool as a document in Markdown: its name in words as heading, what it does, and what it takes. The
 * path is the name.
 */
function markdownOf({ name, description, parameters }: ToolDocument): EvaluationDocument {
  const taken = parameters.map(
    (parameter) => `- ${plain(inWords(parameter.name))}: ${plain(parameter.description)}`,
  );
  const parts = [`# ${plain(inWords(name))}`, plain(description), taken.join("\n")];
  const text = `${parts.filter((part) => part !== "").join("\n\n")}\n`;
  return { path: madePath(name, ".md"), text };
}

/** A programmer's name such as `getHTMLPage_2` as words: "get HTML Page2". */
function inWords(name: string): string {
  return name
    .replace(/(\p{Lowercase}|\p{N})(\p{Uppercase})/gu, "$1 $2")
    .replace(/(\p{Uppercase})(\p{Uppercase}\p{Lowercase})/gu, "$1 $2")
    .replace(/[_\-.\s]+/g, " ")
    .trim();
}

/** On one line, with Markdown's special characters escaped. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<>&|~#]/g, "\\$&");
}

const tools = "tool.jsonl";

/**
 * Seal-Tools (Wu et al., arXiv:2405.08355): a catalogue of tools, each of which becomes a document,
 * and requests (in parts: `dev`, `test_in_domain` and others) whose evidence is the tools to call.
 * The kind of a request is `single` or `multiple`, by the number of its calls.
 */
export const sealTools: DataSetLayout = {
  name: "seal-tools",
  description: "tool.jsonl and requests such as dev.jsonl",
  matches: (paths) => paths.includes(tools) && partsOf(paths).size > 0,
  read: async (reading) => {
    const catalogue = await readSealTools(reading);
    const list = new RequestList();
    for await (const fields of jsonLines(reading, choosePart(partsOf(reading.paths), reading))) {
      if (!fields.has("calling")) fields.list("calling");
      const called = fields
        .records("calling")
        .flatMap((call) => catalogue.paths(call, "api", [call.text("api")]));
      const kind = new Set(called).size > 1 ? "multiple" : "single";
      const id = fields.label("id");
      list.add(fields, fields.text("query"), called, { id, kind });
    }
    return { ...catalogue.content, questions: list.questions };
  },
};

function partsOf(paths: readonly string[]): Map<string, string> {
  const files = paths.filter((path) => /^(?:train|dev|test)[^/]*\.jsonl$/.test(path));
  return new Map(files.map((file) => [file.replace(/\.jsonl$/, ""), file]));
}

async function readSealTools(reading: DataSetReading): Promise<Catalogue> {
  const catalogue = new Catalogue(tools);
  for await (const fields of jsonLines(reading, tools)) {
    const properties = fields.has("parameters") ? fields.child("parameters")?.record : {};
    const description = fields.optionalText("api_description");
    catalogue.addNamed(fields, "api_name", { description, parameters: { properties } });
  }
  return catalogue;
}

const ownCatalogue = "tools.jsonl";
const ownRequests = "requests.jsonl";

/**
 * The layout for your own catalogue. `tools.jsonl` has a tool per line, as protocols describe them:
 * `name`, `description`, and the JSON schema of its arguments as `parameters`, `inputSchema` or
 * `input_schema`; all of it may be inside `function`. `questions` and `topics` may be lists of
 * texts. `requests.jsonl` has a request per line, with the tools that it needs:
 *
 *     {"request": "Is it raining in Oslo?", "tools": ["get_weather"]}
 */
export const ownTools: DataSetLayout = {
  name: "tools",
  description:
    'tools.jsonl (a line each: {"name", "description", "parameters"}) and requests.jsonl ({"request", "tools"})',
  matches: (paths) => paths.includes(ownCatalogue) && paths.includes(ownRequests),
  read: async (reading) => {
    const catalogue = new Catalogue();
    for await (const line of jsonLines(reading, ownCatalogue)) {
      const fields = (line.has("function") ? line.child("function") : null) ?? line;
      const { parameters, inputSchema, input_schema } = fields.record;
      catalogue.addNamed(fields, "name", {
        description: fields.optionalText("description"),
        parameters: parameters ?? inputSchema ?? input_schema,
        questions: fields.labels("questions"),
        topics: fields.labels("topics"),
      });
    }
    const list = new RequestList();
    for await (const fields of jsonLines(reading, ownRequests)) {
      if (!fields.has("tools")) fields.list("tools");
      list.add(
        fields,
        fields.text("request"),
        catalogue.paths(fields, "tools", fields.labels("tools")),
      );
    }
    return { ...catalogue.content, questions: list.questions };
  },
};
