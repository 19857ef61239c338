import { checkEach } from "../../core/arguments.js";
import type { EvaluationDocument, EvaluationQuestion, GoldEvidence } from "../data-set.js";
import { madePath, QuestionList } from "./documents.js";
import { type Fields, shown } from "./fields.js";
import { choosePart, type DataSetLayout, type DataSetReading, firstOf } from "./layout.js";
import { csvRows, listedFields, topFields } from "./source-files.js";
import { jsonLines } from "./source-lines.js";

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

function pick({ paths }: DataSetReading, wanted: readonly string[]): string {
  return firstOf(paths, wanted) ?? wanted[0] ?? "";
}

async function readTools(
  reading: DataSetReading,
  file: string,
): Promise<Map<string, EvaluationDocument>> {
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

/** A tool of a catalogue, as far as a search for it needs. */
export interface CatalogueTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly description: string }[];
}

/**
 * A tool as a document in Markdown: its name in words as heading, what it does, and what it takes. The
 * path is the name.
 */
function toolDocument({ name, description, parameters }: CatalogueTool): EvaluationDocument {
  const taken = parameters.map(
    (parameter) => `- ${plain(inWords(parameter.name))}: ${plain(parameter.description)}`,
  );
  const parts = [`# ${plain(inWords(name))}`, plain(description), taken.join("\n")];
  const text = `${parts.filter((part) => part !== "").join("\n\n")}\n`;
  return { path: madePath(name, ".md"), text };
}

/** A name in the way of programs, such as `getHTMLPage_2`, as words: "get HTML Page 2". */
function inWords(name: string): string {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replace(/[_\-.\s]+/g, " ")
    .trim();
}

/** On one line, with what Markdown would take for marks written so that it does not. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<>&|~#]/g, "\\$&");
}

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
    const documents = await readSealTools(reading);
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

async function readSealTools(reading: DataSetReading): Promise<Map<string, EvaluationDocument>> {
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

/** A tool call by its tool's name and its arguments. */
export interface ComparedCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** How well the calls that were made meet those that were expected; each from 0 to 1. */
export interface ToolCallScore {
  readonly names: number;
  readonly keys: number;
  readonly values: number;
  /** Half of `names`, and a quarter each of `keys` and `values`. */
  readonly weighted: number;
}

/**
 * Compares tool calls as Toolshed does (Lumer et al., the appendix on its evaluation framework). For
 * each expected call: whether the name is right, the share of its parameters that were given, and
 * the share of its values that were given, whatever the parameter; then the mean over the expected
 * calls. A call without parameters needs none. Values are the same regardless of capitals and white
 * space, and "5" is 5. Being a recall, it does not punish calls beyond those expected.
 *
 * Each expected call is compared with one made call; pairs are taken by their score, the best first,
 * of equals that with fewer arguments too many, then the earlier. Null without expected calls.
 */
export function toolCallScore(
  expected: readonly ComparedCall[],
  made: readonly ComparedCall[],
): ToolCallScore | null {
  checkEach("The calls that were expected", expected, { arguments: "object" });
  checkEach("The calls that were made", made, { arguments: "object" });
  if (expected.length === 0) return null;
  const pairs = expected
    .flatMap((call, wanted) =>
      made.map((other, given) => {
        const surplus = Object.keys(other.arguments).length - Object.keys(call.arguments).length;
        return { wanted, given, surplus, score: compareCalls(call, other) };
      }),
    )
    .sort((one, other) => other.score.weighted - one.score.weighted || one.surplus - other.surplus);
  const taken = new Set<number>();
  const scores = new Map<number, ToolCallScore>();
  for (const { wanted, given, score } of pairs) {
    if (scores.has(wanted) || taken.has(given)) continue;
    scores.set(wanted, score);
    taken.add(given);
  }
  const meanOf = (part: keyof ToolCallScore): number =>
    [...scores.values()].reduce((sum, score) => sum + score[part], 0) / expected.length;
  return weigh(meanOf("names"), meanOf("keys"), meanOf("values"));
}

function compareCalls(expected: ComparedCall, made: ComparedCall): ToolCallScore {
  const keys = Object.keys(expected.arguments);
  const given = Object.values(made.arguments).map(plainValue);
  let found = 0;
  for (const value of Object.values(expected.arguments).map(plainValue)) {
    const at = given.indexOf(value);
    if (at < 0) continue;
    given.splice(at, 1);
    found++;
  }
  const held = keys.filter((key) => Object.hasOwn(made.arguments, key)).length;
  const share = (count: number): number => (keys.length === 0 ? 1 : count / keys.length);
  return weigh(expected.tool === made.tool ? 1 : 0, share(held), share(found));
}

function weigh(names: number, keys: number, values: number): ToolCallScore {
  return { names, keys, values, weighted: 0.5 * names + 0.25 * keys + 0.25 * values };
}

function plainValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(plainValue).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${entries.map(([key, one]) => `${key}:${plainValue(one)}`).join(",")}}`;
  }
  return String(value).trim().toLowerCase().replace(/\s+/g, " ");
}
