import { isRecord, sha256 } from "../../core/index.js";

/** A parameter of a tool, as far as searches for the tool need it. */
export interface ToolParameter {
  readonly name: string;
  /** May be empty. */
  readonly description: string;
}

/**
 * A tool in searchable form: the five parts of a tool document (Lumer et al., "Toolshed", ICAART
 * 2025, section 3.4.1). Only the name is required; unknown parts are empty.
 */
export interface ToolDocument {
  /** Unique in a knowledge base, as an identifier: `getWaterQuality`, `look_up_price`. */
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly ToolParameter[];
  /** Questions that the tool would answer, invented by whoever describes it. */
  readonly questions: readonly string[];
  readonly topics: readonly string[];
}

/** The steps of a search for tools, each of which can be left out to measure its effect. */
export interface ToolRanking {
  /** Whether names such as `getWaterQuality` are split into words. */
  readonly split: boolean;
  /** Whether words are compared by their stems. */
  readonly stems: boolean;
  /** Whether a request with several wishes is also searched wish by wish. */
  readonly clauses: boolean;
  /** Whether words of a name count more than those of a description. */
  readonly weights: boolean;
}

export const wholeRanking: ToolRanking = { split: true, stems: true, clauses: true, weights: true };

/** A tool as protocols describe it; `parameters` is the JSON schema of its arguments. */
export interface DescribedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly parameters?: unknown;
  readonly questions?: readonly string[] | undefined;
  readonly topics?: readonly string[] | undefined;
}

/** Maximum number of parameters of a tool that are searched. */
const mostParameters = 100;
const deepest = 5;
/** Maximum characters of a text that are searched: whole manuals would outweigh the rest. */
const longestText = 4_000;
/** Maximum number of questions and topics of a tool that are searched. */
export const mostQuestions = 100;

/** A tool in searchable form. Any description is accepted; malformed parts are left out. */
export function toolDocumentOf(tool: DescribedTool): ToolDocument {
  const { name, description, parameters, questions, topics } = tool;
  return {
    name,
    description: textOf(description),
    parameters: [...parametersIn(parameters, deepest)].slice(0, mostParameters),
    questions: textsOf(questions),
    topics: textsOf(topics),
  };
}

/** The properties of a schema and nested ones; permitted values join the description. */
function* parametersIn(schema: unknown, depth: number): Generator<ToolParameter> {
  if (!isRecord(schema) || depth === 0) return;
  const properties = isRecord(schema.properties) ? schema.properties : {};
  for (const [name, property] of Object.entries(properties)) {
    const { description, enum: choices } = isRecord(property) ? property : {};
    const texts = [textOf(description), ...textsOf(choices)].filter((text) => text !== "");
    yield { name: textOf(name), description: textOf(texts.join(" ")) };
  }
  for (const property of Object.values(properties)) yield* parametersIn(property, depth - 1);
  yield* parametersIn(schema.items, depth - 1);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, longestText) : "";
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf).filter(Boolean).slice(0, mostQuestions) : [];
}

/** An identifier such as `getHTMLPage_2` as words: "get HTML Page 2". */
export function inWords(name: string): string {
  return name
    .replace(
      /(?<=\p{Lowercase})(?=\p{Uppercase})|(?<=\p{Uppercase})(?=\p{Uppercase}\p{Lowercase})/gu,
      " ",
    )
    .replace(/(?<=\p{Alpha})(?=\p{N})|(?<=\p{N})(?=\p{Alpha})/gu, " ")
    .replace(/[_\-./:\s]+/gu, " ")
    .trim();
}

/** The tool as one text, for computing its vector. */
export function documentText(document: ToolDocument): string {
  const { name, description, parameters, questions, topics } = document;
  const taken = parameters.map((each) => [inWords(each.name), each.description].join(" ").trim());
  return [
    `${inWords(name)}: ${description}`,
    topics.join(", "),
    taken.join("; "),
    questions.join(" "),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/**
 * Whether two tools with one name have the same searchable content; as reliable as `contentHash`,
 * and a hundred times as fast.
 */
export function sameContent(one: ToolDocument, other: ToolDocument): boolean {
  return (
    one.description === other.description &&
    sameItems(one.questions, other.questions) &&
    sameItems(one.topics, other.topics) &&
    sameItems(one.parameters, other.parameters, (parameter, { name, description }) => {
      return parameter.name === name && parameter.description === description;
    })
  );
}

function sameItems<Item>(
  some: readonly Item[],
  others: readonly Item[],
  same: (one: Item, other: Item) => boolean = Object.is,
): boolean {
  return (
    some.length === others.length && some.every((item, index) => same(item, others[index] as Item))
  );
}

/** SHA-256 of a tool's searchable content, in hexadecimal. */
export async function contentHash(document: ToolDocument): Promise<string> {
  const { name, description, parameters, questions, topics } = document;
  const taken = parameters.map((each) => [each.name, each.description]);
  const content = JSON.stringify([name, description, taken, questions, topics]);
  return sha256(content);
}
